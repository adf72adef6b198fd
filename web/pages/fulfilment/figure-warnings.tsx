import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {age, count} from '../../text/format.ts';
import {warningTexts} from '../../text/service-warnings.ts';
import {adminOrderAddress} from '../../text/words.ts';
import type {Warning} from './figures-api.ts';

type Order = Warning['orders'][number];

/** The orders that put a figure at risk, by kind, each with a link to it. */
export function FigureWarnings({warnings, now}: {readonly warnings: readonly Warning[]; readonly now: Date}) {
  if (warnings.length === 0)
    return <s-paragraph color="subdued">No open order asks you to do anything about these figures.</s-paragraph>;
  return warnings.map(({kind, total, orders}) => (
    <s-stack key={kind} gap="small-300">
      <s-heading>{warningTexts[kind].heading(total)}</s-heading>
      <s-paragraph>{warningTexts[kind].advice}</s-paragraph>
      <IndexTable
        rows={orders}
        columns={columnsOf(kind, now)}
        keyOf={keyOf}
        linkIdOf={(order) => linkIdOf(kind, order)}
      />
      {total > orders.length && (
        <s-paragraph color="subdued">{`${count(total - orders.length)} more follow when these are done.`}</s-paragraph>
      )}
    </s-stack>
  ));
}

const columnsOf = (kind: Warning['kind'], now: Date): readonly Column<Order>[] => [
  {
    heading: 'Order',
    listSlot: 'primary',
    renderCell: (order) => <OrderLink id={linkIdOf(kind, order)} order={order} />,
  },
  {heading: 'For', listSlot: 'secondary', renderCell: ({since}) => age(since, now)},
];

const keyOf = ({orderGid, dropshipOrderId, since}: Order): string => `${orderGid} ${dropshipOrderId} ${since}`;

/** The DOM id of the order's link, without the characters of a gid. */
const linkIdOf = (kind: Warning['kind'], order: Order): string => `${kind}-${keyOf(order)}`.replaceAll(/[^\w-]+/g, '-');

/** A link to the order's page; to the order in the Shopify admin if no line of it is ours. */
function OrderLink({id, order: {orderGid, orderName, dropshipOrderId}}: {readonly id: string; readonly order: Order}) {
  const name = orderName ?? 'An order without articles of the supplier';
  if (dropshipOrderId === null)
    return (
      <s-link id={id} href={adminOrderAddress(orderGid) ?? 'shopify://admin/orders'} target="_top">
        {name}
      </s-link>
    );
  return (
    <s-link id={id} href={`/orders/${dropshipOrderId}`}>
      {name}
    </s-link>
  );
}
