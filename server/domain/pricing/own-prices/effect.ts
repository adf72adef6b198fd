// What an own price would do to one article, shown before it is saved. Calculated by the function of a run.
import {isAboveRrp} from '#domain/pricing/conversion-rate.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {type PricedArticle, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';

/**
 * What is said about an own price. `off_sale`: there is no price, for the reason beside it. `loses`: a piece loses money in the
 * worst zone. `above_rrp`: above the price that the brand recommends; `capped`: lowered to it. `replaces_edit`: a price edited in the store
 * is replaced. `not_chosen`, `not_listed`: no run writes it while that is so; an article that is both is not listed.
 */
export const ownPriceWarnings = [
  'off_sale',
  'loses',
  'above_rrp',
  'capped',
  'replaces_edit',
  'not_chosen',
  'not_listed',
] as const;
export type OwnPriceWarning = (typeof ownPriceWarnings)[number];

type EffectFacts = {
  /** Euro cents; null: not known yet. */
  readonly cost: number | null;
  /** Euro cents, tax included; null: none. */
  readonly rrp: number | null;
  readonly article: Omit<PricedArticle, 'ownPrice'>;
  readonly listed: boolean;
  readonly chosen: boolean;
  /** Whether the merchant edited the price in the store, or owns it. */
  readonly isPriceOfMerchant: boolean;
};

/** Minor units of the store's currency; `price` null: `reason` says why. */
export type OwnPriceOutcome = {
  readonly price: number | null;
  readonly reason: string | null;
  readonly warnings: readonly OwnPriceWarning[];
};

/**
 * The price with this own price and what to say about it. @param own null: the rules decide. @param rrp in the store's currency; null:
 * none. @param leftAt what is left of one piece at a price, in the worst zone; null: not known.
 */
export function toOwnPriceOutcome(
  own: OwnPrice | null,
  {cost, rrp: euroRrp, article, listed, chosen, isPriceOfMerchant}: EffectFacts,
  {pricing, store, rrp}: {readonly pricing: PricingSettings; readonly store: PriceStore; readonly rrp: number | null},
  leftAt: (price: number) => number | null,
): OwnPriceOutcome {
  const told: OwnPriceWarning[] = [
    ...(isPriceOfMerchant && own !== null ? (['replaces_edit'] as const) : []),
    ...(listed ? (chosen ? [] : (['not_chosen'] as const)) : (['not_listed'] as const)),
  ];
  if (cost === null) {
    return {price: null, reason: 'The supplier’s price of this article has not been read yet.', warnings: told};
  }
  const priced = toPrice(cost, euroRrp, {...article, ownPrice: own}, pricing, store);
  if (priced.kind === 'draft') return {price: null, reason: priced.reason, warnings: ['off_sale', ...told]};
  const {price, trace} = priced;
  const warnings: OwnPriceWarning[] = [
    ...((leftAt(price) ?? 0) < 0 ? (['loses'] as const) : []),
    ...(isAboveRrp(price, rrp) ? (['above_rrp'] as const) : []),
    ...(trace.some(({step}) => step === 'cap') ? (['capped'] as const) : []),
  ];
  return {price, reason: null, warnings: [...warnings, ...told]};
}
