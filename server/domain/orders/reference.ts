// Our own order reference, shown on the supplier's order: unique, readable, free of personal data.
import type {LineItemGid, ShopDomain} from '#domain/ids.ts';

/**
 * `{shop}-{order}-{line}-{generation}`, e.g. `my-store-1042-6jgp1x4-1`. Line item ids are unique over all of Shopify, so the
 * reference is unique whatever a merchant calls orders; of that name only digits go in, since it may hold a person's.
 */
export function dropshipReference(shop: ShopDomain, orderName: string, line: LineItemGid, generation: number): string {
  const handle = shop.slice(0, shop.indexOf('.')).slice(0, 24);
  const order = orderName.replaceAll(/\D+/g, '').slice(0, 16) || 'order';
  const lineId = line.slice(line.lastIndexOf('/') + 1);
  const shortLine = /^\d+$/.test(lineId) ? BigInt(lineId).toString(36) : lineId;
  return `${handle}-${order}-${shortLine}-${generation}`;
}
