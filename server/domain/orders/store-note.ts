// Makes what the store's admin shows of an order's dropship orders: at most one tag, and two metafields without personal data. One is text
// for the merchant; the other is JSON, from which a later installation without the earlier rows learns what was sent.
import {z} from 'zod';
import type {LineItemGid} from '#domain/ids.ts';
import {parseJson} from '#domain/json.ts';
import {hasUnseenFlag, needsMerchant} from '#domain/orders/attention/needs-merchant.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {type Flag, isFlaggedState} from '#domain/orders/flags.ts';
import {derivedWords, type OrderWords} from '#domain/orders/order-words.ts';
import {shorten} from '#domain/text.ts';

/** The tags that the app puts on store orders, by what they say. */
export const orderTags = {
  attention: 'piecewise: needs you',
  waiting: 'piecewise: waiting',
  unpaid: 'piecewise: to pay',
  paid: 'piecewise: paid',
  shipped: 'piecewise: shipped',
  refunded: 'piecewise: refunded',
} as const;

export const allOrderTags: readonly string[] = Object.values(orderTags);

/**
 * An order gets the first of these tags whose states include the state of any of its dropship orders. The tag `attention` comes before all
 * of them (`needsMerchant`).
 */
const tagsByUrgency: readonly (readonly [tag: string, states: readonly DropshipState[]])[] = [
  [orderTags.unpaid, ['awaiting_payment']],
  [orderTags.waiting, ['waiting', 'placing']],
  [orderTags.paid, ['paid']],
  [orderTags.refunded, ['refunded']],
  [orderTags.shipped, ['shipped']],
];

/** What the note says about one dropship order. */
export type DropshipOrderToNote = {
  readonly state: DropshipState;
  readonly line_gid: string;
  readonly article_name: string;
  readonly quantity: number;
  /** The ordered colour and size; null or left out: not known yet, or erased. */
  readonly words?: OrderWords | null;
  /** Our own reference, which the supplier's order shows. */
  readonly reference: string;
  /** The supplier's reference; null: not known. */
  readonly ref: string | null;
  /** Whether an earlier installation sent the order. */
  readonly sent_before?: boolean;
  /** The flags for changes in the store after the order was sent. */
  readonly flags: readonly Pick<Flag, 'code' | 'at'>[];
  /** The flags that the merchant marked as seen. */
  readonly flags_seen: readonly Pick<Flag, 'code' | 'at'>[];
  /** How far the fulfilment in the store is, such as `wanted`, `sending`, `done` or `failed`; left out: none is owed. */
  readonly fulfil?: string | null;
  /** Whether the refund to the buyer still asks something of the merchant; left out: not. */
  readonly refund_open?: boolean;
};

/** `value`: the JSON metafield. `text`: the text metafield, with a line for each listed dropship order and the number of the others. */
export type StoreNote = {readonly tag: string | null; readonly value: object; readonly text: string};

/**
 * The metafields list at most this many dropship orders, because Shopify accepts 128 kB of JSON:
 * https://shopify.dev/docs/apps/build/metafields/metafield-limits
 */
const maxOrdersListed = 90;
const maxNoteNameLength = 120;
const maxNoteWordLength = 60;

/** Makes tag and metafields. There is no tag if all dropship orders are cancelled or dismissed, and all flags are seen. */
export function toStoreNote(orders: readonly DropshipOrderToNote[]): StoreNote {
  const usual = tagsByUrgency.find(([, states]) => orders.some(({state}) => states.includes(state)))?.[0] ?? null;
  const tag = orders.some(needsMerchant) ? orderTags.attention : usual;
  const listed = orders.slice(0, maxOrdersListed);
  const value = {
    orders: listed.map((order) => ({
      line: order.line_gid,
      article: shorten(order.article_name, maxNoteNameLength),
      quantity: order.quantity,
      ...toDerivedWordsJson(order),
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

/** The words for a state in the text metafield. It takes 65,535 characters, and 90 lines with these words are shorter. */
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
  dismissed: 'closed in Piecewise',
};

/** The text metafield. @param more how many dropship orders are not listed. */
function toNoteText(orders: readonly DropshipOrderToNote[], more: number): string {
  const lines = orders.map((order) => {
    const pieces = `${order.quantity} × ${toOneLine(order.article_name, maxNoteNameLength)}${derivedWordsText(order)}`;
    const ref = order.ref === null ? '' : `, the supplier’s reference ${order.ref}`;
    const changed = hasUnseenFlag(order) ? ' Changed in the store after it was sent: see Piecewise.' : '';
    return `${pieces}: ${stateTexts[order.state]}. Reference ${order.reference}${ref}.${changed}`;
  });
  return [...lines, ...(more > 0 ? [`And ${more} more: see Piecewise.`] : [])].join('\n');
}

const toOneLine = (text: string, most: number): string => shorten(text.replaceAll(/\s+/g, ' ').trim(), most);

/** Text with the colour or size that neither the variant nor the merchant named for this order. */
const derivedWordsText = ({words = null}: DropshipOrderToNote): string =>
  derivedWords(words)
    .map(({what, word}) => `, ${what} “${toOneLine(word, maxNoteWordLength)}”`)
    .join('');

/** JSON with the colour or size that neither the variant nor the merchant named for this order, with the source of each. */
function toDerivedWordsJson({words = null}: DropshipOrderToNote): {readonly taken?: readonly object[]} {
  const taken = derivedWords(words).map(({what, word, from}) => ({what, word: shorten(word, maxNoteWordLength), from}));
  return taken.length === 0 ? {} : {taken};
}

/** The part of the JSON metafield that a later installation reads. */
const StoredNote = z.object({
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
const unsentStates: readonly string[] = [
  'waiting',
  'needs_details',
  'blocked',
  'held',
  'cancelled',
] satisfies readonly DropshipState[];

/**
 * Whether the note says that an earlier installation sent the line. Also true if the note is unreadable, or may have left out the line.
 * @param note as `toStoreNote` writes it; null: there is none.
 */
export function isNotedAsSent(note: string | null, line: LineItemGid): boolean {
  if (note === null) return false;
  const read = StoredNote.safeParse(parseJson(note));
  if (!read.success) return true;
  const {orders, more} = read.data;
  const ofLine = orders.filter((order) => order.line === line);
  if (ofLine.length === 0) return more > 0;
  return ofLine.some(
    ({state, supplierRef, sentBefore}) => sentBefore || supplierRef !== null || !unsentStates.includes(state),
  );
}
