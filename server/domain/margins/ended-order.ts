// Which store orders are in no figure of several orders: those that the buyer gets nothing of any more. They leave the figures at once,
// with the flag that says so, whatever state their dropship orders are in; what such an order cost stands on its own page.
import {type DropshipMoney, isCharged} from '#domain/margins/store-order-margin.ts';
import type {FlagCode} from '#domain/orders/flags.ts';

/** Flags by which the buyer gets nothing of the line any more. */
export const endingFlags: readonly FlagCode[] = ['order_deleted', 'order_cancelled', 'order_refunded', 'line_removed'];

/** One line of ours: its dropship order's amounts, and its flags. */
type EndingLine = {
  readonly money: Pick<DropshipMoney, 'state' | 'quantity'>;
  readonly row: {readonly flags: readonly {readonly code: FlagCode}[]};
};

/**
 * Whether the buyer gets nothing of a store order any more: each of our lines costs nothing, or has a flag that says it is cancelled,
 * refunded, deleted or removed.
 * @param lines all lines of ours; false if there are none.
 */
export const isEnded = (lines: readonly EndingLine[]): boolean =>
  lines.length > 0 &&
  lines.every(({row, money}) => !isCharged(money) || row.flags.some(({code}) => endingFlags.includes(code)));
