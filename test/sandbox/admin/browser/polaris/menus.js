// A menu that opens from a button, and a tooltip for whatever names it in interestFor.
import {at, define} from './element.js';

const floating = `:host { position: fixed; inset: auto; margin: 0; border: 0; background: #fff; color: var(--text);
  box-shadow: 0 4px 16px rgba(0, 0, 0, .18), 0 0 0 1px rgba(0, 0, 0, .06) }`;

function placeBelow(element, opener) {
  const place = opener.getBoundingClientRect();
  element.style.top = `${Math.min(place.bottom + 4, innerHeight - element.offsetHeight - 8)}px`;
  element.style.left = `${Math.max(8, Math.min(place.left, innerWidth - element.offsetWidth - 8))}px`;
}

function defineMenu() {
  define('s-menu', {
    css: `${floating} :host { padding: 4px; border-radius: 12px; min-width: 160px }
::slotted(*) { display: block }`,
    init: (element) => element.addEventListener('click', () => element.hideOverlay()),
    on: (element) => {
      element.popover = 'auto';
      element.inner.role = 'group';
      element.inner.ariaLabel = at(element, 'accessibilityLabel');
    },
    methods: {
      showOverlay(opener) {
        this.showPopover();
        placeBelow(this, opener);
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

/** The element that names a tooltip, among those an event passed through. */
const interestIn = (event) => event.composedPath().find((node) => node instanceof Element && at(node, 'interestFor'));

function follow(type, act) {
  document.addEventListener(type, (event) => {
    const element = interestIn(event);
    const tooltip = element && document.getElementById(at(element, 'interestFor'));
    if (tooltip?.localName === 's-tooltip') act(tooltip, element);
  });
}

function defineTooltip() {
  define('s-tooltip', {
    css: `${floating} :host { padding: 4px 8px; border-radius: 8px; max-width: 240px; pointer-events: none }`,
    role: 'tooltip',
    on: (element) => {
      element.popover = 'manual';
    },
  });
  const show = (tooltip, element) => {
    if (!tooltip.matches(':popover-open')) tooltip.showPopover();
    placeBelow(tooltip, element);
  };
  const hide = (tooltip) => tooltip.hidePopover();
  for (const type of ['mouseover', 'focusin']) follow(type, show);
  for (const type of ['mouseout', 'focusout']) follow(type, hide);
}

export function defineMenus() {
  defineMenu();
  defineTooltip();
}
