// The ID token in the address with which Shopify opens the frame. It authorises the first requests, so that they need not wait until
// App Bridge has asked the admin for one. Shopify's own library for servers reads it from there too (shopify-app-express,
// get-session-token); our server checks it like any other.

/** Counted from the opening of the page. Later requests carry the token that App Bridge adds. */
const usedForMs = 5_000;

let token = new URLSearchParams(location.search).get('id_token');

/** Null when there is none, when the page has been open for five seconds, or when the server has refused it. */
export const openingToken = (): string | null => (performance.now() < usedForMs ? token : null);

/** For a page that is being closed and cannot ask for another one. After a minute it has expired, and the server refuses it. */
export const openingTokenAtClose = (): string | null => token;

/** After a refusal: a frame that the browser restores may have an expired token in its address. */
export function forgetOpeningToken(): void {
  token = null;
}
