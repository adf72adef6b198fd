import {openingTokenAtClose} from './opening-token.ts';

/**
 * Makes a POST ready to be sent while the page closes. App Bridge would first ask the admin for a token, and a closing page gets no
 * answer, so the token is fetched now; the browser finishes the request after the page is gone. Until that token has come, the one in the
 * page's address is used. Where there is neither, nothing is sent.
 * @returns sends the request at once, with this body.
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
    // The page is gone before an answer comes.
    fetch(path, {method: 'POST', keepalive: true, headers, body: JSON.stringify(body)}).catch(() => {});
  };
}
