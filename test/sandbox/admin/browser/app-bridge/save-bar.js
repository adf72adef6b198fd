// The save bar of a form with data-save-bar: submit is Save, reset is Discard.
// https://shopify.dev/docs/api/app-home/latest/apis/user-interface-and-interactions/save-bar-api
import {hear, tell} from './admin.js';

const marked = 'form[data-save-bar]';
let open = null;

const show = (form) => {
  open = form;
  tell('saveBar', {on: true});
};

const hide = (form) => {
  if (open !== form) return;
  open = null;
  tell('saveBar', {on: false});
};

export function watchForms() {
  for (const type of ['input', 'change']) {
    document.addEventListener(type, (event) => {
      const form = event.target.closest?.(marked);
      if (form) show(form);
    });
  }
  for (const type of ['submit', 'reset']) {
    document.addEventListener(type, (event) => {
      if (event.target.matches(marked)) hide(event.target);
    });
  }
  hear('save', () => open?.requestSubmit());
  hear('discard', () => open?.reset());
}
