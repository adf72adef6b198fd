// How an order's dropship orders appear in the store's admin: at most one tag of ours, and two metafields without personal data. One is
// text for people; the other is JSON, which tells an installation without the earlier rows what was sent.
import {z} from 'zod';
import type {LineItemGid} from '#domain/ids.ts';
import {parseJson} from '#domain/json.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {type Flag, findSeen, forbidsPaying, isFlaggedState} from '#domain/orders/flags.ts';
import {type OrderWords, takenWords} from '#domain/orders/order-words.ts';
import {shorten} from '#domain/text.ts';

export const orderTags = {
  attention: 'piecewise: needs you',
  waiting: 'piecewise: waiting',
  unpaid: 'piecewise: to pay',
  paid: 'piecewise: paid',
  shipped: 'piecewise: shipped',
  refunded: 'piecewise: refunded',
} as const;

export const allOrderTags: readonly string[] = Object.values(orderTags);

/** The tag is the first one that matches any of the order's dropship orders; tags that need the merchant come first. */
const byUrgency: readonly (readonly [tag: string, states: readonly DropshipState[]])[] = [
  [orderTags.attention, ['unconfirmed', 'rejected', 'held', 'blocked', 'needs_details']],
  [orderTags.unpaid, ['awaiting_payment']],
  [orderTags.waiting, ['waiting', 'placing']],
  [orderTags.paid, ['paid']],
  [orderTags.refunded, ['refunded']],
  [orderTags.shipped, ['shipped']],
];

export type DropshipOrderToNote = {
  readonly state: DropshipState;
  readonly line_gid: string;
  readonly article_name: string;
  readonly quantity: number;
  /** Null or left out: not known yet, or erased. */
  readonly words?: OrderWords | null;
  readonly reference: string;
  readonly ref: string | null;
  /** An earlier installation sent it. */
  readonly sent_before?: boolean;
  /** Changes in the store after the order was sent. */
  readonly flags: readonly Pick<Flag, 'code' | 'at'>[];
  /** Flags the merchant marked as seen. */
  readonly flags_seen: readonly Pick<Flag, 'code' | 'at'>[];
};

/** `text`: a line for each dropship order that is listed, and the number of the others. */
export type StoreNote = {readonly tag: string | null; readonly value: object; readonly text: string};

/** An unseen flag needs the merchant while the goods can still be stopped or have to come back. */
const needsPerson = ({state, flags, flags_seen}: DropshipOrderToNote): boolean =>
  isFlaggedState(state) && flags.some((flag) => findSeen(flag, flags_seen) === null);

/**
 * Shopify accepts 128 kB of JSON: https://shopify.dev/docs/apps/build/metafields/metafield-limits. The app itself shows all
 * orders.
 */
const listedAtMost = 90;
const nameAtMost = 120;
const wordAtMost = 60;

/** A flag says not to pay the order, so it is not delivered: the tag does not ask for the payment. */
const isLeftUnpaid = ({state, flags}: DropshipOrderToNote): boolean =>
  state === 'awaiting_payment' && flags.some(({code}) => forbidsPaying(code));

/** No tag if every dropship order is cancelled, dismissed, or left unpaid, and the merchant has seen its flags. */
export function toStoreNote(orders: readonly DropshipOrderToNote[]): StoreNote {
  const shown = orders.filter((order) => !isLeftUnpaid(order));
  const usual = byUrgency.find(([, states]) => shown.some(({state}) => states.includes(state)))?.[0] ?? null;
  const tag = orders.some(needsPerson) ? orderTags.attention : usual;
  const listed = orders.slice(0, listedAtMost);
  const value = {
    orders: listed.map((order) => ({
      line: order.line_gid,
      article: shorten(order.article_name, nameAtMost),
      quantity: order.quantity,
      ...toTaken(order),
      state: order.state,
      reference: order.reference,
      supplierRef: order.ref,
      ...(order.sent_before === true ? {sentBefore: true} : {}),
      flags: isFlaggedState(order.state) ? order.flags.map(({code}) => code) : [],
    })),
    ...(orders.length > listed.length ? {more: orders.length - listed.length} : {}),
  };
  return {tag, value, text: toNoteText(listed, orders.length - listed.length)};
}

/** What the merchant reads in the store's admin; a multi-line text field holds 65,535 characters, and 90 lines of these stay below. */
const stateTexts: Readonly<Record<DropshipState, string>> = {
  waiting: 'not sent yet; it goes on by itself',
  needs_details: 'not sent; details are missing',
  blocked: 'not sent; it cannot be sent as it is',
  held: 'not sent; it waits for your decision',
  placing: 'is being sent to the supplier',
  unconfirmed: 'check with the supplier whether it was taken',
  rejected: 'refused by the supplier',
  awaiting_payment: 'at the supplier; waits for your payment',
  paid: 'paid at the supplier; to be shipped',
  shipped: 'shipped by the supplier',
  refunded: 'refunded by the supplier',
  cancelled: 'not sent; it is no longer wanted',
  dismissed: 'dismissed in Piecewise',
};

function toNoteText(orders: readonly DropshipOrderToNote[], more: number): string {
  const lines = orders.map((order) => {
    const pieces = `${order.quantity} × ${toOneLine(order.article_name, nameAtMost)}${toWords(order)}`;
    const ref = order.ref === null ? '' : `, the supplier’s reference ${order.ref}`;
    const changed = needsPerson(order) ? ' Changed in the store after it was sent: see Piecewise.' : '';
    return `${pieces}: ${stateTexts[order.state]}. Reference ${order.reference}${ref}.${changed}`;
  });
  return [...lines, ...(more > 0 ? [`And ${more} more: see Piecewise.`] : [])].join('\n');
}

const toOneLine = (text: string, most: number): string => shorten(text.replaceAll(/\s+/g, ' ').trim(), most);

/** For the merchant: the colour or size that neither the variant nor the merchant named for this order. */
const toWords = ({words = null}: DropshipOrderToNote): string =>
  takenWords(words)
    .map(({what, word}) => `, ${what} “${toOneLine(word, wordAtMost)}”`)
    .join('');

/** Colour or size that neither the variant nor the merchant named for this order, with the source of each. */
function toTaken({words = null}: DropshipOrderToNote): {readonly taken?: readonly object[]} {
  const taken = takenWords(words).map(({what, word, from}) => ({what, word: shorten(word, wordAtMost), from}));
  return taken.length === 0 ? {} : {taken};
}

const Note = z.object({
  orders: z.array(
    z.object({
      line: z.string(),
      state: z.string(),
      supplierRef: z.string().nullable().default(null),
      sentBefore: z.boolean().default(false),
    }),
  ),
  more: z.number().default(0),
});

/** States in which nothing was sent. A rejected line was sent, and the merchant decides whether to send it again. */
const notSent: readonly string[] = [
  'waiting',
  'needs_details',
  'blocked',
  'held',
  'cancelled',
] satisfies readonly DropshipState[];

/**
 * The line counts as sent if the note is unreadable, or lists only some of the lines and not this one.
 * @param note as `toStoreNote` writes it; null: there is none.
 */
export function isNotedAsSent(note: string | null, line: LineItemGid): boolean {
  if (note === null) return false;
  const read = Note.safeParse(parseJson(note));
  if (!read.success) return true;
  const {orders, more} = read.data;
  const ofLine = orders.filter((order) => order.line === line);
  if (ofLine.length === 0) return more > 0;
  return ofLine.some(
    ({state, supplierRef, sentBefore}) => sentBefore || supplierRef !== null || !notSent.includes(state),
  );
}
