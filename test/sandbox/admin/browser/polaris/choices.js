// Checkbox, switch, and lists of choices.
import {at, define, fire, has} from './element.js';
import {fieldCss, updateChrome} from './fields.js';
import {onPhones} from './look.js';

const tick = `url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M5 10.5 8.5 14 15 7" fill="none" stroke="white" stroke-width="2.4"/></svg>')`;

const checkboxCss = `input { appearance: none; flex: none; width: 16px; height: 16px; padding: 0; margin-top: 2px;
  border: 1px solid var(--border-in); border-radius: 4px; background: #fff }
input:checked, input:indeterminate { background: var(--pri) ${tick}; border-color: var(--pri) }
input:focus-visible { outline: 2px solid var(--focus) }`;

const switchCss = `input { appearance: none; flex: none; width: 32px; height: 20px; padding: 0; border-radius: 20px;
  background: #8a8a8a; position: relative; transition: .15s }
input::after { content: ""; position: absolute; top: 3px; left: 3px; width: 14px; height: 14px; border-radius: 50%;
  background: #fff; transition: .15s }
input:checked { background: var(--pri) }
input:checked::after { left: 15px }
input:focus-visible { outline: 2px solid var(--focus) }`;

const checkedProperty = {
  get() {
    return this.$('#i').checked;
  },
  set(value) {
    this.$('#i').checked = Boolean(value);
    this.inner.setFormValue(value ? (at(this, 'value') ?? 'on') : null);
  },
};

function check(tag, {css, phoneCss, role = ''}) {
  define(tag, {
    form: true,
    focus: true,
    css: `${fieldCss} .r { display: flex; gap: 8px; cursor: pointer } .r .l { display: inline } ${css}
${onPhones(`.r { padding: 4px 0 } ${phoneCss}`)}`,
    html: `<label class="r"><input id="i" type="checkbox" ${role}><span><span class="l"></span><div class="d" id="d"></div></span>
</label><div class="er" id="e"></div>`,
    props: {checked: checkedProperty},
    init: (element) => {
      const input = element.$('#i');
      input.addEventListener('change', () => {
        element.checked = input.checked;
        fire(element, 'change');
      });
    },
    up: (element) => {
      updateChrome(element);
      if (!element.memory.shown) {
        element.memory.shown = true;
        if (has(element, 'checked') || has(element, 'defaultChecked')) element.checked = true;
        element.memory.first = element.checked;
      }
      element.$('#i').indeterminate = has(element, 'indeterminate');
    },
    reset: (element) => {
      element.checked = element.memory.first;
    },
  });
}

const chosen = (list) => [...list.querySelectorAll('s-choice')].filter((choice) => choice.selected);

const valuesProperty = {
  get() {
    return chosen(this).map((choice) => at(choice, 'value'));
  },
  set(values) {
    this.memory.wanted = values ?? [];
    for (const choice of this.querySelectorAll('s-choice'))
      choice.selected = this.memory.wanted.includes(at(choice, 'value'));
  },
};

function defineChoiceList() {
  define('s-choice-list', {
    form: true,
    css: `:host { display: block }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-direction: column; gap: 4px }
legend { padding: 0; margin-bottom: 4px }
.d { color: var(--sub) }`,
    html: '<fieldset><legend></legend><slot></slot></fieldset><div class="d"></div>',
    props: {values: valuesProperty},
    up: (element) => {
      element.$('legend').textContent = at(element, 'label') ?? '';
      element.$('.d').textContent = at(element, 'details') ?? '';
    },
    on: (element) => {
      element.memory.first ??= element.memory.wanted ?? element.values;
      element.values = element.memory.wanted ?? element.values;
    },
    init: (element) => {
      element.addEventListener('choice', (event) => {
        const others = [...element.querySelectorAll('s-choice')].filter((choice) => choice !== event.target);
        if (!has(element, 'multiple')) for (const choice of others) choice.selected = false;
        element.memory.wanted = element.values;
        fire(element, 'input');
        fire(element, 'change');
      });
    },
    reset: (element) => {
      element.values = element.memory.first;
    },
  });
}

const selectedProperty = {
  get() {
    return this.$('#i').checked;
  },
  set(value) {
    this.$('#i').checked = Boolean(value);
  },
};

function defineChoice() {
  define('s-choice', {
    focus: true,
    html: '<label><input id="i" type="radio"><span><slot></slot><div class="d"><slot name="details"></slot></div></span></label>',
    css: `:host { display: block }
label { display: flex; gap: 8px; cursor: pointer }
input { accent-color: #303030; width: 16px; height: 16px; margin: 2px 0 0; flex: none }
.d { color: var(--sub) }
${onPhones('label { padding: 4px 0 } input { width: 20px; height: 20px; margin: 0 }')}`,
    props: {selected: selectedProperty},
    init: (element) => {
      element.$('#i').addEventListener('change', () => fire(element, 'choice'));
    },
    up: (element) => {
      const input = element.$('#i');
      const list = element.closest('s-choice-list');
      input.type = list && has(list, 'multiple') ? 'checkbox' : 'radio';
      input.disabled = has(element, 'disabled');
      const wanted = list?.memory?.wanted?.includes(at(element, 'value'));
      if (!element.memory.shown && (wanted || has(element, 'selected') || has(element, 'defaultSelected'))) {
        element.selected = true;
      }
      element.memory.shown = true;
    },
  });
}

export function defineChoices() {
  check('s-checkbox', {css: checkboxCss, phoneCss: 'input { width: 20px; height: 20px; margin-top: 0 }'});
  check('s-switch', {css: switchCss, phoneCss: 'input { margin-top: 0 }', role: 'role="switch"'});
  defineChoiceList();
  defineChoice();
}
