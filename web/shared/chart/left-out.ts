// What the sums over several orders leave out, in words.
import {countNoun} from '../../text/words.ts';

/** Orders that a sum leaves out. */
type LeftOut = {
  /** Orders whose margin is not known. */
  readonly unknown: number;
  /** Orders that were cancelled, refunded or closed as a whole. */
  readonly ended: number;
};

/** "Without 2 orders whose margin is not known …"; null: nothing is left out. */
export function leftOutSentence({unknown, ended}: LeftOut): string | null {
  const parts = [
    ...(unknown > 0 ? [`${countNoun(unknown, 'order')} whose margin is not known`] : []),
    ...(ended > 0
      ? [`${countNoun(ended, 'order')} that ${ended === 1 ? 'was' : 'were'} cancelled, refunded or closed`]
      : []),
  ];
  return parts.length === 0 ? null : `Without ${parts.join(' and ')}.`;
}
