// Page, section and text.
import {at, define} from './element.js';
import {followPage, forgetPage} from './lift-page.js';

const pageHtml = `<main class="page">
  <div class="head"><slot name="breadcrumb-actions"></slot><h1></h1><span class="fill"></span>
    <slot name="supplemental-start"></slot><slot name="secondary-actions"></slot><slot name="primary-action"></slot></div>
  <div class="body"><div class="main"><slot></slot></div><div class="aside"><slot name="aside"></slot></div></div>
</main>`;

const pageCss = `:host { display: block; container-type: inline-size }
.page { max-width: 950px; margin: 0 auto; padding: 20px 16px 64px }
:host([inlinesize=large]) .page { max-width: none }
@container (min-width: 760px) { :host([inlinesize=large]) .page { padding-inline: 24px } }
:host([inlinesize=small]) .page { max-width: 662px }
.head { display: flex; gap: 8px; align-items: center; margin-bottom: 16px; flex-wrap: wrap; min-height: 28px }
h1 { font: 650 20px/24px var(--f); margin: 0 }
:host(:state(lifted)) .head { position: absolute; min-height: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
:host(:state(lifted)) .head slot { display: none }
.fill { flex: 1 }
.body { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) }
.main, .aside { display: flex; flex-direction: column; gap: 16px; min-width: 0 }
.aside:not(.on) { display: none }
@container (min-width: 760px) { .body.two { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) } }`;

const sectionHtml = `<div class="head"><div class="title"><h2></h2><p></p></div><slot name="supplemental"></slot>
  <slot name="secondary-actions"></slot><slot name="primary-action"></slot><slot name="accessory"></slot></div>
<slot name="graphic"></slot><div class="body"><slot></slot></div>`;

const sectionCss = `:host { display: block; background: var(--surface); border-radius: var(--r); padding: 16px; overflow: clip;
  box-shadow: 0 1px 0 0 rgba(26, 26, 26, .07), 0 0 0 1px rgba(26, 26, 26, .06) }
:host([padding=none]) { padding: 0 }
:host([padding=none]) .head { padding: 16px 16px 4px }
.head { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 12px }
.head.off { display: none }
.title { flex: 1; min-width: 160px }
h2 { font: 650 14px/20px var(--f); margin: 0 }
p { margin: 0; color: var(--sub) }
p:empty { display: none }
.body { display: flex; flex-direction: column; gap: 12px }
:host(:state(nested)) { box-shadow: none; padding: 0; border-radius: 0; background: none }
:host(:state(nested)) h2 { font-size: 13px }`;

function updateSection(element) {
  if (element.parentElement?.closest('s-section')) element.inner.states.add('nested');
  element.$('h2').textContent = at(element, 'heading') ?? '';
  element.$('p').textContent = at(element, 'subheading') ?? '';
  const hasActions = element.querySelector(':scope > [slot=primary-action], :scope > [slot=secondary-actions]');
  element.$('.head').classList.toggle('off', !at(element, 'heading') && !hasActions);
  element.inner.role = 'region';
  element.inner.ariaLabel = at(element, 'accessibilityLabel') ?? at(element, 'heading');
}

const textTones = {success: '#014b40', critical: '#8e0b21', warning: '#5e4200', caution: '#4f4700', info: '#003a5a'};
const textSizes = {'small-200': '11px', 'small-100': '11px', small: '12px', large: '16px', 'large-100': '20px'};

function updateText(element) {
  const {style} = element;
  const subdued = at(element, 'color') === 'subdued';
  const strong = at(element, 'type') === 'strong' || ['semibold', 'bold'].includes(at(element, 'fontWeight'));
  style.color = subdued ? 'var(--sub)' : (textTones[at(element, 'tone')] ?? '');
  style.fontWeight = strong ? '650' : '';
  style.fontVariantNumeric = at(element, 'fontVariantNumeric') ?? '';
  style.fontSize = textSizes[at(element, 'fontSize')] ?? '';
  style.textDecoration = at(element, 'type') === 'redundant' ? 'line-through' : '';
  const forScreenReaders = at(element, 'accessibilityVisibility') === 'exclusive';
  style.position = forScreenReaders ? 'absolute' : '';
  style.clipPath = forScreenReaders ? 'inset(50%)' : '';
  const lines = at(element, 'lineClamp');
  style.cssText += lines
    ? `; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: ${lines}; overflow: hidden`
    : '';
}

export function definePage() {
  define('s-page', {
    html: pageHtml,
    css: pageCss,
    on: followPage,
    off: forgetPage,
    init: (element) => {
      const slot = element.$('slot[name=aside]');
      slot.addEventListener('slotchange', () => {
        const filled = slot.assignedElements().length > 0;
        element.$('.aside').classList.toggle('on', filled);
        element.$('.body').classList.toggle('two', filled);
      });
    },
    up: (element) => {
      element.$('h1').textContent = at(element, 'heading') ?? '';
    },
  });
  define('s-section', {
    html: sectionHtml,
    css: sectionCss,
    init: (element) => element.shadowRoot.addEventListener('slotchange', () => element.refresh()),
    up: updateSection,
  });
  define('s-heading', {
    css: ':host { display: block; font: 650 13px/20px var(--f) }',
    role: 'heading',
    on: (element) => {
      element.inner.ariaLevel = '3';
    },
  });
  define('s-text', {css: ':host { display: inline }', up: updateText});
  define('s-number', {css: ':host { display: inline; font-variant-numeric: tabular-nums }', up: updateText});
  define('s-paragraph', {role: 'paragraph', up: updateText});
  define('s-unordered-list', {css: ':host { display: block; padding-left: 20px; list-style: disc }', role: 'list'});
  define('s-ordered-list', {css: ':host { display: block; padding-left: 20px; list-style: decimal }', role: 'list'});
  define('s-list-item', {css: ':host { display: list-item }', role: 'listitem'});
}
