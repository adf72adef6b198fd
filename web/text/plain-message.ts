// A message in plain HTML, for when Shopify's scripts did not load or the page broke.

/** Milliseconds until the message appears. */
const showAfterMs = 5000;

/**
 * Shows a message if Shopify's page elements have not loaded after five seconds, because every element of the page is then an empty tag.
 */
export function watchForPolaris(): void {
  setTimeout(() => {
    if (customElements.get('s-page') !== undefined) return;
    showPlainMessage(
      'Shopify’s page elements did not load. Please check your connection, switch off blockers for cdn.shopify.com, and open the app again. Your orders and products are not affected.',
    );
  }, showAfterMs);
}

/** Replaces everything on the page by the message, and announces it to screen readers. */
export function showPlainMessage(text: string): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.style.cssText = 'max-width: 34em; margin: 4em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif';
  message.textContent = text;
  document.body.replaceChildren(message);
}
