// The visitor's controls of the supplier: the whole service, the list of what can be bought singly, the keys.
import {call} from './call.js';
import {make} from './make.js';

const byId = (id) => document.getElementById(id);

/** Returns what reads and shows how the supplier stands; without a supplier the controls are not shown. */
export function wireSupplierControls(supplierUrl, {say, failed}) {
  byId('supplier-controls').hidden = supplierUrl === null;
  if (supplierUrl === null) return async () => {};
  byId('supplier-link').href = `${supplierUrl}/`;
  byId('supplier-keys-link').href = `${supplierUrl}/keys`;

  const act = async (path, given, message) => {
    try {
      show(await call(`/sandbox/api/supplier${path}`, given), act);
      say(message);
    } catch (error) {
      failed(error.message);
    }
  };
  byId('list-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void act('/list', {percent: byId('list-share').valueAsNumber}, 'The next run of the app reads the list.');
  });
  byId('list-restore').addEventListener('click', () => {
    void act('/list', {percent: 0}, 'The list is whole again; the next run of the app reads it.');
  });
  return async () => show(await call('/sandbox/api/supplier'), act);
}

function show({down, listed, leftOut, keys}, act) {
  const left = leftOut === 0 ? '' : `; you left ${leftOut} out`;
  byId('list-count').textContent = `The supplier lists ${listed} articles to buy singly${left}.`;
  byId('supplier-down').replaceChildren(downButton(down, act));
  byId('supplier-keys').replaceChildren(...keys.map((key) => make('li', {}, keyButton(key, act))));
  byId('no-keys').hidden = keys.length > 0;
}

function downButton(down, act) {
  const label = down ? 'Bring the supplier up again' : 'Take the supplier down';
  const message = down ? 'The supplier is up again.' : 'The supplier is down: connections to it are refused.';
  return make('button', {type: 'button', onclick: () => void act('/down', {down: !down}, message)}, label);
}

function keyButton({id, api, last4, revoked}, act) {
  const label = `${revoked ? 'Give back' : 'Revoke'} the ${api} key ${last4}`;
  const message = revoked ? 'The key is valid again.' : 'The key is revoked: the supplier refuses it from now on.';
  return make('button', {type: 'button', onclick: () => void act(`/keys/${id}`, {revoked: !revoked}, message)}, label);
}
