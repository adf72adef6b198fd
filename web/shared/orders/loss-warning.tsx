// No order that loses money, or may lose money, is paid unseen: the first press on "Open checkout" or "I paid it", or their keys,
// only warns.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {money} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {SharedMap, useShared} from './shared-map.ts';

/** What the merchant was warned of, and when that was. Another loss, or a margin that is no longer known, warns again. */
const warned = new SharedMap<{readonly of: string; readonly at: number}>();

/** The second press of a double click or a double Enter answers no question. */
export const doublePressMs = 600;

/** The loss in words; null if the order loses nothing as far as is known. */
export function lossText({storeOrder}: DropshipOrder): string | null {
  if (storeOrder?.losesMoney !== true || storeOrder.margin === null) return null;
  const loss = money(-storeOrder.margin, storeOrder.currency);
  // Costs that are not known make the loss larger.
  return storeOrder.unknown > 0 ? `at least ${loss}` : loss;
}

/** Why it is not known whether the order loses money, in a sentence; null if it is known. */
export function whyUnknown({storeOrder}: DropshipOrder): string | null {
  if (storeOrder === null) return 'The amounts of the store order have not been read from Shopify yet.';
  const {losesMoney, margin, currency, unknown} = storeOrder;
  if (losesMoney !== null) return null;
  if (margin === null) return `No exchange rate for ${currency} is known.`;
  return `The price or the shipping fee of ${counted(unknown, 'dropship order')} is not known.`;
}

/** What paying asks about first; null if nothing. Equal texts are the same question. */
function questionOf(order: DropshipOrder): string | null {
  const loss = lossText(order);
  if (loss !== null) return `The store order loses ${loss}.`;
  return whyUnknown(order) === null ? null : 'It is not known whether the store order loses money.';
}

/** Whether paying the order asks first. */
export const asksFirst = (order: DropshipOrder): boolean => questionOf(order) !== null;

/** Whether the merchant may go on with paying the order; if not, the warning appears with this call. */
export function mayGoOn(order: DropshipOrder): boolean {
  const question = questionOf(order);
  if (question === null) return true;
  const last = warned.get(order.id);
  if (last?.of === question) return Date.now() - last.at >= doublePressMs;
  warned.set(order.id, {of: question, at: Date.now()});
  return false;
}

/** What the button says after the warning, added to its text; empty as long as there was none. */
export function useDespite(order: DropshipOrder): string {
  const question = questionOf(order);
  const last = useShared(warned, order.id);
  if (question === null || last?.of !== question) return '';
  return lossText(order) === null ? ' all the same' : ' at a loss';
}

type LossWarningProps = {
  readonly order: DropshipOrder;
  /** False where the page says the same a second time. */
  readonly isAnnounced?: boolean;
  /** Whether the merchant has gone on: the next press would undo it. */
  readonly isAnswered?: boolean;
};

/** What the first press shows, announced to screen readers. */
export function LossWarning({order, isAnnounced = true, isAnswered = false}: LossWarningProps) {
  const isShown = useDespite(order) !== '' && !isAnswered;
  return (
    <span {...(isAnnounced ? {role: 'status'} : {})} style={{display: 'contents'}}>
      {isShown && <s-text tone="critical">{questionOf(order)} Press once more to go on all the same.</s-text>}
    </span>
  );
}
