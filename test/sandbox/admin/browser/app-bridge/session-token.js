// Session tokens: real signed ones from the Shopify stand-in, kept until shortly before they expire, added to own requests.
// https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens
import {ask} from './admin.js';

const spareMs = 5000;
let token = null;
let expiresAt = 0;

export async function idToken() {
  if (token === null || Date.now() > expiresAt - spareMs) {
    const apiKey = document.querySelector('meta[name=shopify-api-key]')?.getAttribute('content');
    token = await ask('idToken', {apiKey});
    expiresAt = expiryOf(token);
  }
  return token;
}

const expiryOf = (jwt) => JSON.parse(atob(jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000;

/** From here on, requests of the page to its own origin carry the token. */
export function addTokenToFetch() {
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin) return plainFetch(input, init);
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await idToken()}`);
    return plainFetch(input, {...init, headers});
  };
}
