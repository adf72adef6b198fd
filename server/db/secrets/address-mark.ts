// Whether a store order still goes to the address it was sent to, without storing the address: a keyed mark of it, per order.
import type {Flag} from '#domain/orders/flags.ts';
import type {StoredDropshipOrder} from '../orders/dropship-orders.ts';
import type {Sealer} from './sealing.ts';

const placeOf = ({shop}: Pick<StoredDropshipOrder, 'shop'>) => ({shop, column: 'dropship_orders.address_mark'});

/** The order is part of the text, so two orders to one address have different marks. */
const textOf = ({order_gid: order}: Pick<StoredDropshipOrder, 'order_gid'>, address: string): string =>
  `${order}\n${address}`;

/** Null where Shopify states no address. */
export function markAddress(
  sealer: Sealer,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid'>,
  address: string | null,
): string | null {
  return address === null ? null : sealer.mark(textOf(order, address), placeOf(order));
}

type Destination = {
  readonly country: string | null;
  readonly province: string | null;
  readonly address?: string | null;
};

/** A mark of the whole destination, to tell one change of address from the next. Null where Shopify states none. */
export function markPlace(
  sealer: Sealer,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid'>,
  destination: Destination | null,
): string | null {
  return destination === null ? null : markAddress(sealer, order, toText(destination));
}

const toText = ({country, province, address = null}: Destination): string =>
  [country ?? '', province ?? '', address ?? ''].join('\n');

type Marked = Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'address_mark' | 'flags'>;

/**
 * Whether the order now goes elsewhere than it was sent to, and the mark to store. A matching mark is replaced by one of the current
 * key, so that old keys can be removed. If a mark's key is gone, the mark proves nothing: an existing flag stays, and without one this
 * address is marked, so that the next change is seen. Not elsewhere either when an address is missing, now or then.
 */
export function compareAddress(
  sealer: Sealer,
  order: Marked,
  address: string | null,
): {readonly isElsewhere: boolean; readonly mark: string | null} {
  const {address_mark: mark} = order;
  if (address === null || mark === null) return {isElsewhere: false, mark};
  const isSame =
    sealer.isMarkOf(mark, textOf(order, address), placeOf(order)) ??
    !order.flags.some(({code}) => code === 'destination_changed');
  return isSame ? {isElsewhere: false, mark: markAddress(sealer, order, address)} : {isElsewhere: true, mark};
}

/** Flags with renewed marks: the same place gets a mark of the current key, another place keeps its mark, a mark without a key goes. */
export function renewPlaces(sealer: Sealer, order: Marked, destination: Destination | null): readonly Flag[] {
  if (destination === null) return order.flags;
  return order.flags.map((flag) => {
    const {place: mark, ...bare} = flag;
    if (mark === undefined) return flag;
    const isHere = sealer.isMarkOf(mark, textOf(order, toText(destination)), placeOf(order));
    if (isHere === null) return bare;
    const place = isHere ? markPlace(sealer, order, destination) : mark;
    return place === null ? bare : {...bare, place};
  });
}
