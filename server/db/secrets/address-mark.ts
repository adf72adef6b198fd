// Whether a store order still goes where it was sent to, told without keeping the address: a keyed mark of it, per order.
import type {Flag} from '#domain/orders/flags.ts';
import type {StoredDropshipOrder} from '../orders/dropship-orders.ts';
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

type Destination = {
  readonly country: string | null;
  readonly province: string | null;
  readonly address?: string | null;
};

/** The whole destination, to tell one move of the buyer from the next. Null where Shopify tells none. */
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
 * Whether the order goes elsewhere now than it was sent to, and the mark to keep from here on: one that fits is replaced by one of the
 * key of today, so that an older one can go. A mark whose key is gone tells nothing: what was flagged stands, and where nothing
 * was, this address is marked, so that the next move is seen. Not elsewhere also where no address is told, now or then.
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

/** The flags as the keys of today mark them: the same place in today's mark, and none where its key is gone. */
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
