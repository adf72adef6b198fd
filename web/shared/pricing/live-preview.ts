// What the draft's prices do, counted by the server while the merchant types.
import type {Preview} from '#contract/preview.ts';
import type {Pricing} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {type Question, type Remote, useRemote} from '../api/remote.ts';
import {useSettled} from '../form/settled.ts';

type Settings = Pricing['pricing'];

export type LivePreview = {
  readonly remote: Remote<Preview>;
  /** Whether what is shown belongs to the draft as it is now. */
  readonly isCurrent: boolean;
};

const keyOf = (pricing: Settings | null, from: number): readonly unknown[] => [
  'price-preview',
  JSON.stringify(pricing),
  from,
];

/** @param pricing the draft's; null: it cannot be read, so the last preview stays. @param from the first price shown, worst first. */
export function useLivePreview(pricing: Settings | null, from: number): LivePreview {
  const settled = useSettled(pricing);
  const remote = useRemote<Preview>({...question(settled, from), keepsPrevious: true, isOff: settled === null});
  return {
    remote,
    isCurrent: remote.isCurrent && pricing !== null && JSON.stringify(settled) === JSON.stringify(pricing),
  };
}

const question = (pricing: Settings | null, from: number): Question<Preview> => ({
  key: keyOf(pricing, from),
  load: (signal) =>
    pricing === null
      ? Promise.reject(new Error('there are no prices to preview'))
      : pricingApi.preview(pricing, from, signal),
  waitMs: () => null,
});
