// What a merchant can decide about articles by hand, in words.
import type {ManualChoice} from '../api/products-api.ts';

export type HandText = {
  readonly hand: ManualChoice;
  readonly button: string;
  readonly question: string;
  /** After the number of articles, or “The article is”. */
  readonly done: string;
};

export const handTexts: readonly HandText[] = [
  {
    hand: 'picked',
    button: 'Choose by hand',
    question:
      'The next run puts them into your store, whatever your rules say. One that you deleted in your store is made again.',
    done: 'chosen by hand, which the next run carries out.',
  },
  {
    hand: 'left_out',
    button: 'Leave out by hand',
    question: 'The next run takes those that are in your store off sale, and none of your rules chooses them.',
    done: 'left out by hand, which the next run carries out.',
  },
  {
    hand: null,
    button: 'Back to the rules',
    question: 'From the next run on, your rules alone decide whether they are in your store.',
    done: 'under your rules again from the next run on.',
  },
];
