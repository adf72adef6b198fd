// What tells the merchant how things stand: badges, banners, progress, icons, empty states.
import {at, define, fire} from './element.js';
import {icon, tone, tones} from './look.js';

const bannerHtml = `<div class="head"><i></i><b></b><button type="button" aria-label="Dismiss">${icon('x')}</button></div>
<div class="body"><slot></slot><div class="actions"><slot name="secondary-actions"></slot></div></div>`;

const bannerCss = `:host { display: block; border-radius: var(--r); background: var(--surface); overflow: clip;
  box-shadow: 0 0 0 1px rgba(26, 26, 26, .08), 0 1px 0 rgba(26, 26, 26, .07) }
.head { display: flex; gap: 8px; align-items: center; padding: 8px 12px }
b { flex: 1; font: 650 13px/20px var(--f) }
.body { padding: 12px }
.actions { display: flex; gap: 8px; margin-top: 8px }
.actions:not(.on) { display: none }
button { all: unset; cursor: pointer; display: none; padding: 2px; border-radius: 6px }
button:focus-visible { outline: 2px solid var(--focus) }
:host([dismissible]) button { display: inline-flex }`;

const bannerIcons = {success: 'check-circle', critical: 'alert-circle', warning: 'alert-triangle'};

function initBanner(element) {
  element.$('button').addEventListener('click', () => {
    fire(element, 'dismiss', {bubbles: false});
    element.setAttribute('hidden', '');
    fire(element, 'afterhide', {bubbles: false});
  });
  const slot = element.$('slot[name]');
  slot.addEventListener('slotchange', () => {
    element.$('.actions').classList.toggle('on', slot.assignedElements().length > 0);
  });
}

function updateBanner(element) {
  const named = at(element, 'tone') ?? 'info';
  const {back, text} = tone(named === 'auto' ? 'info' : named);
  element.$('.head').style.cssText = `background: ${back}; color: ${text}`;
  element.$('i').innerHTML = icon(bannerIcons[named] ?? 'info', 18);
  element.$('b').textContent = at(element, 'heading') ?? '';
  element.inner.role = named === 'critical' ? 'alert' : 'status';
}

function updateProgress(element) {
  const max = Number(at(element, 'max') ?? 1);
  const value = Number(at(element, 'value') ?? 0);
  const bar = element.$('div');
  bar.style.width = `${max > 0 ? (100 * value) / max : 0}%`;
  bar.style.background = tones[at(element, 'tone')]?.solid ?? '#303030';
  element.inner.role = 'progressbar';
  element.inner.ariaLabel = at(element, 'accessibilityLabel');
  element.inner.ariaValueNow = String(value);
  element.inner.ariaValueMax = String(max);
}

export function defineFeedback() {
  define('s-banner', {html: bannerHtml, css: bannerCss, init: initBanner, up: updateBanner});
  define('s-badge', {
    css: `:host { display: inline-flex; align-items: center; gap: 4px; padding: 2px 8px; border-radius: 8px;
  font: 550 12px/16px var(--f); white-space: nowrap }`,
    html: '<i></i><slot></slot>',
    up: (element) => {
      const {back, text} = tone(at(element, 'tone'));
      element.style.background = back;
      element.style.color = text;
      element.$('i').innerHTML = at(element, 'icon') ? icon(at(element, 'icon'), 12) : '';
    },
  });
  define('s-spinner', {
    css: `:host { display: inline-block; width: 20px; height: 20px; border: 2.5px solid #8a8a8a; border-top-color: transparent;
  border-radius: 50%; animation: turn .7s linear infinite }
:host([size^=large]) { width: 40px; height: 40px }
@keyframes turn { to { rotate: 360deg } }`,
    html: '',
    up: (element) => {
      element.inner.role = 'status';
      element.inner.ariaLabel = at(element, 'accessibilityLabel');
    },
  });
  define('s-progress', {
    css: `:host { display: block; height: 8px; border-radius: 8px; background: #e3e3e3; overflow: hidden }
div { height: 100%; border-radius: 8px; transition: width .4s }`,
    html: '<div></div>',
    up: updateProgress,
  });
  define('s-icon', {
    css: ':host { display: inline-flex; vertical-align: middle }',
    html: '<i></i>',
    up: (element) => {
      element.$('i').innerHTML =
        at(element, 'type') === null ? '' : icon(at(element, 'type'), at(element, 'size') === 'small' ? 16 : 20);
      const subdued = at(element, 'color') === 'subdued' ? '#8a8a8a' : '';
      element.style.color = tones[at(element, 'tone')]?.solid ?? subdued;
    },
  });
  define('s-empty-state', {
    css: `:host { display: flex; flex-direction: column; align-items: center; gap: 8px; padding: 40px 16px; text-align: center }
h2 { font: 650 14px/20px var(--f); margin: 0 }
div { display: flex; gap: 8px }`,
    html: `<slot name="graphic"></slot><h2></h2><slot name="subheading"></slot><slot></slot>
<div><slot name="secondary-actions"></slot><slot name="primary-action"></slot></div>`,
    up: (element) => {
      element.$('h2').textContent = at(element, 'heading') ?? '';
    },
  });
}
