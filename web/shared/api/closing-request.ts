import {openingTokenAtClose} from './opening-token.ts';

/**
 * Prepares a POST that can be sent while the page closes. App Bridge would first ask the admin for a token, and a closing page gets no
 * answer, so the token is fetched now. Until it has come, the token in the page's address is used; without either, nothing is sent.
 * @returns a function that sends the request at once, with this body; the browser finishes it after the page is gone.
 */
export function prepareClosingPost(path: string): (body: object) => void {
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  });
  const authorise = (token: string): void => headers.set('authorization', `Bearer ${token}`);
  const opening = openingTokenAtClose();
  if (opening !== null) authorise(opening);
  shopify.idToken().then(authorise, () => {});
  return (body) => {
    if (!headers.has('authorization')) return;
    // The answer is ignored, because the page is gone before it comes.
    fetch(path, {method: 'POST', keepalive: true, headers, body: JSON.stringify(body)}).catch(() => {});
  };
}
