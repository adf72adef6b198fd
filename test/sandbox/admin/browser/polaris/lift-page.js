// In the admin, a page's title and actions are drawn above the frame: the page says what they are, App Bridge tells the admin.
import {at, has} from './element.js';

const slots = ['breadcrumb-actions', 'secondary-actions', 'primary-action'];

const actionsOf = (page) => slots.flatMap((slot) => [...page.querySelectorAll(`:scope > [slot=${slot}]`)]);

function describe(page) {
  const actions = actionsOf(page).map((action) => ({
    slot: action.slot,
    label: at(action, 'accessibilityLabel') ?? action.textContent.trim(),
    disabled: has(action, 'disabled') || has(action, 'loading'),
    critical: at(action, 'tone') === 'critical',
  }));
  return {heading: at(page, 'heading') ?? '', actions};
}

export function followPage(page) {
  if (!globalThis.shopify?.environment?.embedded) return;
  page.inner.states.add('lifted');
  const announce = () => {
    const press = (index) => actionsOf(page)[index]?.shadowRoot.querySelector('.x')?.click();
    document.dispatchEvent(new CustomEvent('sandbox:page', {detail: {...describe(page), press}}));
  };
  page.memory.changes = new MutationObserver(announce);
  page.memory.changes.observe(page, {attributes: true, childList: true, subtree: true, characterData: true});
  announce();
}

export const forgetPage = (page) => page.memory.changes?.disconnect();
