import {useState} from 'react';
import {Opened} from './opened.tsx';

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
  const [isWhole, setWhole] = useState(false);
  const direction = isTheirs ? {dir: 'auto' as const} : {};
  const whole = <s-text {...direction}>{text}</s-text>;
  if (text.length <= shownAtFirst) return whole;
  if (isWhole) return <Opened name={name}>{whole}</Opened>;
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-text {...direction}>{`${beginningOf(text)}…`}</s-text>
      <s-button accessibilityLabel={`Show all: ${name}`} onClick={() => setWhole(true)}>
        Show all
      </s-button>
    </s-stack>
  );
}
