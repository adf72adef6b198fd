// Shopify opens the app with parameters that name the store. The app's own links do not have them; the frame's URL keeps them, so
// that the server knows the store when only the frame is reloaded.

const frameParameters = ['embedded', 'shop', 'host', 'locale'] as const;

/** The query of the address with which the frame was opened. */
const openingQuery = new URLSearchParams(window.location.search);

/** Puts the parameters that name the store into the frame's URL if they are missing. App Bridge leaves them out of the admin's own URL. */
export function keepFrameParameters(): void {
  const address = new URL(window.location.href);
  for (const name of frameParameters) {
    const value = openingQuery.get(name);
    if (value !== null && !address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
}
