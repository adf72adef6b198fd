// Whether a store order still shows the address, name and e-mail that it was sent with, without storing them: keyed marks, per order.
import {toComparable} from '#domain/orders/buyer-text.ts';
import type {CauseMarks, Flag, MarkedFlag} from '#domain/orders/flags.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Sealer} from '../../sealing.ts';
import type {StoredDropshipOrder} from '../orders/dropship-orders.ts';

/** As the store shows it, made comparable; null where it shows none. */
export type Shown = {readonly address: string | null; readonly name: string | null; readonly email: string | null};

export const toShown = (order: {
  readonly address: string | null;
  readonly customer: StoreOrder['customer'];
}): Shown => ({
  address: order.address,
  name: toComparable(order.customer.name),
  email: toComparable(order.customer.email),
});

export type SentMarks = Pick<StoredDropshipOrder, 'address_mark' | 'name_mark' | 'email_mark'>;

type Kind = {readonly column: keyof SentMarks; readonly flag: MarkedFlag};

const kinds: Readonly<Record<keyof Shown, Kind>> = {
  address: {column: 'address_mark', flag: 'destination_changed'},
  name: {column: 'name_mark', flag: 'buyer_changed'},
  email: {column: 'email_mark', flag: 'buyer_changed'},
};

type Order = Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'marked_as'>;

/** A mark cannot be made again, so it keeps the name that the store had then. */
const placeOf = ({shop, marked_as: markedAs}: Order, column: keyof SentMarks) => ({
  shop: markedAs ?? shop,
  column: `dropship_orders.${column}`,
});

/** The order is part of the text, so two orders to one address have different marks. */
const textOf = ({order_gid: order}: Order, text: string): string => `${order}\n${text}`;

const mark = (sealer: Sealer, order: Order, column: keyof SentMarks, text: string | null): string | null =>
  text === null ? null : sealer.mark(textOf(order, text), placeOf(order, column));

/** The marks to store when it is sent. */
export const markSent = (sealer: Sealer, order: Order, shown: Shown): SentMarks => ({
  address_mark: mark(sealer, order, 'address_mark', shown.address),
  name_mark: mark(sealer, order, 'name_mark', shown.name),
  email_mark: mark(sealer, order, 'email_mark', shown.email),
});

type Marked = Order & SentMarks & Pick<StoredDropshipOrder, 'flags'>;

/** What the store shows otherwise than when it was sent, and the marks to store. */
export function compareSent(
  sealer: Sealer,
  order: Marked,
  shown: Shown,
): {readonly isElsewhere: boolean; readonly isOtherBuyer: boolean; readonly marks: SentMarks} {
  const [address, name, email] = (['address', 'name', 'email'] as const).map((what) =>
    compare(sealer, order, kinds[what], shown[what]),
  );
  return {
    isElsewhere: address?.isOther === true,
    isOtherBuyer: name?.isOther === true || email?.isOther === true,
    marks: {address_mark: address?.mark ?? null, name_mark: name?.mark ?? null, email_mark: email?.mark ?? null},
  };
}

/**
 * A matching mark is replaced by one of the current key, so that old keys can be removed. If a mark's key is gone, the mark proves nothing:
 * an existing flag stays, and without one this text is marked, so that the next change is seen. Not another one either when the text is
 * missing, now or then.
 */
function compare(
  sealer: Sealer,
  order: Marked,
  {column, flag}: Kind,
  text: string | null,
): {readonly isOther: boolean; readonly mark: string | null} {
  const known = order[column];
  if (text === null || known === null) return {isOther: false, mark: known};
  const isSame =
    sealer.isMarkOf(known, textOf(order, text), placeOf(order, column)) ?? !order.flags.some(({code}) => code === flag);
  return isSame ? {isOther: false, mark: mark(sealer, order, column, text)} : {isOther: true, mark: known};
}

type Destination = {readonly country: string | null; readonly province: string | null};

/** For each of these flags all that may cause it, as one text. Null where the store shows none of it. */
export type Causes = Readonly<Record<MarkedFlag, string | null>>;

export const causesOf = (destination: Destination | null, {address, name, email}: Shown): Causes => ({
  destination_changed: destination && [destination.country ?? '', destination.province ?? '', address ?? ''].join('\n'),
  buyer_changed: name === null && email === null ? null : [name ?? '', email ?? ''].join('\n'),
});

const causeColumns = {destination_changed: 'address_mark', buyer_changed: 'name_mark'} as const;

/**
 * Marks of the causes, to tell one change from the next. Null where nothing was stored of what was sent (never made, or erased): there is
 * nothing then to compare a later text with.
 */
export function markCauses(sealer: Sealer, order: Order & SentMarks, causes: Causes): CauseMarks {
  const hasBuyer = order.name_mark !== null || order.email_mark !== null;
  const of = (code: MarkedFlag) => mark(sealer, order, causeColumns[code], causes[code]);
  return {
    destination_changed: order.address_mark === null ? null : of('destination_changed'),
    buyer_changed: hasBuyer ? of('buyer_changed') : null,
  };
}

/** Flags with renewed marks: the same cause gets a mark of the current key, another cause keeps its mark, a mark without a key goes. */
export function renewCauses(sealer: Sealer, order: Marked, causes: Causes): readonly Flag[] {
  return order.flags.map((flag) => {
    const {place: known, ...bare} = flag;
    if (known === undefined || (flag.code !== 'destination_changed' && flag.code !== 'buyer_changed')) return flag;
    const [text, column] = [causes[flag.code], causeColumns[flag.code]];
    if (text === null) return flag;
    const isSame = sealer.isMarkOf(known, textOf(order, text), placeOf(order, column));
    if (isSame === null) return bare;
    const place = isSame ? mark(sealer, order, column, text) : known;
    return place === null ? bare : {...bare, place};
  });
}
