// Shopify opens the app with parameters that name the store. The app's own links do not have them; the frame's URL keeps them, so
// that the server knows the store when only the frame is reloaded.

const kept = ['embedded', 'shop', 'host', 'locale'] as const;

const opened = new URLSearchParams(window.location.search);

/** App Bridge leaves these parameters out of the admin's own URL. */
export function keepFrameParameters(): void {
  const address = new URL(window.location.href);
  for (const name of kept) {
    const value = opened.get(name);
    if (value !== null && !address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
}
