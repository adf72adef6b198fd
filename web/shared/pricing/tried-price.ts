// Tries the draft's prices on one article or one cost.
import {useEffect, useState} from 'react';
import type {PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import {readDecimal} from '../../text/decimal-input.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {type RemoteData, useRemote} from '../api/remote.ts';
import {toMinorUnits} from '../form/read-number.ts';

/** What to try the prices on: an article, or a cost as typed, in euro. At most one of the two is given. */
export type TriedInput = {readonly articleId: string | null; readonly cost: string};

/** The price is calculated after this pause in typing, in milliseconds. */
const typingPauseMs = 300;

/** Tries the draft's prices once the merchant pauses typing. @param pricing null: the draft cannot be read, so the last answer stays. */
export function useTriedPrice(tried: TriedInput, pricing: Pricing['pricing'] | null): RemoteData<PriceTry> {
  const wanted = JSON.stringify(toTryInput(tried, pricing));
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    if (wanted === 'null') return;
    const timer = setTimeout(() => setSettled(wanted), typingPauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useRemote<PriceTry>({
    key: ['price-try', settled],
    load: (signal) => pricingApi.tryOn(JSON.parse(settled), signal),
    waitMs: () => null,
    keepsPrevious: true,
    outdatesAtOnce: true,
    isOff: settled === 'null',
  });
}

/** The input of POST /api/pricing/try; null: nothing can be tried. */
function toTryInput({articleId, cost}: TriedInput, pricing: Pricing['pricing'] | null): object | null {
  if (pricing === null) return null;
  if (articleId !== null) return {pricing, articleId};
  const read = readDecimal(cost, 'EUR');
  const cents = read.kind === 'number' ? toMinorUnits(read.value, 'EUR') : null;
  return cents === null || cents <= 0 ? null : {pricing, cost: cents};
}
