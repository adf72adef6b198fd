// Buttons, links and everything that is pressed.
import {complain} from './complain.js';
import {at, define, has} from './element.js';
import {box} from './layout.js';
import {icon, onPhones} from './look.js';

const buttonCss = `:host { display: inline-block }
:host([inlinesize=fill]) { display: block }
button, a { all: unset; box-sizing: border-box; width: 100%; display: inline-flex; align-items: center; justify-content: center;
  gap: 4px; min-height: 28px; padding: 4px 12px; border-radius: var(--rf); font: 550 12px/16px var(--f); cursor: pointer;
  background: #fff; color: var(--text); box-shadow: inset 0 -1px 0 #b5b5b5, inset 0 0 0 1px #e3e3e3; white-space: nowrap }
button:hover, a:hover { background: #fafafa }
button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px }
:host([variant=primary]) .x { background: linear-gradient(#3d3d3d, #2a2a2a); color: #fff;
  box-shadow: inset 0 1px 0 #555, inset 0 -1px 0 #000 }
:host([variant=primary]) .x:hover { background: #1a1a1a }
:host([variant=tertiary]) .x { background: none; box-shadow: none }
:host([variant=tertiary]) .x:hover { background: rgba(0, 0, 0, .06) }
:host([tone=critical]) .x { color: #8e0b21 }
:host([tone=critical][variant=primary]) .x { background: var(--crit); color: #fff }
:host([disabled]) .x { background: rgba(0, 0, 0, .05) !important; color: #757575 !important; box-shadow: none !important;
  cursor: default }
:host([loading]) .x { color: transparent !important; position: relative }
:host([loading]) .x::after { content: ""; position: absolute; width: 14px; height: 14px; border: 2px solid #8a8a8a;
  border-top-color: transparent; border-radius: 50%; animation: turn .7s linear infinite }
@keyframes turn { to { rotate: 360deg } }
${onPhones('button, a { min-height: 32px; min-width: 32px; padding-block: 6px; font: 550 13px/20px var(--f) }')}`;

const linkCss = `:host, :host([variant]) { display: inline }
.x, .x:hover { all: unset !important; color: var(--link) !important; cursor: pointer !important;
  text-decoration: underline !important; font: inherit !important }
:host([tone=neutral]) .x { color: inherit !important }
.x:focus-visible { outline: 2px solid var(--focus) !important; border-radius: 2px }`;

const clickableCss = `:host { display: block; position: relative }
.x::after { content: ""; position: absolute; inset: 0 }
.x, .x:hover { all: unset !important; display: block !important; cursor: pointer !important }
.x:focus-visible { outline: 2px solid var(--focus) !important }`;

function press(element, event) {
  if (has(element, 'disabled') || has(element, 'loading')) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  navigate(element, event);
  command(element);
  const form = element.closest('form');
  if (form && at(element, 'type') === 'submit') form.requestSubmit();
  if (form && at(element, 'type') === 'reset') form.reset();
}

/** A link inside the app is announced, not followed: https://shopify.dev/docs/api/app-home/using-polaris-components */
function navigate(element, event) {
  const href = at(element, 'href');
  if (!href || at(element, 'target') === '_blank' || has(element, 'download')) return;
  if (new URL(href, location.href).origin !== location.origin) return;
  event.preventDefault();
  element.dispatchEvent(new CustomEvent('shopify:navigate', {bubbles: true, composed: true}));
}

function command(element) {
  const id = at(element, 'commandFor');
  if (!id) return;
  const target = element.getRootNode().getElementById(id);
  if (!target) {
    complain(`commandfor="${id}": no such element`);
    return;
  }
  const word = at(element, 'command') ?? '--auto';
  if (word === '--hide') target.hideOverlay?.(element);
  else if (word === '--show') target.showOverlay?.(element);
  else target.toggleOverlay?.(element);
}

function updateButton(element) {
  const tag = at(element, 'href') ? 'a' : 'button';
  const shell = element.$('.shell');
  if (shell.firstChild?.localName !== tag) {
    shell.innerHTML = `<${tag} class="x" ${tag === 'button' ? 'type="button"' : ''}><i></i><slot></slot></${tag}>`;
    shell.firstChild.addEventListener('click', (event) => press(element, event));
  }
  const pressable = shell.firstChild;
  pressable.firstChild.innerHTML = at(element, 'icon') ? icon(at(element, 'icon')) : '';
  if (tag === 'a') updateAnchor(element, pressable);
  else pressable.disabled = has(element, 'disabled');
  const label = at(element, 'accessibilityLabel');
  if (label) pressable.setAttribute('aria-label', label);
  else pressable.removeAttribute('aria-label');
  pressable.toggleAttribute('aria-busy', has(element, 'loading'));
  if (element.localName === 's-press-button') pressable.setAttribute('aria-pressed', has(element, 'pressed'));
}

function updateAnchor(element, anchor) {
  anchor.href = at(element, 'href');
  if (at(element, 'target')) anchor.target = at(element, 'target');
  if (at(element, 'target') === '_blank') anchor.rel = 'noopener';
}

const button = (tag, css = '', up = updateButton) =>
  define(tag, {css: buttonCss + css, focus: true, html: '<span class="shell"></span>', up});

export function defineActions() {
  button('s-button');
  button('s-press-button', ':host([pressed]) .x { background: #ebebeb }');
  button('s-link', linkCss);
  button('s-clickable', clickableCss, (element) => {
    updateButton(element);
    box(element);
  });
  define('s-button-group', {
    css: ':host { display: inline-flex; gap: 8px } :host([gap=none]) { gap: 0 }',
    html: '<slot></slot><slot name="secondary-actions"></slot><slot name="primary-action"></slot>',
    role: 'group',
  });
  define('s-chip', {
    css: ':host { display: inline-flex; padding: 2px 8px; border-radius: 8px; background: #ebebeb; font: 450 12px/16px var(--f) }',
    html: '<slot name="graphic"></slot><slot></slot>',
  });
}
