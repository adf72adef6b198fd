// What is said, on Home and on the page of the fulfilment service, of orders that put one of the figures that Shopify asks of it at risk.
import type {Overview} from '#contract/overview.ts';
import {countNoun} from './words.ts';

type Kind = keyof Overview['serviceWarnings'];

type WarningText = {readonly heading: (number: number) => string; readonly advice: string};

export const warningTexts: Readonly<Record<Kind, WarningText>> = {
  unanswered: {
    heading: (number) => `${countNoun(number, 'fulfilment request')} without an answer for 15 hours`,
    advice:
      'Piecewise answers a request after 20 hours at the latest, and rejects what was not ordered by then. Settle what the order waits for before that.',
  },
  uncompleted: {
    heading: (number) => `${countNoun(number, 'order')} requested five days ago and not shipped`,
    advice:
      'Pay at the supplier what is not paid, and mark as shipped what has left. After seven days an order counts as not completed.',
  },
  untracked: {
    heading: (number) => `${countNoun(number, 'shipment')} without a tracking number after an hour`,
    advice: 'Enter the number on the page of the order. Next time, enter it when you mark the order as shipped.',
  },
};
