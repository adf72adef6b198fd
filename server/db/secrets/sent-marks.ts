// Whether a store order still shows the address, name and e-mail that it was sent with, without storing them: keyed marks, per order.
import {toComparableText} from '#domain/orders/buyer-text.ts';
import type {CauseMarks, Flag, MarkedFlag} from '#domain/orders/flags.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Sealer} from '../../sealing.ts';
import type {StoredDropshipOrder} from '../orders/dropship-orders.ts';

/** The buyer's address, name and e-mail as the store shows them now, made comparable; null where it shows none. */
export type ShownBuyer = {readonly address: string | null; readonly name: string | null; readonly email: string | null};

/** Takes the buyer's data from a reading of the order. */
export const toShownBuyer = (order: {
  readonly address: string | null;
  readonly customer: StoreOrder['customer'];
}): ShownBuyer => ({
  address: order.address,
  name: toComparableText(order.customer.name),
  email: toComparableText(order.customer.email),
});

/** Keyed marks of the address, name and e-mail that the order was sent with; null: none, or erased. */
export type SentMarks = Pick<StoredDropshipOrder, 'address_mark' | 'name_mark' | 'email_mark'>;

/** Where a mark is stored, and which flag a change raises. */
type MarkKind = {readonly column: keyof SentMarks; readonly flag: MarkedFlag};

/** The column and the flag of each mark. */
const markKinds: Readonly<Record<keyof ShownBuyer, MarkKind>> = {
  address: {column: 'address_mark', flag: 'destination_changed'},
  name: {column: 'name_mark', flag: 'buyer_changed'},
  email: {column: 'email_mark', flag: 'buyer_changed'},
};

/** What a mark of an order is bound to. */
type OrderToMark = Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'marked_as'>;

/** What a mark is bound to. A mark cannot be made again, so it stays bound to the name that the store had then. */
const markPlaceOf = ({shop, marked_as: markedAs}: OrderToMark, column: keyof SentMarks) => ({
  shop: markedAs ?? shop,
  column: `dropship_orders.${column}`,
});

/** The text that is marked. The order's gid is part of it, so two orders to one address have different marks. */
const markedTextOf = ({order_gid: order}: OrderToMark, text: string): string => `${order}\n${text}`;

/** The mark of a text; null without a text. */
const makeMark = (sealer: Sealer, order: OrderToMark, column: keyof SentMarks, text: string | null): string | null =>
  text === null ? null : sealer.mark(markedTextOf(order, text), markPlaceOf(order, column));

/** The marks to store when the order is sent. */
export const createSentMarks = (sealer: Sealer, order: OrderToMark, shown: ShownBuyer): SentMarks => ({
  address_mark: makeMark(sealer, order, 'address_mark', shown.address),
  name_mark: makeMark(sealer, order, 'name_mark', shown.name),
  email_mark: makeMark(sealer, order, 'email_mark', shown.email),
});

/** An order with its stored marks and flags. */
type OrderWithMarks = OrderToMark & SentMarks & Pick<StoredDropshipOrder, 'flags'>;

/**
 * Compares what the store shows with the stored marks: whether address or buyer changed since the order was sent, and the marks to store.
 */
export function compareWithSent(
  sealer: Sealer,
  order: OrderWithMarks,
  shown: ShownBuyer,
): {readonly isElsewhere: boolean; readonly isOtherBuyer: boolean; readonly marks: SentMarks} {
  const [address, name, email] = (['address', 'name', 'email'] as const).map((what) =>
    compareMark(sealer, order, markKinds[what], shown[what]),
  );
  return {
    isElsewhere: address?.isOther === true,
    isOtherBuyer: name?.isOther === true || email?.isOther === true,
    marks: {address_mark: address?.mark ?? null, name_mark: name?.mark ?? null, email_mark: email?.mark ?? null},
  };
}

/**
 * Whether the store shows another text than the order was sent with, and the mark to store. A matching mark is replaced by one of the
 * current key, so that old keys can be removed. If a mark's key is gone, the mark proves nothing: an existing flag stays, and without one
 * this text is marked, so that the next change is seen. A text that is missing, now or when the order was sent, counts as no change.
 */
function compareMark(
  sealer: Sealer,
  order: OrderWithMarks,
  {column, flag}: MarkKind,
  text: string | null,
): {readonly isOther: boolean; readonly mark: string | null} {
  const known = order[column];
  if (text === null || known === null) return {isOther: false, mark: known};
  const isSame =
    sealer.isMarkOf(known, markedTextOf(order, text), markPlaceOf(order, column)) ??
    !order.flags.some(({code}) => code === flag);
  return isSame ? {isOther: false, mark: makeMark(sealer, order, column, text)} : {isOther: true, mark: known};
}

type Destination = {readonly country: string | null; readonly province: string | null};

/** For each flag everything whose change raises it, as one text. Null where the store shows none of it. */
export type FlagCauses = Readonly<Record<MarkedFlag, string | null>>;

/** Takes the causes from a reading of the order. */
export const toFlagCauses = (destination: Destination | null, {address, name, email}: ShownBuyer): FlagCauses => ({
  destination_changed: destination && [destination.country ?? '', destination.province ?? '', address ?? ''].join('\n'),
  buyer_changed: name === null && email === null ? null : [name ?? '', email ?? ''].join('\n'),
});

/** The column whose mark stands for a flag's cause. */
const causeColumns = {destination_changed: 'address_mark', buyer_changed: 'name_mark'} as const;

/**
 * Marks of the causes, to tell one change from the next. Null where nothing was stored of what was sent (never made, or erased): there is
 * nothing then to compare a later text with.
 */
export function createCauseMarks(sealer: Sealer, order: OrderToMark & SentMarks, causes: FlagCauses): CauseMarks {
  const hasBuyer = order.name_mark !== null || order.email_mark !== null;
  const of = (code: MarkedFlag) => makeMark(sealer, order, causeColumns[code], causes[code]);
  return {
    destination_changed: order.address_mark === null ? null : of('destination_changed'),
    buyer_changed: hasBuyer ? of('buyer_changed') : null,
  };
}

/** Flags with renewed marks: the same cause gets a mark of the current key, another cause keeps its mark, a mark without a key goes. */
export function renewCauseMarks(sealer: Sealer, order: OrderWithMarks, causes: FlagCauses): readonly Flag[] {
  return order.flags.map((flag) => {
    const {place: known, ...bare} = flag;
    if (known === undefined || (flag.code !== 'destination_changed' && flag.code !== 'buyer_changed')) return flag;
    const [text, column] = [causes[flag.code], causeColumns[flag.code]];
    if (text === null) return flag;
    const isSame = sealer.isMarkOf(known, markedTextOf(order, text), markPlaceOf(order, column));
    if (isSame === null) return bare;
    const place = isSame ? makeMark(sealer, order, column, text) : known;
    return place === null ? bare : {...bare, place};
  });
}
