import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {overrideTexts} from '../../shared/orders/override-texts.ts';
import {dateAndTime} from '../../text/format.ts';

/** The order's history and the attempts to send it, newest first. */
export function OrderHistory({order}: {order: DropshipOrderDetail}) {
  const {history, attempts} = order;
  const entries = [
    ...history.map(({id, at, actor, action, detail}) => ({
      key: `done-${id}`,
      at,
      text: `${actor === 'app' ? 'Piecewise' : 'You or a colleague'}: ${auditActionTexts[action] ?? withSpaces(action)}`,
      detail: detail === null ? null : detailText(action, detail),
    })),
    ...attempts.map((attempt) => ({
      key: `sent-${attempt.startedAt}`,
      at: attempt.startedAt,
      text: attemptText(attempt),
      detail: attempt.detail,
    })),
    ...cancellationOf(order),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <s-section heading="What happened">
      {entries.length === 0 && <s-paragraph color="subdued">Nothing yet.</s-paragraph>}
      {entries.map(({key, at, text, detail}) => (
        <s-stack key={key} gap="small-500">
          <s-text>{text}</s-text>
          {detail !== null && <s-text color="subdued">{detail}</s-text>}
          <s-text color="subdued" fontSize="small">
            {dateAndTime(at)}
          </s-text>
        </s-stack>
      ))}
    </s-section>
  );
}

/** The end of an order that was never sent. What was done in the store is no action of a merchant here, so no entry of the history says it. */
const cancellationOf = ({state, closedAt, reason}: DropshipOrderDetail) =>
  state === 'cancelled' && closedAt !== null
    ? [{key: 'cancelled', at: closedAt, text: 'Piecewise: closed it without sending', detail: reason}]
    : [];

/** An attempt to send, in words. One without an end is under way, or the app stopped during it. */
function attemptText({finishedAt, phase, httpStatus}: DropshipOrderDetail['attempts'][number]): string {
  if (finishedAt === null) return 'Sending to the supplier began';
  if (phase === 'never_sent') return 'Not sent to the supplier';
  return httpStatus === null ? 'Sent to the supplier, who did not answer' : 'Sent to the supplier, who answered';
}

/** The detail of an entry in words: for `approved` it holds codes of overruled reasons, other details are words already. */
function detailText(action: string, detail: string): string {
  if (action !== 'approved') return detail;
  const reasons = detail.split(', ').map((code) => (isOverrulable(code) ? overrideTexts[code] : withSpaces(code)));
  return `What held it back: ${reasons.join('; ')}.`;
}

const withSpaces = (name: string): string => name.replaceAll('_', ' ');

/** Labels for actions of the audit trail; an action without a label is shown with spaces for its underscores. */
const auditActionTexts: Readonly<Record<string, string>> = {
  address_read: 'saw the delivery address',
  approved: 'decided to send it now',
  confirmed: 'confirmed that the supplier has it',
  details_given: 'gave details',
  dismissed: 'closed it',
  looked_at_again: 'had it looked at again',
  marked_paid: 'marked it as paid',
  paid_taken_back: 'said that it is not paid after all',
  marked_shipped: 'marked it as shipped',
  placed_again: 'placed it again',
  replaced: 'closed it unpaid and had a new one sent',
  refunded: 'marked it as refunded by the supplier',
  refunded_off_sale: 'marked it as refunded by the supplier and took the variant off sale',
  buyer_refund_asked: 'asked for a refund to the buyer',
  buyer_refund_again: 'had the same refund to the buyer sent again',
  buyer_refund_unknown: 'the answer to the refund to the buyer was lost',
  buyer_refund_pending: 'the refund to the buyer is under way at Shopify',
  buyer_refund_succeeded: 'refunded the buyer',
  buyer_refund_by_hand: 'has the refund to the buyer to pay outside Shopify',
  buyer_refund_failed: 'the refund to the buyer failed',
  buyer_refund_refused: 'was refused the refund to the buyer',
  buyer_refund_ended: 'said that the refund to the buyer is done',
  buyer_refund_not_made: 'found that the refund to the buyer was not made',
  flags_seen: 'has seen what changed in the store',
  fulfil_again: 'had the fulfilment tried again',
  ref_given: 'gave the supplier’s number',
  tracking_corrected: 'corrected the tracking',
};
