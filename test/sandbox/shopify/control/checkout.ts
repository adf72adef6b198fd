// A shopper's checkout: the order is placed only for products on sale, to a country of an active market, where the store has a shipping
// rate. What is ordered past it, by a draft order, a point of sale or an app, is placed by placeOrder.

import {z} from 'zod';
import {idOf} from '../store/gid.ts';
import {toMoney} from '../store/money.ts';
import type {OrderRecord} from '../store/records.ts';
import {type ShippingOffer, shippingTo} from '../store/shipping-rates.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {amountOf, basketOf, PlacedLine} from './place-line.ts';
import {PlacedOrder, placeOrder, usualShipping} from './place-order.ts';

export const Basket = z.strictObject({country: PlacedOrder.shape.country, lines: z.array(PlacedLine).min(1)});
export type Basket = z.input<typeof Basket>;

/** In the words of no source: what a checkout shows there is not documented. */
export const notDelivered = 'Shipping isn’t available for this address.';

/** In the words of no source: a checkout does not offer such a country at all. */
export const notSoldThere = 'This store doesn’t sell to this country.';

export type Refusal = {readonly refused: typeof notDelivered | typeof notSoldThere};

/** In the words of no source either. */
export const notOnSale = 'Some items are no longer available.';

/**
 * `null`: nothing has to be shipped. `refused`: there is no rate, or no active market has the country; then shoppers there cannot order,
 * also where a zone of the store names it (https://help.shopify.com/en/manual/international/shipping/shipping-zones).
 */
export function shippingFor(store: ShopStore, basket: Basket): ShippingOffer | Refusal | null {
  const {country, lines} = Basket.parse(basket);
  const goods = basketOf(store, lines);
  if (country === null || goods.length === 0) return null;
  if (!store.settings.shipsTo.includes(country)) return {refused: notSoldThere};
  const unset = {title: usualShipping.title, price: amountOf(store, usualShipping.price)};
  return shippingTo(store, country, goods, unset) ?? {refused: notDelivered};
}

/** Throws, and places nothing, where nothing is delivered, or a product is off sale by now. An order that states its shipping price is not a checkout's. */
export function checkOut(store: ShopStore, order: PlacedOrder): OrderRecord {
  const {country, lines, shippingPrice} = order;
  if (shippingPrice !== undefined) return placeOrder(store, order);
  if (lines.some(({variantId}) => variantId !== null && isOffSale(store, variantId))) throw new Error(notOnSale);
  const shipping = shippingFor(store, {country, lines});
  if (shipping === null) return placeOrder(store, {...order, shippingPrice: null});
  if ('refused' in shipping) throw new Error(shipping.refused);
  const {currency} = store.settings;
  return placeOrder(store, {
    ...order,
    shippingPrice: toMoney(shipping.price, currency),
    shippingTitle: shipping.title,
  });
}

/** Whether shoppers cannot buy the variant's product: a draft or an archived one, even from a page that they opened before. */
function isOffSale(store: ShopStore, variantId: string): boolean {
  const id = idOf('ProductVariant', variantId);
  const product = [...store.products.values()].find(({variants}) => variants.some((variant) => variant.id === id));
  return product?.status === 'DRAFT' || product?.status === 'ARCHIVED';
}
