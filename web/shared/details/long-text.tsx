import {ShowAll} from './show-all.tsx';

type LongTextProps = {
  /** What the text is, for the names of the button and of what it opens. */
  readonly name: string;
  readonly text: string;
  /** Whether the text is the supplier's alone, so that its script decides the direction. */
  readonly isSuppliersText?: boolean;
};

/** How many letters are shown at first: some five lines on a phone. */
const shownAtFirst = 180;

/** The first letters, without half of one that takes two places. */
const beginningOf = (text: string): string => text.slice(0, shownAtFirst).replace(/[\uD800-\uDBFF]$/, '');

/** A text of which a long one shows only its beginning until the rest is asked for. */
export function LongText({name, text, isSuppliersText: isTheirs = false}: LongTextProps) {
  const direction = isTheirs ? {dir: 'auto' as const} : {};
  if (text.length <= shownAtFirst) return <s-text {...direction}>{text}</s-text>;
  return (
    <ShowAll name={name} label="Show all" accessibilityLabel={`Show all: ${name}`}>
      {(isWhole, button) => (
        <s-stack gap="small-400" alignItems="start">
          <s-text {...direction}>{isWhole ? text : `${beginningOf(text)}…`}</s-text>
          {button}
        </s-stack>
      )}
    </ShowAll>
  );
}
