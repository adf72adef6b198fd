// Whether a store order still goes where it was sent to, told without keeping the address: a keyed mark of it, per order.
import type {StoredDropshipOrder} from './dropship-orders.ts';
import type {Sealer} from './sealing.ts';

const placeOf = ({shop}: Pick<StoredDropshipOrder, 'shop'>) => ({shop, column: 'dropship_orders.address_mark'});

/** The order is part of it, so that two orders to one address do not show as such. */
const textOf = ({order_gid: order}: Pick<StoredDropshipOrder, 'order_gid'>, address: string): string =>
  `${order}\n${address}`;

/** Null where Shopify does not tell the address. */
export function markAddress(
  sealer: Sealer,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid'>,
  address: string | null,
): string | null {
  return address === null ? null : sealer.mark(textOf(order, address), placeOf(order));
}

/** The whole destination, to tell one move of the buyer from the next. Null where Shopify tells none. */
export function markPlace(
  sealer: Sealer,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid'>,
  destination: {
    readonly country: string | null;
    readonly province: string | null;
    readonly address?: string | null;
  } | null,
): string | null {
  if (destination === null) return null;
  const {country, province, address = null} = destination;
  return markAddress(sealer, order, [country ?? '', province ?? '', address ?? ''].join('\n'));
}

/** False also where nobody knows: no address now or then, or its key is gone. */
export function isOtherAddress(
  sealer: Sealer,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'address_mark'>,
  address: string | null,
): boolean {
  if (address === null || order.address_mark === null) return false;
  return sealer.isMarkOf(order.address_mark, textOf(order, address), placeOf(order)) === false;
}
