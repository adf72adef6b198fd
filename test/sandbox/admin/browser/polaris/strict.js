// What makes the look-alike worth trusting: an element Shopify does not have, or one not drawn here, is a console error.
import {complain} from './complain.js';
import {manifest} from './element.js';

const appBridgeElements = new Set(['s-app-nav', 's-app-window']);

/** Watches the whole document; call once, after every element is defined. */
export function watchForUnknown() {
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) check(node);
  }).observe(document, {childList: true, subtree: true});
}

function check(node) {
  if (!(node instanceof Element)) return;
  for (const element of [node, ...node.querySelectorAll('*')]) {
    const tag = element.localName;
    if (!tag.startsWith('s-') || appBridgeElements.has(tag) || customElements.get(tag)) continue;
    complain(manifest[tag] ? `<${tag}> is Shopify's, but not drawn in the sandbox yet` : `unknown element <${tag}>`);
  }
}
