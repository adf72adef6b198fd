import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {dateAndTime} from '../../text/format.ts';
import {overrideTexts} from './override-texts.ts';

/** The order's history and sending attempts, newest first. */
export function OrderHistory({order: {history, attempts}}: {order: DropshipOrderDetail}) {
  const entries = [
    ...history.map(({id, at, actor, action, detail}) => ({
      key: `done-${id}`,
      at,
      text: `${actor === 'app' ? 'Piecewise' : 'You or a colleague'}: ${actionWords[action] ?? inWords(action)}`,
      detail: detail === null ? null : detailText(action, detail),
    })),
    ...attempts.map((attempt) => ({
      key: `sent-${attempt.startedAt}`,
      at: attempt.startedAt,
      text: attemptText(attempt),
      detail: attempt.detail,
    })),
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

/** An attempt without an end is under way, or the app stopped during it. */
function attemptText({finishedAt, phase, httpStatus}: DropshipOrderDetail['attempts'][number]): string {
  if (finishedAt === null) return 'Sending to the supplier began';
  if (phase === 'never_sent') return 'Not sent to the supplier';
  return httpStatus === null ? 'Sent to the supplier, who did not answer' : 'Sent to the supplier, who answered';
}

/** The codes of the reasons that the merchant overruled, in words; other details are words already. */
function detailText(action: string, detail: string): string {
  if (action !== 'approved') return detail;
  const reasons = detail.split(', ').map((code) => (isOverrulable(code) ? overrideTexts[code] : inWords(code)));
  return `What held it back: ${reasons.join('; ')}.`;
}

const inWords = (name: string): string => name.replaceAll('_', ' ');

/** Labels for names of the audit trail; a missing name is shown with spaces for its underscores. */
const actionWords: Readonly<Record<string, string>> = {
  address_read: 'saw the delivery address',
  approved: 'decided to place it anyway',
  confirmed: 'confirmed that the supplier has it',
  details_given: 'gave details',
  dismissed: 'dismissed it',
  looked_at_again: 'had it looked at again',
  marked_paid: 'marked it as paid',
  marked_shipped: 'marked it as shipped',
  placed_again: 'placed it again',
  refunded: 'marked it as refunded by the supplier',
  refunded_off_sale: 'marked it as refunded by the supplier and took the variant off sale',
  flags_seen: 'has seen what changed in the store',
  fulfil_again: 'had the fulfilment tried again',
  ref_given: 'gave the supplier’s number',
  tracking_corrected: 'corrected the tracking',
};
