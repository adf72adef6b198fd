// What the button says that ends an order whose buyer changed it, that is unpaid for long or that loses money, and what it asks first.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {countNoun} from './words.ts';

/** What ends the order: what the server names, or the merchant's choice about an order that loses money. */
export type AnyEnding = NonNullable<DropshipOrder['ending']> | {readonly kind: 'close_at_loss'};

/** The action that ends the order, the text of its button, as the flags name it, the question before it, and what is said after it. */
export type EndingWords = {
  readonly action: 'dismiss' | 'replace';
  readonly button: string;
  readonly question: string;
  /** What is said after the action has succeeded. */
  readonly done: string;
};

/** The texts for what there is to do about the order. @param unit what its quantity counts; null: pieces. */
export function endingWords(ending: AnyEnding, unit: DropshipOrder['unit']): EndingWords {
  if (ending.kind === 'close') {
    return {
      action: 'dismiss',
      button: 'Close without paying',
      question: 'What is not paid is not delivered. Piecewise sends nothing more for this order.',
      done: 'Closed. Do not pay it at the supplier.',
    };
  }
  if (ending.kind === 'close_at_loss') {
    return {
      action: 'dismiss',
      button: 'Close without paying',
      question:
        'What is not paid is not delivered. Piecewise sends nothing more for this order. What the buyer paid you for it is paid back on its page.',
      done: 'Closed. Do not pay it at the supplier.',
    };
  }
  if (ending.kind === 'close_unpaid') {
    return {
      action: 'dismiss',
      button: 'Close without paying',
      question:
        'Look in your supplier account first: what was paid there is delivered all the same. Once nothing of the request is to come, it is closed in Shopify too.',
      done: 'Closed. Do not pay it at the supplier.',
    };
  }
  return {
    action: 'replace',
    button: replaceButton(ending, unit),
    question:
      'This order is closed: do not pay it at the supplier. Piecewise sends a new one, as the store order is now, which you pay instead.',
    done: 'Replaced. Piecewise sends the new order.',
  };
}

/** The label of the button that replaces the order. */
const replaceButton = ({pieces}: Extract<AnyEnding, {kind: 'replace'}>, unit: DropshipOrder['unit']): string =>
  pieces === null ? 'Replace it' : `Replace with ${countNoun(pieces, unit?.one ?? 'piece', unit?.many)}`;
