import {useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {openCheckout} from '../../shared/orders/checkout-button.tsx';
import {DropshipOrderRow} from '../../shared/orders/dropship-order-row.tsx';
import {KeysHelp, type OrderKeys, useOrderKeys} from '../../shared/orders/order-keys.tsx';
import {undoLatestPaid, useSaidPaid, useSayPaid} from '../../shared/orders/paying.ts';
import {type RowFocus, useRowFocus} from '../../shared/orders/row-focus.ts';
import {useBulk} from './bulk.ts';
import {BulkBar} from './bulk-bar.tsx';
import {OrdersTable, type OrdersTableProps} from './orders-table.tsx';

type OrdersListProps = Omit<OrdersTableProps, 'children'> & {
  readonly orders: readonly DropshipOrder[];
  readonly now: Date;
  readonly isFiltered: boolean;
};

/** The rows of one page. Keys move the focus from row to row; the focus stays in the list when its row leaves. */
export function OrdersList({orders, now, isFiltered, ...paging}: OrdersListProps) {
  const list = useRef<HTMLDivElement>(null);
  const ids = orders.map(({id}) => id);
  const focus = useRowFocus(list, ids);
  const bulk = useBulk(orders);
  const keys = useListKeys(orders, focus);
  const isEmpty = orders.length === 0 && !paging.hasPrevious;
  return (
    <s-stack gap="small">
      {!isEmpty && <KeysHelp keys={keys} where="in the list" />}
      <BulkBar orders={orders} bulk={bulk} />
      <div
        ref={list}
        tabIndex={-1}
        role="group"
        aria-label="List of dropship orders"
        style={{borderRadius: '8px', outlineOffset: '2px'}}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={keys.onKeyDown}
      >
        {isEmpty ? (
          <NoOrders isFiltered={isFiltered} />
        ) : (
          <OrdersTable {...paging}>
            {orders.map((order) => (
              <DropshipOrderRow
                key={order.id}
                order={order}
                now={now}
                isChosen={bulk.chosen.includes(order)}
                onChoose={(isChosen) => bulk.choose([order.id], isChosen)}
                failure={bulk.failureOf(order.id)}
              />
            ))}
          </OrdersTable>
        )}
      </div>
    </s-stack>
  );
}

function useListKeys(orders: readonly DropshipOrder[], focus: RowFocus): OrderKeys {
  const sayPaid = useSayPaid();
  const isSaidPaid = useSaidPaid();
  const isUnpaid = ({id, state, doNotPay}: DropshipOrder) =>
    state === 'awaiting_payment' && !doNotPay && !isSaidPaid(id);
  const current = () => orders[focus.index()];
  const step = (by: number) => focus.moveTo(orders[Math.max(0, focus.index() + by)]?.id);
  return useOrderKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      c() {
        const order = current();
        if (order !== undefined && isUnpaid(order)) openCheckout(order);
      },
      p() {
        const order = current();
        if (order === undefined || !isUnpaid(order) || !sayPaid(order)) return;
        // The checkout button of this order may have the focus, and can no longer be pressed.
        focus.moveTo(orders.slice(focus.index() + 1).find(isUnpaid)?.id ?? order.id);
      },
      u: () => focus.moveTo(undoLatestPaid()),
    },
    ['j', 'k'],
  );
}

function NoOrders({isFiltered}: {isFiltered: boolean}) {
  if (isFiltered) return <s-paragraph color="subdued">No order is like this.</s-paragraph>;
  return (
    <s-empty-state heading="No orders yet">
      <s-paragraph slot="subheading" color="subdued">
        When a shopper buys one of these products, the order appears here with a link to pay the supplier.
      </s-paragraph>
    </s-empty-state>
  );
}
