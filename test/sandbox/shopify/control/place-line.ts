// A line of a shopper's order: a variant of the shop, or something the shop has no product for.

import {z} from 'zod';
import {idOf} from '../store/gid.ts';
import {parseAmount} from '../store/money.ts';
import type {LineRecord} from '../store/records.ts';
import type {BasketLine} from '../store/shipping-rates.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {taxOn} from '../store/tax.ts';
import {variantTitle} from '../views/variant.ts';

export const Amount = z.union([z.string(), z.number()]);
export const Attributes = z.array(z.strictObject({key: z.string(), value: z.string().nullable()}));

export const PlacedLine = z.strictObject({
  /** A variant of this shop; null for a line the shop has no product for. */
  variantId: z.string().nullable(),
  quantity: z.number().int().positive().optional(),
  price: Amount.optional(),
  /** Off all pieces together. */
  discount: Amount.optional(),
  /** On all pieces together; inside the price where the shop's prices contain tax. Default: the VAT of the destination. */
  tax: Amount.optional(),
  giftCard: z.boolean().optional(),
  title: z.string().optional(),
  /** Of an item that was typed into a draft order: https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/DraftOrderLineItemInput */
  sku: z.string().optional(),
  requiresShipping: z.boolean().optional(),
  /** How the buyer gets it. Default: SHIPPING, NONE without an address. Null: not stated. */
  delivery: z.enum(['LOCAL', 'NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL', 'SHIPPING']).nullable().optional(),
  customAttributes: Attributes.optional(),
  /**
   * How many deliveries a prepaid subscription is made of: each has a fulfilment order of its own, all but the first are scheduled.
   * "The line item quantity on the corresponding order represents the interval count": one piece and three deliveries are quantity 3.
   * https://shopify.dev/docs/apps/build/purchase-options/subscriptions/fulfillments
   */
  deliveries: z.number().int().positive().optional(),
});

type GivenLine = z.output<typeof PlacedLine>;

/** @param percent the VAT of the destination, where the line states no tax. */
export function placeLine(store: ShopStore, given: GivenLine, percent: number): LineRecord {
  const quantity = given.quantity ?? 1;
  const item = itemOf(store, given);
  const discount = amountOf(store, given.discount ?? 0);
  const giftCard = given.giftCard ?? false;
  // A gift card is money, not goods.
  const usualTax = giftCard ? 0 : taxOn(store.settings, item.price * quantity - discount, percent);
  return {
    ...item,
    id: store.newId(),
    customAttributes: given.customAttributes ?? [],
    discount,
    tax: given.tax === undefined ? usualTax : amountOf(store, given.tax),
    giftCard,
    quantity,
    currentQuantity: quantity,
    fulfilled: 0,
  };
}

/** The lines for which a checkout asks for shipping. */
export function basketOf(store: ShopStore, lines: readonly GivenLine[]): readonly BasketLine[] {
  return lines.flatMap((given) => {
    const {variantId, price, requiresShipping} = itemOf(store, given);
    const quantity = given.quantity ?? 1;
    const amount = price * quantity - amountOf(store, given.discount ?? 0);
    return requiresShipping && given.giftCard !== true ? [{variantId, quantity, amount}] : [];
  });
}

type Item = Pick<
  LineRecord,
  'price' | 'productId' | 'requiresShipping' | 'sku' | 'title' | 'variantId' | 'variantTitle' | 'vendor'
>;

function itemOf(store: ShopStore, given: GivenLine): Item {
  if (given.variantId === null) {
    return {
      productId: null,
      variantId: null,
      title: given.title ?? 'Something else',
      variantTitle: null,
      sku: given.sku ?? null,
      vendor: null,
      price: amountOf(store, given.price ?? '10.00'),
      requiresShipping: given.requiresShipping ?? true,
    };
  }
  const found = store.variants.get(idOf('ProductVariant', given.variantId) ?? -1);
  if (found === undefined) throw new Error(`${store.domain} has no variant ${given.variantId}.`);
  const {product, variant} = found;
  const title = variantTitle(product, variant);
  return {
    productId: product.id,
    variantId: variant.id,
    title: given.title ?? product.title,
    variantTitle: title === 'Default Title' ? null : title,
    sku: variant.sku === '' ? null : variant.sku,
    vendor: product.vendor,
    price: given.price === undefined ? variant.price : amountOf(store, given.price),
    requiresShipping: given.requiresShipping ?? variant.requiresShipping,
  };
}

/** Minor units. */
export function amountOf(store: ShopStore, value: string | number): number {
  const minor = parseAmount(value, store.settings.currency);
  if (minor === null) throw new Error(`${JSON.stringify(value)} is not an amount.`);
  return minor;
}
