// Fields that hold text, and the select.
import {at, define, fire, has} from './element.js';
import {escapeHtml, icon, onPhones} from './look.js';

export const fieldCss = `:host { display: block }
label.l { display: block; margin-bottom: 4px }
.l.ex { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.f { display: flex; align-items: center; gap: 4px; min-height: 32px; padding: 0 12px; background: #fdfdfd;
  border: 1px solid var(--border-in); border-radius: var(--rf) }
.f:hover { background: #fafafa }
.f:focus-within { outline: 2px solid var(--focus); outline-offset: 1px }
input, textarea, select { all: unset; flex: 1; min-width: 0; width: 100%; font: 450 13px/20px var(--f); color: var(--text);
  padding: 5px 0 }
textarea { white-space: pre-wrap; display: block }
input:focus-visible, textarea:focus-visible, select:focus-visible { outline: none }
input::placeholder { color: #616161 }
:host([disabled]) .f { background: rgba(0, 0, 0, .05); border-color: transparent; color: #616161 }
:host([error]:not([error=""])) .f { background: #fee8eb; border-color: #8e1f0b }
.af, .d { color: var(--sub) }
.d { margin-top: 4px }
.er { color: var(--crit-t); margin-top: 4px; display: flex; gap: 4px }
.er svg { flex: none; margin-top: 2px }
.d:empty, .er:empty { display: none }
${onPhones('.f { min-height: 36px } input, textarea, select { font-size: 16px; line-height: 24px }')}`;

const around = (control) => `<label class="l" for="i"></label>
<div class="f"><span class="af pre"></span>${control}<span class="af suf"></span><slot name="accessory"></slot></div>
<div class="d" id="d"></div><div class="er" id="e" role="alert"></div>`;

/** Label, details, error and the states every field shares. */
export function updateChrome(element) {
  const input = element.$('#i');
  const label = element.$('.l');
  label.textContent = at(element, 'label') ?? '';
  label.classList.toggle('ex', at(element, 'labelAccessibilityVisibility') === 'exclusive');
  label.hidden = !at(element, 'label');
  element.$('.d').textContent = at(element, 'details') ?? '';
  const error = at(element, 'error');
  element.$('.er').innerHTML = error ? `${icon('alert-circle')}<span>${escapeHtml(error)}</span>` : '';
  input.setAttribute('aria-invalid', String(Boolean(error)));
  input.setAttribute('aria-describedby', 'd e');
  input.disabled = has(element, 'disabled');
  input.required = has(element, 'required');
  const spoken = at(element, 'accessibilityLabel');
  if (spoken) input.setAttribute('aria-label', spoken);
}

const valueProperty = {
  get() {
    return this.$('#i').value;
  },
  set(value) {
    const text = String(value ?? '');
    const input = this.$('#i');
    this.memory.value = text;
    if (input.value !== text) input.value = text;
    this.inner.setFormValue(input.value);
  },
};

/** The first value a field shows is the one a reset returns to. */
function rememberFirstValue(element) {
  if (element.memory.shown) return;
  element.memory.shown = true;
  const first = at(element, 'value') ?? at(element, 'defaultValue');
  element.memory.first = first ?? element.value;
  if (first !== null) element.value = first;
}

const passed = ['placeholder', 'min', 'max', 'step', 'minlength', 'maxlength', 'autocomplete', 'rows', 'inputmode'];

function textField(tag, {type = 'text', sign, area = false, currency = false} = {}) {
  define(tag, {
    form: true,
    focus: true,
    css: fieldCss,
    html: around(area ? '<textarea id="i"></textarea>' : `<input id="i" type="${type}">`),
    props: {value: valueProperty},
    init: (element) => {
      const input = element.$('#i');
      input.addEventListener('input', () => element.inner.setFormValue(input.value));
      // A native change does not leave the shadow root by itself.
      input.addEventListener('change', () => fire(element, 'change'));
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !area) element.closest('form')?.requestSubmit();
      });
    },
    up: (element) => {
      updateChrome(element);
      rememberFirstValue(element);
      const input = element.$('#i');
      for (const name of passed) {
        if (at(element, name) === null) input.removeAttribute(name);
        else input.setAttribute(name, at(element, name));
      }
      input.readOnly = has(element, 'readOnly');
      const drawn = sign ?? at(element, 'icon');
      element.$('.pre').innerHTML = at(element, 'prefix')
        ? escapeHtml(at(element, 'prefix'))
        : drawn
          ? icon(drawn)
          : '';
      element.$('.suf').textContent = at(element, 'suffix') ?? (currency ? (at(element, 'currencyCode') ?? '') : '');
    },
    reset: (element) => {
      element.value = element.memory.first;
    },
  });
}

function fillSelect(element) {
  const select = element.$('#i');
  const keep = element.memory.value ?? select.value;
  const placeholder = at(element, 'placeholder');
  const first = placeholder ? `<option value="" disabled selected>${escapeHtml(placeholder)}</option>` : '';
  select.innerHTML = first + [...element.children].map(optionHtml).join('');
  if (keep) select.value = keep;
  element.inner.setFormValue(select.value);
}

function optionHtml(child) {
  if (child.localName === 's-option-group') {
    const inner = [...child.children].map(optionHtml).join('');
    return `<optgroup label="${escapeHtml(child.getAttribute('label'))}">${inner}</optgroup>`;
  }
  if (child.localName !== 's-option') return '';
  const value = escapeHtml(child.getAttribute('value') ?? child.textContent);
  const disabled = child.hasAttribute('disabled') ? 'disabled' : '';
  const selected = has(child, 'selected') || has(child, 'defaultSelected') ? 'selected' : '';
  return `<option value="${value}" ${disabled} ${selected}>${escapeHtml(child.textContent)}</option>`;
}

function defineSelect() {
  define('s-select', {
    form: true,
    focus: true,
    css: `${fieldCss} .f { padding-right: 8px } select { cursor: pointer }`,
    html: `${around(`<select id="i"></select>${icon('chevron-down')}`)}<slot hidden></slot>`,
    props: {value: valueProperty},
    init: (element) => {
      const select = element.$('#i');
      select.addEventListener('change', () => {
        element.memory.value = select.value;
        element.inner.setFormValue(select.value);
        fire(element, 'change');
      });
      element.memory.observer = new MutationObserver(() => fillSelect(element));
    },
    on: (element) => {
      fillSelect(element);
      element.memory.first = at(element, 'value') ?? element.value;
      element.memory.observer.observe(element, {childList: true, subtree: true, characterData: true});
    },
    off: (element) => element.memory.observer.disconnect(),
    up: (element) => {
      updateChrome(element);
      if (element.memory.value === undefined && at(element, 'value') !== null)
        element.memory.value = at(element, 'value');
    },
    reset: (element) => {
      element.value = element.memory.first;
    },
  });
  define('s-option', {css: ':host { display: none }'});
  define('s-option-group', {css: ':host { display: none }'});
}

export function defineFields() {
  textField('s-text-field');
  textField('s-password-field', {type: 'password'});
  textField('s-email-field', {type: 'email'});
  textField('s-url-field', {type: 'url'});
  textField('s-search-field', {type: 'search', sign: 'search'});
  textField('s-text-area', {area: true});
  textField('s-number-field', {type: 'number'});
  textField('s-money-field', {type: 'number', currency: true});
  textField('s-date-field', {type: 'date'});
  defineSelect();
}
