/**
 * Copies a text and says so. The older command comes first: it needs only the merchant's press, while Chromium gives the clipboard to
 * a page in a frame only where the frame's owner allows it. https://caniuse.com/mdn-api_clipboard_writetext
 */
export async function copyText(label: string, text: string): Promise<void> {
  const isCopied = copyBySelection(text) || (await copyByClipboard(text));
  if (isCopied) shopify.toast.show(`${label} copied`);
  else shopify.toast.show('Your browser does not let the page copy. Select the text instead.', {isError: true});
}

/** The focus returns to where it was. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position: fixed; opacity: 0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

const copyByClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
