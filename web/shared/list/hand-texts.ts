// The texts of the choices that a merchant can make for articles by hand.
import type {ManualChoice} from '../api/products-api.ts';

/** The texts for one choice by hand. */
export type ManualChoiceText = {
  /** The choice that the button makes; null: back to the rules. */
  readonly choice: ManualChoice;
  readonly button: string;
  readonly question: string;
  /** The end of a sentence that begins with “The article is”, or with the number of them. */
  readonly done: string;
};

export const manualChoiceTexts: readonly ManualChoiceText[] = [
  {
    choice: 'picked',
    button: 'Always include',
    question:
      'The next update puts what is selected into your store, whatever your rules say. What you deleted in your store is made again.',
    done: 'always included from the next update on.',
  },
  {
    choice: 'left_out',
    button: 'Always leave out',
    question: 'The next update takes those that are in your store off sale, and none of your rules chooses them.',
    done: 'always left out from the next update on.',
  },
  {
    choice: null,
    button: 'Back to the rules',
    question: 'From the next update on, your rules alone decide whether they are in your store.',
    done: 'under your rules again from the next update on.',
  },
];
