// Where a visitor gets keys. The real supplier issues them in writing to the address on the partner's account.

import {type Answer, htmlAnswer} from './answers/answer.ts';
import {escaped, page} from './answers/html.ts';
import type {Api, KnownKey, openKeyring} from './keys.ts';

export type Keyring = Pick<ReturnType<typeof openKeyring>, 'issue' | 'list' | 'setRevoked'>;

const names: Readonly<Record<Api, string>> = {catalogue: 'Catalogue key', dropship: 'Dropship key'};

export function answerKeys(keys: Keyring): Answer {
  return htmlAnswer(200, page('Keys', offer() + list(keys.list())));
}

/** Issues a key and shows it, this once: only its hash is kept. */
export function answerIssue(keys: Keyring, body: string): Answer {
  const api = new URLSearchParams(body).get('api');
  if (api !== 'catalogue' && api !== 'dropship') {
    return htmlAnswer(400, page('Keys', '<p class="card bad">Choose a catalogue key or a dropship key.</p>' + offer()));
  }
  return htmlAnswer(200, page('Keys', shown(api, keys.issue(api)) + offer() + list(keys.list())));
}

/** Revokes a key of the list, or gives it back, and goes back to the page. */
export function answerRevoke(keys: Keyring, id: string, revoked: boolean): Answer {
  if (!keys.list().some((key) => key.id === id)) {
    return htmlAnswer(404, page('Keys', '<p class="card bad">There is no such key.</p>'));
  }
  keys.setRevoked(id, revoked);
  return htmlAnswer(303, '', {location: '/keys'});
}

/** Where the clipboard is refused, or missing as on pages without https, the key is left marked for the visitor to copy. */
const copyKey = [
  "const field = this.previousElementSibling.querySelector('input')",
  'const said = this.nextElementSibling',
  "const refused = () => { field.select(); said.textContent = 'The browser did not let the page copy. The key is marked: press Ctrl+C or Cmd+C.' }",
  "navigator.clipboard ? navigator.clipboard.writeText(field.value).then(() => { said.textContent = 'Copied.' }, refused) : refused()",
].join('; ');

function shown(api: Api, key: string): string {
  const copy = `<button class="main" type="button" onclick="${copyKey}">Copy</button> <span role="status"></span>`;
  const field = `<label>${names[api]} <input readonly value="${escaped(key)}" onfocus="this.select()"></label>`;
  return `<section class="card good" role="status"><h2>Your new ${names[api].toLowerCase()}</h2><p>It is shown this once. Copy it, then paste it in Piecewise: under Set-up, or under Settings.</p>${field}${copy}</section>`;
}

function offer(): string {
  const button = (api: Api) =>
    `<form method="post" action="/keys"><button class="main" name="api" value="${api}">Issue a ${names[api].toLowerCase()}</button></form>`;
  return `<section class="card"><h2>Get a key</h2><p>Piecewise needs one of each. The real supplier sends keys to the e-mail address on your account when you ask for them; here you issue them yourself. Each is shown once: paste the first one in Piecewise before you issue the other.</p><div class="row">${button('catalogue')}${button('dropship')}</div></section>`;
}

function list(keys: readonly KnownKey[]): string {
  if (keys.length === 0) return '<p class="card">No key has been issued yet.</p>';
  const rows = keys.map(({id, api, last4, partner, revoked}) => {
    const act = revoked ? 'restore' : 'revoke';
    const words = revoked ? 'Give it back' : 'Revoke';
    const label = `${words}: ${names[api].toLowerCase()} ending in ${last4}`;
    const state = `<span class="state ${revoked ? '' : 'paid'}">${revoked ? 'revoked' : 'valid'}</span>`;
    return `<li class="row"><span>${names[api]} ending in <code>${escaped(last4)}</code>, ${escaped(partner)}</span>${state}<form method="post" action="/keys/${id}/${act}"><button aria-label="${escaped(label)}">${words}</button></form></li>`;
  });
  return `<section class="card"><h2>Issued keys</h2><ul class="keys">${rows.join('')}</ul></section>`;
}
