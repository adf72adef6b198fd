// Schemas of identifiers. Branded types prevent that one is passed as another.
import {z} from 'zod';

/** The pattern of Shopify's id of a resource, such as `gid://shopify/Order/1042`. */
const gidPattern = (resource: string) => new RegExp(`^gid://shopify/${resource}/[A-Za-z0-9_-]{1,64}$`);

/** A store's `myshopify.com` name, which identifies the shop in tables, jobs and calls. It may change; `ShopGid` does not. */
export const ShopDomain = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/)
  .brand<'ShopDomain'>();
export type ShopDomain = z.infer<typeof ShopDomain>;

/** Shopify's own id of a store (`shop.id`), which never changes. */
export const ShopGid = z.string().regex(gidPattern('Shop')).brand<'ShopGid'>();
export type ShopGid = z.infer<typeof ShopGid>;

/** The supplier's stable reference of an article (interface document, "Product object", `id`). */
export const ArticleId = z.string().min(1).max(200).brand<'ArticleId'>();
export type ArticleId = z.infer<typeof ArticleId>;

export const ProductGid = z.string().regex(gidPattern('Product')).brand<'ProductGid'>();
export type ProductGid = z.infer<typeof ProductGid>;

export const VariantGid = z.string().regex(gidPattern('ProductVariant')).brand<'VariantGid'>();
export type VariantGid = z.infer<typeof VariantGid>;

export const OrderGid = z.string().regex(gidPattern('Order')).brand<'OrderGid'>();
export type OrderGid = z.infer<typeof OrderGid>;

export const LineItemGid = z.string().regex(gidPattern('LineItem')).brand<'LineItemGid'>();
export type LineItemGid = z.infer<typeof LineItemGid>;

export const RunId = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;

/** The id of the app's own row of a dropship order. */
export const DropshipOrderId = z.uuid().brand<'DropshipOrderId'>();
export type DropshipOrderId = z.infer<typeof DropshipOrderId>;

/** An ISO 4217 code, as Shopify states a currency. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

/**
 * Makes our own reference of a dropship order, shown on the supplier's order: unique, readable, free of personal data.
 * `{shop}-{order}-{line}-{generation}`, e.g. `my-store-1042-6jgp1x4-1`. Line item ids are unique over all of Shopify, so the
 * reference is unique whatever a merchant calls orders; only a later installation, without the earlier rows, may repeat a
 * reference. Only the digits of the order's name are used, since the name may contain a person's name.
 */
export function dropshipReference(shop: ShopDomain, orderName: string, line: LineItemGid, generation: number): string {
  const handle = shop.slice(0, shop.indexOf('.')).slice(0, 24);
  const order = orderName.replaceAll(/\D+/g, '').slice(0, 16) || 'order';
  const lineId = line.slice(line.lastIndexOf('/') + 1);
  const shortLine = /^\d+$/.test(lineId) ? BigInt(lineId).toString(36) : lineId;
  return `${handle}-${order}-${shortLine}-${generation}`;
}
