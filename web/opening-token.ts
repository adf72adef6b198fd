// The ID token in the address with which Shopify opens the frame. It authorises the first requests, so that they need not wait until
// App Bridge has asked the admin for one. Shopify's own library for servers reads it from there too (shopify-app-express,
// get-session-token); our server checks it like any other.

/** The page drops it from its address, and later requests carry the token that App Bridge adds. */
const usedForMs = 5_000;

let token = new URLSearchParams(location.search).get('id_token');

/** Null when there is none, when the page has been open for a while, or when the server has refused it. */
export const openingToken = (): string | null => (performance.now() < usedForMs ? token : null);

/** A frame that the browser restores may hold an old one. */
export function forgetOpeningToken(): void {
  token = null;
}
