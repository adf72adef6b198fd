import {age, count} from '../../text/format.ts';
import {adminOrderAddress, countNoun} from '../../text/words.ts';
import type {Warning} from './figures-api.ts';

type Order = Warning['orders'][number];

/** The orders that put a figure at risk, by kind, each with a link to it. */
export function FigureWarnings({warnings, now}: {readonly warnings: readonly Warning[]; readonly now: Date}) {
  if (warnings.length === 0)
    return <s-paragraph color="subdued">No order puts one of these figures at risk.</s-paragraph>;
  return warnings.map(({kind, total, orders}) => (
    <s-stack key={kind} gap="small-300">
      <s-heading>{warningTexts[kind].heading(total)}</s-heading>
      <s-paragraph>{warningTexts[kind].advice}</s-paragraph>
      <s-unordered-list>
        {orders.map((order) => (
          <s-list-item key={`${order.orderGid} ${order.dropshipOrderId} ${order.since}`}>
            <OrderLink order={order} /> {`for ${age(order.since, now)}`}
          </s-list-item>
        ))}
      </s-unordered-list>
      {total > orders.length && (
        <s-paragraph color="subdued">{`${count(total - orders.length)} more follow when these are done.`}</s-paragraph>
      )}
    </s-stack>
  ));
}

/** A link to the order's page; to the order in the Shopify admin if no line of it is ours. */
function OrderLink({order: {orderGid, orderName, dropshipOrderId}}: {readonly order: Order}) {
  const name = orderName ?? 'An order without articles of the supplier';
  if (dropshipOrderId !== null) return <s-link href={`/orders/${dropshipOrderId}`}>{name}</s-link>;
  const address = adminOrderAddress(orderGid);
  return address === null ? (
    name
  ) : (
    <s-link href={address} target="_top">
      {name}
    </s-link>
  );
}

type WarningText = {readonly heading: (number: number) => string; readonly advice: string};

const warningTexts: Readonly<Record<Warning['kind'], WarningText>> = {
  unanswered: {
    heading: (number) => `${countNoun(number, 'request waits', 'requests wait')} for an answer`,
    advice:
      'Piecewise answers a request after 20 hours at the latest, and rejects what was not ordered by then. Settle what the order waits for before that.',
  },
  uncompleted: {
    heading: (number) =>
      `${countNoun(number, 'order was', 'orders were')} requested five days ago and ${number === 1 ? 'is' : 'are'} not shipped`,
    advice: 'Pay them at the supplier, and mark as shipped what has left. After seven days they count as not completed.',
  },
  untracked: {
    heading: (number) => `${countNoun(number, 'shipment has', 'shipments have')} no tracking number after an hour`,
    advice: 'Enter the number on the page of the order. Next time, enter it when you mark the order as shipped.',
  },
};
