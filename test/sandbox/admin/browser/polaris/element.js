// The base of every stand-in element: properties, slots and names come from Shopify's own manifest; all else is an error.
import {complain} from './complain.js';
import {elementLook, sheet} from './look.js';

/** tag -> {properties: name -> 'boolean' | 'number' | 'string', values: name -> words, slots}, made from @shopify/polaris-types by the server. */
export const manifest = globalThis.__POLARIS_MANIFEST__;

export const at = (element, name) => element.getAttribute(name.toLowerCase());
export const has = (element, name) => element.hasAttribute(name.toLowerCase());
export const fire = (element, type, init) => element.dispatchEvent(new Event(type, {bubbles: true, ...init}));

const globalAttribute = /^(popover|id|class|style|slot|role|hidden|lang|dir|title|tabindex|key|aria-.*|data-.*)$/;

// `children` stands in the manifest as a property of table elements; defining it would shadow Element.children.
const native = new Set(['hidden', 'lang', 'id', 'children']);

/**
 * Defines one element. `definition`: css, html (of the shadow root), role, form and focus flags, own props and methods, and the
 * steps init (once), up (on every change), on and off (connected, disconnected), reset (of its form).
 */
export function define(tag, definition = {}) {
  const {properties} = manifest[tag];
  const styles = [elementLook, sheet(definition.css ?? ':host { display: block }')];
  const attributes = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));

  class StandIn extends HTMLElement {
    static formAssociated = Boolean(definition.form);
    static observedAttributes = [...attributes.keys()];

    constructor() {
      super();
      const root = this.attachShadow({mode: 'open', delegatesFocus: Boolean(definition.focus)});
      root.adoptedStyleSheets = styles;
      root.innerHTML = definition.html ?? '<slot></slot>';
      this.$ = (query) => root.querySelector(query);
      this.inner = this.attachInternals();
      this.memory = {};
      if (definition.role) this.inner.role = definition.role;
      definition.init?.(this, root);
    }

    connectedCallback() {
      checkAttributes(this, attributes);
      checkSlot(this);
      definition.up?.(this);
      definition.on?.(this);
    }

    disconnectedCallback() {
      definition.off?.(this);
    }

    attributeChangedCallback(name, _before, value) {
      checkValue(this, attributes.get(name), value);
      if (this.isConnected) definition.up?.(this);
    }

    formResetCallback() {
      definition.reset?.(this);
    }

    refresh() {
      definition.up?.(this);
    }
  }

  for (const [name, kind] of Object.entries(properties)) {
    if (native.has(name)) continue;
    const own = definition.props?.[name] ?? reflect(name.toLowerCase(), kind);
    Object.defineProperty(StandIn.prototype, name, {...own, configurable: true});
  }
  Object.assign(StandIn.prototype, definition.methods);
  customElements.define(tag, StandIn);
}

/** A property that lives in its attribute. */
const reflect = (attribute, kind) => ({
  get() {
    if (kind === 'boolean') return this.hasAttribute(attribute);
    const text = this.getAttribute(attribute);
    if (kind === 'number') return text === null ? undefined : Number(text);
    return text ?? '';
  },
  set(value) {
    if (value === null || value === undefined || value === false) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value === true ? '' : value);
  },
});

/** A value that depends on the width names two of them; the list has neither form nor lengths. */
function checkValue(element, name, value) {
  const known = manifest[element.localName].values[name];
  if (known === undefined || value === null || value.startsWith('@container')) return;
  const words = value.split(' ').filter((word) => word !== '');
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) complain(`<${element.localName}> knows no ${name} "${unknown}"`);
}

function checkAttributes(element, known) {
  for (const {name} of element.attributes) {
    const isMenuHome = name === 'rel' && element.closest('s-app-nav');
    if (!known.has(name) && !globalAttribute.test(name) && !isMenuHome) {
      complain(`<${element.localName}> has no attribute "${name}"`);
    }
  }
}

function checkSlot(element) {
  const parent = element.parentElement;
  const slots = element.slot && parent && manifest[parent.localName]?.slots;
  if (slots && !slots.includes(element.slot)) complain(`<${parent.localName}> has no slot "${element.slot}"`);
}
