// Makes sure that an order that loses money, or may lose money, is not paid unseen: the first press on "Open checkout" or "I paid it", or
// on their keys, only warns.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {SharedMap, useSharedValue} from './shared-map.ts';

/**
 * The warning last shown for each order, by order id: its text, and when it was shown in milliseconds. Another loss, or a margin that is
 * no longer known, warns again.
 */
const shownWarnings = new SharedMap<{readonly of: string; readonly at: number}>();

/** Presses within this time count as one double press, so the second one does not confirm the warning of the first. */
export const doublePressMs = 600;

/** The loss in words; null if the order loses nothing as far as is known. */
export function lossText({storeOrder}: DropshipOrder): string | null {
  if (storeOrder?.losesMoney !== true || storeOrder.margin === null) return null;
  const loss = money(-storeOrder.margin, storeOrder.currency);
  // Costs that are not known make the loss larger.
  return storeOrder.unknown > 0 ? `at least ${loss}` : loss;
}

/** Why it is not known whether the order loses money, in a sentence; null if it is known. */
export function whyMarginUnknown({storeOrder}: DropshipOrder): string | null {
  if (storeOrder === null) return 'The amounts of the store order have not been read from Shopify yet.';
  const {losesMoney, margin, currency, unknown} = storeOrder;
  if (losesMoney !== null) return null;
  if (margin === null) return `No exchange rate for ${currency} is known.`;
  return `The price or the shipping fee of ${countNoun(unknown, 'dropship order')} is not known.`;
}

/** The warning before the order is paid; null if there is none. A new text counts as a new warning. */
function lossWarningOf(order: DropshipOrder): string | null {
  const loss = lossText(order);
  if (loss !== null) return `The store order loses ${loss}.`;
  return whyMarginUnknown(order) === null ? null : 'It is not known whether the store order loses money.';
}

/** Whether a warning comes before paying the order. */
export const needsLossWarning = (order: DropshipOrder): boolean => lossWarningOf(order) !== null;

/** Whether the merchant may go on to pay the order. If a warning is due and was not shown yet, this call shows it and returns false. */
export function mayPayAfterWarning(order: DropshipOrder): boolean {
  const question = lossWarningOf(order);
  if (question === null) return true;
  const last = shownWarnings.get(order.id);
  if (last?.of === question) return Date.now() - last.at >= doublePressMs;
  shownWarnings.set(order.id, {of: question, at: Date.now()});
  return false;
}

/** The words added to the button's text after the warning, such as " at a loss"; empty as long as there was none. */
export function useLossSuffix(order: DropshipOrder): string {
  const question = lossWarningOf(order);
  const last = useSharedValue(shownWarnings, order.id);
  if (question === null || last?.of !== question) return '';
  return lossText(order) === null ? ' all the same' : ' at a loss';
}

type LossWarningProps = {
  readonly order: DropshipOrder;
  /** False where another element of the page announces the same warning. */
  readonly isAnnounced?: boolean;
  /** Whether the merchant has gone on already, so that the warning is no longer shown. */
  readonly isAnswered?: boolean;
};

/** The warning that the first press shows, announced to screen readers. */
export function LossWarning({order, isAnnounced = true, isAnswered = false}: LossWarningProps) {
  const isShown = useLossSuffix(order) !== '' && !isAnswered;
  return (
    <span {...(isAnnounced ? {role: 'status'} : {})} style={{display: 'contents'}}>
      {isShown && <s-text tone="critical">{lossWarningOf(order)} Press once more to go on all the same.</s-text>}
    </span>
  );
}
