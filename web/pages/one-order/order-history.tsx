import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {auditText} from '#domain/activity/audit-actions.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {overrideTexts} from '../../shared/orders/override-texts.ts';
import {foldViews, timesText} from '../../text/fold-views.ts';
import {dateAndTime} from '../../text/format.ts';
import {requestEvents} from './request-texts.ts';

/** The order's history, the attempts to send it, and what was asked and answered in Shopify, newest first. */
export function OrderHistory({order}: {order: DropshipOrderDetail}) {
  const {history, attempts, requests} = order;
  const entries = [
    ...foldViews(history).map(({id, at, actor, action, detail, times}) => ({
      key: `done-${id}`,
      at,
      text: `${actor === 'app' ? 'Piecewise' : 'You or a colleague'}: ${auditText(action)}${timesText(times)}`,
      detail: detail === null ? null : detailText(action, detail),
    })),
    ...attempts.map((attempt) => ({
      key: `sent-${attempt.startedAt}`,
      at: attempt.startedAt,
      text: attemptText(attempt),
      detail: attempt.detail,
    })),
    ...requests.flatMap(requestEvents),
    ...cancellationOf(order),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <s-section heading="What happened">
      {entries.length === 0 && <s-paragraph color="subdued">Nothing was sent or changed yet.</s-paragraph>}
      {entries.map(({key, at, text, detail}) => (
        <s-stack key={key} gap="small-500">
          <s-text>{text}</s-text>
          {detail !== null && <s-text color="subdued">{detail}</s-text>}
          <s-text color="subdued" fontSize="small">
            {dateAndTime(at)}
          </s-text>
        </s-stack>
      ))}
      <s-stack direction="inline">
        <s-button href={`/settings/activity?about=${encodeURIComponent(order.id)}`}>
          All activity of this order
        </s-button>
      </s-stack>
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
