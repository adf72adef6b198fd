// The ID token in the address with which Shopify opens the frame. It authorises the first requests, so that they need not wait until
// App Bridge has asked the admin for one. Shopify's own library for servers reads it from there too (shopify-app-express,
// get-session-token); our server checks it like any other.

/** Milliseconds since the page was opened. Later requests carry the token that App Bridge adds. */
const usableForMs = 5_000;

/** The token of the page's address; null when there is none or it was refused. */
let token = new URLSearchParams(location.search).get('id_token');

/**
 * The token for requests; null when the address has none, when the page has been open for five seconds, or when the server has refused it.
 */
export const openingToken = (): string | null => (performance.now() < usableForMs ? token : null);

/**
 * The token for a page that is being closed and cannot ask for another one; null when the address has none or the server has refused it.
 * The token expires a minute after the page was opened; the server then refuses it.
 */
export const openingTokenAtClose = (): string | null => token;

/** Called when the server has refused the token: a frame that the browser restores may have an expired one in its address. */
export function forgetOpeningToken(): void {
  token = null;
}
