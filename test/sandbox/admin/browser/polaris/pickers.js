// Pickers of a date, a colour or files, drawn with the browser's own controls, and the chip that can be pressed.
import {at, define, fire, has} from './element.js';
import {fieldCss} from './fields.js';
import {icon} from './look.js';

const valueOf = (read, write) => ({
  get() {
    return read(this);
  },
  set(value) {
    write(this, String(value ?? ''));
  },
});

/** A native input whose value is the element's. */
function native(tag, {type, label}) {
  define(tag, {
    form: true,
    focus: true,
    css: `${fieldCss} input[type=color] { height: 24px }`,
    html: `<div class="f"><input id="i" type="${type}"></div>`,
    props: {
      value: valueOf(
        (element) => element.$('#i').value,
        (element, text) => {
          element.$('#i').value = text;
          element.inner.setFormValue(text);
        },
      ),
    },
    init: (element) => {
      for (const name of ['input', 'change']) {
        element.$('#i').addEventListener(name, (event) => {
          event.stopPropagation();
          element.inner.setFormValue(element.$('#i').value);
          fire(element, name);
        });
      }
    },
    up: (element) => {
      element.$('#i').setAttribute('aria-label', at(element, 'label') ?? label);
      element.$('#i').disabled = has(element, 'disabled');
      if (element.memory.shown) return;
      element.memory.shown = true;
      const first = at(element, 'value') ?? at(element, 'defaultValue');
      if (first !== null) element.value = first;
      element.memory.first = element.value;
    },
    reset: (element) => {
      element.value = element.memory.first;
    },
  });
}

/** One day or, as "2026-11-01--2026-11-30", the days from one to another. */
function defineDatePicker() {
  define('s-date-picker', {
    form: true,
    focus: true,
    css: `${fieldCss} :host { display: inline-block } .days { display: flex; gap: 8px }
:host(:not([type=range])) .f:last-child { display: none }`,
    html: `<div class="days"><div class="f"><input id="i" type="date" aria-label="From"></div>
<div class="f"><input id="to" type="date" aria-label="To"></div></div>`,
    props: {
      value: valueOf(
        (element) =>
          [element.$('#i').value, at(element, 'type') === 'range' ? element.$('#to').value : '']
            .filter(Boolean)
            .join('--'),
        (element, text) => {
          const [from = '', to = ''] = text.split('--');
          element.$('#i').value = from;
          element.$('#to').value = to;
          element.inner.setFormValue(text);
        },
      ),
    },
    init: (element) => {
      for (const input of [element.$('#i'), element.$('#to')]) {
        input.addEventListener('change', (event) => {
          event.stopPropagation();
          element.inner.setFormValue(element.value);
          fire(element, 'input');
          fire(element, 'change');
        });
      }
    },
    up: (element) => {
      element.$('#i').setAttribute('aria-label', at(element, 'type') === 'range' ? 'From' : 'Date');
      if (element.memory.shown) return;
      element.memory.shown = true;
      element.value = at(element, 'value') ?? at(element, 'defaultValue') ?? '';
    },
  });
}

function defineDropZone() {
  define('s-drop-zone', {
    form: true,
    focus: true,
    css: `${fieldCss} .zone { display: flex; flex-direction: column; align-items: center; gap: 8px; padding: 24px;
  border: 1px dashed var(--border-in); border-radius: var(--rf); background: #fdfdfd }
  .zone input { padding: 12px 0; cursor: pointer }`,
    html: `<label class="l" for="i"></label><div class="zone">${icon('upload', 20)}<input id="i" type="file"><slot></slot></div>`,
    props: {
      files: {
        get() {
          return [...this.$('#i').files];
        },
        set() {},
      },
    },
    init: (element) => {
      element.$('#i').addEventListener('change', () => {
        fire(element, 'input');
        fire(element, 'change');
      });
    },
    up: (element) => {
      const input = element.$('#i');
      element.$('.l').textContent = at(element, 'label') ?? '';
      input.setAttribute('aria-label', at(element, 'accessibilityLabel') ?? at(element, 'label') ?? 'Files');
      input.multiple = has(element, 'multiple');
      input.disabled = has(element, 'disabled');
      input.accept = at(element, 'accept') ?? '';
    },
  });
}

function defineClickableChip() {
  define('s-clickable-chip', {
    focus: true,
    css: `:host { display: inline-flex; gap: 4px; padding: 2px 8px; border-radius: 8px; background: #ebebeb }
button { all: unset; cursor: pointer; font: 450 12px/16px var(--f) } .remove { display: none }
:host([removable]) .remove { display: inline-flex }
button:focus-visible { outline: 2px solid var(--focus); border-radius: 4px }`,
    html: `<slot name="graphic"></slot><button type="button" class="x"><slot></slot></button>
<button type="button" class="remove" aria-label="Remove">${icon('x', 12)}</button>`,
    init: (element) => {
      element.$('.remove').addEventListener('click', (event) => {
        event.stopPropagation();
        fire(element, 'remove', {bubbles: false});
      });
    },
    up: (element) => {
      element.$('.x').disabled = has(element, 'disabled');
    },
  });
}

export function definePickers() {
  native('s-color-field', {type: 'text', label: 'Colour'});
  native('s-color-picker', {type: 'color', label: 'Colour'});
  defineDatePicker();
  defineDropZone();
  defineClickableChip();
}
