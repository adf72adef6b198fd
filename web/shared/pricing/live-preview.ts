// Previews what the draft's prices do while the merchant types; the server counts it.
import type {Preview} from '#contract/preview.ts';
import type {Pricing} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {type RemoteData, type RemoteQuery, useRemote} from '../api/remote.ts';
import {useValueAfterPause} from '../form/settled.ts';

type PriceSettings = Pricing['pricing'];

export type LivePreview = {
  /** The last preview, and the state of its query. */
  readonly remote: RemoteData<Preview>;
  /** Whether the preview belongs to the draft as it is now. */
  readonly isCurrent: boolean;
};

const previewKey = (pricing: PriceSettings | null, from: number): readonly unknown[] => [
  'price-preview',
  JSON.stringify(pricing),
  from,
];

/**
 * Previews the prices of the draft once the merchant pauses typing. @param pricing null: the draft cannot be read, so the last preview
 * stays. @param from the position of the first price to show, worst first.
 */
export function useLivePreview(pricing: PriceSettings | null, from: number): LivePreview {
  const settled = useValueAfterPause(pricing);
  const remote = useRemote<Preview>({...previewQuery(settled, from), keepsPrevious: true, isOff: settled === null});
  return {
    remote,
    isCurrent: remote.isCurrent && pricing !== null && JSON.stringify(settled) === JSON.stringify(pricing),
  };
}

const previewQuery = (pricing: PriceSettings | null, from: number): RemoteQuery<Preview> => ({
  key: previewKey(pricing, from),
  load: (signal) =>
    pricing === null
      ? Promise.reject(new Error('there are no prices to preview'))
      : pricingApi.preview(pricing, from, signal),
  waitMs: () => null,
  outdatesAtOnce: true,
});
