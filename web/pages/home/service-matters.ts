// The rows of Home about orders of the fulfilment service: each puts one of the figures that Shopify asks of it at risk.
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {countNoun} from '../../text/words.ts';

type Kind = keyof Overview['serviceWarnings'];

const texts: Readonly<Record<Kind, {readonly heading: (number: number) => string; readonly sentence: string}>> = {
  unanswered: {
    heading: (number) => `${countNoun(number, 'fulfilment request')} without an answer for 15 hours`,
    sentence: 'Piecewise answers after 20 hours. Settle what the order waits for before that, or it may be rejected.',
  },
  uncompleted: {
    heading: (number) => `${countNoun(number, 'order')} requested five days ago and not shipped`,
    sentence:
      'After seven days Shopify counts them as not completed. Pay at the supplier, and mark as shipped what has left.',
  },
  untracked: {
    heading: (number) => `${countNoun(number, 'shipment')} without a tracking number after an hour`,
    sentence: 'Enter the number on the page of the order; the buyer gets it too.',
  },
};

/** One row for each kind with orders, the most urgent first. */
export const serviceMatters = ({serviceWarnings: counts}: Pick<Overview, 'serviceWarnings'>): readonly Matter[] =>
  (['unanswered', 'uncompleted', 'untracked'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({
      key: `service-${kind}`,
      tone: 'warning',
      heading: texts[kind].heading(counts[kind]),
      sentences: [texts[kind].sentence],
      actions: [{kind: 'page', label: 'See which', href: '/settings/fulfilment'}],
    }));
