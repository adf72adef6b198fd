// The endings of prices, such as .95: the last step of a calculated price before the cap.
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';

/** Raises the price to the next amount with one of the merchant's endings for this currency. */
export function raiseToEnding(
  price: bigint,
  {rounding}: PricingSettings,
  currency: string,
  trace: PriceStep[],
): bigint {
  const wanted = rounding.find((candidate) => candidate.currency === currency);
  if (wanted === undefined) return price;
  const every = BigInt(wanted.step);
  const raised = wanted.endings
    .filter((ending) => ending < wanted.step)
    .map((ending) => ({ending, amount: price + ((BigInt(ending) - (price % every) + every) % every)}))
    .toSorted((one, other) => Number(one.amount - other.amount))[0];
  if (raised === undefined) return price;
  trace.push({step: 'rounding', ending: raised.ending, every: wanted.step, amount: Number(raised.amount)});
  return raised.amount;
}
