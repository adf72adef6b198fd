// One article or cost, tried with the draft's prices.
import {useEffect, useState} from 'react';
import type {PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import {readDecimal} from '../../text/decimal-input.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {type Remote, useRemote} from '../api/remote.ts';
import {toMinor} from '../form/read-number.ts';

/** `cost` as typed, in euro, or empty; at most one of the two is given. */
export type Tried = {readonly articleId: string | null; readonly cost: string};

/** Shown after this pause in typing. */
const pauseMs = 300;

/** @param pricing null: the draft cannot be read, so the last answer stays. */
export function useTriedPrice(tried: Tried, pricing: Pricing['pricing'] | null): Remote<PriceTry> {
  const wanted = JSON.stringify(inputOf(tried, pricing));
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    if (wanted === 'null') return;
    const timer = setTimeout(() => setSettled(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useRemote<PriceTry>({
    key: ['price-try', settled],
    load: (signal) => pricingApi.tryOn(JSON.parse(settled), signal),
    waitMs: () => null,
    keepsPrevious: true,
    isOff: settled === 'null',
  });
}

/** Null: nothing can be tried. */
function inputOf({articleId, cost}: Tried, pricing: Pricing['pricing'] | null): object | null {
  if (pricing === null) return null;
  if (articleId !== null) return {pricing, articleId};
  const read = readDecimal(cost, 'EUR');
  const cents = read.kind === 'number' ? toMinor(read.value, 'EUR') : null;
  return cents === null || cents <= 0 ? null : {pricing, cost: cents};
}
