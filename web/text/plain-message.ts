// A message in plain HTML, for when Shopify's scripts did not load or the page broke.

const showAfterMs = 5000;

/** Without Shopify's scripts every element of the page is an empty tag; show a message instead of nothing. */
export function watchForPolaris(): void {
  setTimeout(() => {
    if (customElements.get('s-page') !== undefined) return;
    showPlainMessage(
      'Shopify’s page elements did not load. Please check your connection, switch off blockers for cdn.shopify.com, and open the app again. Your orders and products are not affected.',
    );
  }, showAfterMs);
}

export function showPlainMessage(text: string): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.style.cssText = 'max-width: 34em; margin: 4em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif';
  message.textContent = text;
  document.body.replaceChildren(message);
}
