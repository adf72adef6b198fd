// Whether what the store charges for shipping is part of the figures, as it is said beside them. Free of zod: the pages say it.
/**
 * `not_permitted`: the merchant has not allowed Piecewise to read the store's rates. `not_read`: allowed, and not read yet. `market_driven`:
 * the store's markets have the rates, which Piecewise does not read.
 */
export const shippingCountedWords = ['counted', 'not_permitted', 'not_read', 'market_driven'] as const;
export type ShippingCounted = (typeof shippingCountedWords)[number];

/**
 * Whether the store's shipping is counted; if not, why.
 * @param isRead whether rates are kept, in the store's currency.
 * @param isPermitted whether the app may read them. @param isMarketDriven whether the store's markets have them.
 */
export const toShippingCounted = (isRead: boolean, isPermitted: boolean, isMarketDriven: boolean): ShippingCounted =>
  isMarketDriven ? 'market_driven' : isRead ? 'counted' : isPermitted ? 'not_read' : 'not_permitted';

const shippingTexts: Readonly<Record<ShippingCounted, string>> = {
  counted: 'What your store charges for shipping is counted, at its cheapest rate for one order.',
  not_permitted: 'What your store charges for shipping is not counted: Piecewise may not read its rates.',
  not_read: 'What your store charges for shipping is not counted: its rates were not read, or not all of them.',
  market_driven:
    'What your store charges for shipping is not counted: your markets have the rates, and Piecewise does not read those.',
};

/** The sentence for the merchant about whether the store's shipping is counted. */
export const shippingText = (counted: ShippingCounted): string => shippingTexts[counted];
