// Modals and popovers: opened by commandFor or by showOverlay(), as Shopify's are.
import {at, define, fire} from './element.js';
import {icon, onPhones} from './look.js';

const modalHtml = `<dialog aria-labelledby="h">
<div class="head"><h2 id="h"></h2><button type="button" aria-label="Close">${icon('x', 20)}</button></div>
<div class="body"><slot></slot></div>
<div class="foot"><slot name="secondary-actions"></slot><slot name="primary-action"></slot></div></dialog>`;

const modalCss = `:host { display: contents }
dialog { border: 0; padding: 0; border-radius: 16px; width: min(620px, calc(100vw - 32px)); max-height: calc(100vh - 48px);
  color: var(--text); box-shadow: 0 20px 40px rgba(0, 0, 0, .3) }
:host([size^=small]) dialog { width: min(380px, calc(100vw - 32px)) }
:host([size^=large]) dialog { width: min(980px, calc(100vw - 32px)) }
dialog::backdrop { background: rgba(0, 0, 0, .5) }
.head { display: flex; align-items: center; padding: 12px 16px; background: #f3f3f3; border-bottom: 1px solid var(--border) }
h2 { flex: 1; margin: 0; font: 650 14px/20px var(--f) }
button { all: unset; cursor: pointer; display: flex; border-radius: 6px }
${onPhones('.head button { padding: 6px }')}
button:focus-visible { outline: 2px solid var(--focus) }
.body { padding: 16px; overflow: auto }
:host([padding=none]) .body { padding: 0 }
.foot { display: flex; gap: 8px; justify-content: end; padding: 12px 16px; border-top: 1px solid var(--border) }`;

export function defineOverlays() {
  define('s-modal', {
    html: modalHtml,
    css: modalCss,
    init: (element) => {
      element.$('button').addEventListener('click', () => element.hideOverlay());
      element.$('dialog').addEventListener('close', () => {
        fire(element, 'hide', {bubbles: false});
        fire(element, 'afterhide', {bubbles: false});
      });
    },
    up: (element) => {
      element.$('h2').textContent = at(element, 'heading') ?? '';
    },
    methods: {
      showOverlay() {
        this.$('dialog').showModal();
        fire(this, 'show', {bubbles: false});
        fire(this, 'aftershow', {bubbles: false});
      },
      hideOverlay() {
        this.$('dialog').close();
      },
      toggleOverlay() {
        if (this.$('dialog').open) this.hideOverlay();
        else this.showOverlay();
      },
    },
  });
  define('s-popover', {
    css: `:host { position: fixed; inset: auto; margin: 0; border: 0; border-radius: 12px; background: #fff; padding: 12px;
  box-shadow: 0 4px 16px rgba(0, 0, 0, .18), 0 0 0 1px rgba(0, 0, 0, .06) }`,
    on: (element) => {
      element.popover = 'auto';
    },
    methods: {
      showOverlay(opener) {
        this.showPopover();
        const place = opener.getBoundingClientRect();
        this.style.top = `${place.bottom + 4}px`;
        this.style.left = `${Math.min(place.left, innerWidth - this.offsetWidth - 8)}px`;
      },
      hideOverlay() {
        this.hidePopover();
      },
      toggleOverlay(opener) {
        if (this.matches(':popover-open')) this.hideOverlay();
        else this.showOverlay(opener);
      },
    },
  });
}
