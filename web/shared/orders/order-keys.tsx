// Keyboard shortcuts of single keys, for paying many orders. They work only while the list or the order to pay has the focus, and can be
// switched off:
// https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html
import {type KeyboardEvent, useId, useState} from 'react';

export type OrderKey = 'j' | 'k' | 'c' | 'p' | 'u';

const keyMeanings: Readonly<Record<OrderKey, string>> = {
  j: 'next',
  k: 'previous',
  c: 'open the checkout',
  p: 'I paid it',
  u: 'undo',
};

export type OrderKeys = {
  readonly areOn: boolean;
  /** Switches the shortcuts on or off, and remembers it in this browser. */
  readonly setAreOn: (areOn: boolean) => void;
  /** The handler for the element that has the focus, or has it inside. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** Calls an action for each shortcut. @param repeatable the keys that act again and again while they are held down. */
export function useOrderKeys(
  actions: Readonly<Record<OrderKey, () => unknown>>,
  repeatable: readonly OrderKey[],
): OrderKeys {
  const [areOn, setAreOn] = useState(readChoice);
  return {
    areOn,
    setAreOn(on) {
      setAreOn(on);
      saveChoice(on);
    },
    onKeyDown(event) {
      const key = event.key.toLowerCase();
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!areOn || isOther || !isOrderKey(key) || (event.repeat && !repeatable.includes(key))) return;
      event.preventDefault();
      actions[key]();
    },
  };
}

const isOrderKey = (key: string): key is OrderKey => Object.hasOwn(keyMeanings, key);

const choiceStorageKey = 'piecewise-order-keys';

/**
 * Whether shortcuts are on: yes, unless the merchant switched them off in this browser. Without storage the choice lasts until another page
 * is opened.
 */
function readChoice(): boolean {
  try {
    return localStorage.getItem(choiceStorageKey) !== 'off';
  } catch {
    return true;
  }
}

function saveChoice(on: boolean): void {
  try {
    localStorage.setItem(choiceStorageKey, on ? 'on' : 'off');
  } catch {
    // A browser may refuse storage to a frame of another site.
  }
}

/** A button, where there is room for a keyboard, that opens the switch for shortcuts and what each key does. */
export function KeysHelp({keys: {areOn, setAreOn: switchTo}, where}: {keys: OrderKeys; where: string}) {
  const popover = useId();
  return (
    <s-box display="@container (inline-size > 490px) auto, none">
      <s-button
        variant="tertiary"
        icon="keyboard"
        accessibilityLabel="Which keys act"
        commandFor={popover}
        command="--toggle"
      />
      <s-popover id={popover}>
        <s-box padding="small">
          <s-stack gap="small-300">
            <s-switch
              label="Keyboard shortcuts"
              checked={areOn}
              onChange={(event) => switchTo(event.currentTarget.checked)}
            />
            <s-text color="subdued">While the focus is {where}:</s-text>
            {Object.entries(keyMeanings).map(([key, meaning]) => (
              <s-text key={key}>
                {key}: {meaning}
              </s-text>
            ))}
          </s-stack>
        </s-box>
      </s-popover>
    </s-box>
  );
}
