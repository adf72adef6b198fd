import {useState} from 'react';

type CopyButtonProps = {
  /** What is copied, as the toast and the button's accessible label name it. */
  readonly name: string;
  readonly accessibilityLabel: string;
  /** The text to copy; empty: the button is disabled. */
  readonly text: string;
  /** Called after a press with whether the browser refused, for a text that does not stand on the page anyway. */
  readonly onOutcome?: (isRefused: boolean) => void;
  readonly children: string;
};

/** Copies a text. A success is said in a toast; that the browser refused stays beside the button, because the merchant must act. */
export function CopyButton({name, accessibilityLabel, text, onOutcome, children}: CopyButtonProps) {
  const [isRefused, setIsRefused] = useState(false);
  const copy = async () => {
    const isCopied = copyBySelection(text) || (await copyByClipboard(text));
    setIsRefused(!isCopied);
    onOutcome?.(!isCopied);
    if (isCopied) shopify.toast.show(`${name} copied`);
  };
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-button
        icon="clipboard"
        disabled={text === ''}
        accessibilityLabel={accessibilityLabel}
        onClick={() => void copy()}
      >
        {children}
      </s-button>
      {isRefused && (
        <div role="alert">
          <s-text tone="critical">Your browser does not let the page copy. Select the text instead.</s-text>
        </div>
      )}
    </s-stack>
  );
}

/**
 * Copies with the older command, which is tried first: it needs only the merchant's press, while Chromium gives the clipboard to a page in a
 * frame only where the frame's owner allows it. Returns whether it worked. https://caniuse.com/mdn-api_clipboard_writetext
 */
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

/** Copies with the browser's clipboard; resolves to whether it worked. */
async function copyByClipboard(text: string): Promise<boolean> {
  try {
    // Undefined on a page without https, which no type says.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
