import {useState} from 'react';

type LongTextProps = {
  /** What the text is, for the name of the button. */
  readonly name: string;
  readonly text: string;
  /** Whether the text is the supplier's alone, so that its script decides the direction. */
  readonly isSuppliersText?: boolean;
};

/** How many letters are shown at first: some five lines on a phone. */
const shownAtFirst = 180;

/** A text of the supplier, of which a long one shows only its beginning until the rest is asked for. */
export function LongText({name, text, isSuppliersText: isTheirs = false}: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const direction = isTheirs ? {dir: 'auto' as const} : {};
  if (isWhole || text.length <= shownAtFirst) return <s-text {...direction}>{text}</s-text>;
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-text {...direction}>{`${text.slice(0, shownAtFirst).toWellFormed()}…`}</s-text>
      <s-button accessibilityLabel={`Show all: ${name}`} onClick={() => setWhole(true)}>
        Show all
      </s-button>
    </s-stack>
  );
}
