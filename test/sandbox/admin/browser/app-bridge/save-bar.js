// The save bar: of a form with data-save-bar (submit is Save, reset is Discard), or a <ui-save-bar> that the page shows by its id,
// whose button with the variant primary is Save and whose other one is Discard.
// https://shopify.dev/docs/api/app-home/latest/apis/user-interface-and-interactions/save-bar-api
import {ask, onAdminMessage, postToAdmin} from './admin.js';

const marked = 'form[data-save-bar]';
/** {save, discard} of what the bar is open for, with the form or the id it belongs to. */
let open = null;

function show(owner, acts) {
  open = {owner, ...acts};
  postToAdmin('saveBar', {on: true});
}

function hide(owner) {
  if (open?.owner !== owner) return;
  open = null;
  postToAdmin('saveBar', {on: false});
}

export function watchForms() {
  for (const type of ['input', 'change']) {
    document.addEventListener(type, (event) => {
      const form = event.target.closest?.(marked);
      if (form) show(form, {save: () => form.requestSubmit(), discard: () => form.reset()});
    });
  }
  for (const type of ['submit', 'reset']) {
    document.addEventListener(type, (event) => {
      if (event.target.matches(marked)) hide(event.target);
    });
  }
  onAdminMessage('save', () => open?.save());
  onAdminMessage('discard', () => open?.discard());
}

function barOf(id) {
  const bar = document.getElementById(id);
  if (bar?.localName !== 'ui-save-bar') throw new Error(`There is no <ui-save-bar id="${id}">.`);
  return bar;
}

export const saveBar = {
  async show(id) {
    const bar = barOf(id);
    show(id, {
      save: () => bar.querySelector('button[variant=primary]')?.click(),
      discard: () => bar.querySelector('button:not([variant])')?.click(),
    });
  },
  async hide(id) {
    hide(id);
  },
  async toggle(id) {
    if (open?.owner === id) hide(id);
    else await saveBar.show(id);
  },
  /** Resolves at once without a bar, and when the merchant agrees to leave; it never does for one who stays. */
  async leaveConfirmation() {
    if (open === null) return;
    const leaves = await ask('leave');
    if (!leaves) await new Promise(() => {});
    open = null;
    postToAdmin('saveBar', {on: false});
  },
};
