import {useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {IndexTable, type Pages} from '../../shared/list/index-table.tsx';
import {openCheckout} from '../../shared/orders/checkout-button.tsx';
import {KeysHelp, type OrderKeys, useOrderKeys} from '../../shared/orders/order-keys.tsx';
import {undoLatestPaid, useSaidPaid, useSayPaid} from '../../shared/orders/paying.ts';
import {type RowFocus, useRowFocus} from '../../shared/orders/row-focus.ts';
import {useBulk} from './bulk.ts';
import {BulkBar} from './bulk-bar.tsx';
import {orderColumns} from './order-columns.tsx';

type OrdersListProps = Pages & {
  readonly orders: readonly DropshipOrder[];
  readonly now: Date;
  readonly isFiltered: boolean;
};

/** The rows of one page. Keys move the focus from row to row; the focus stays in the list when its row leaves. */
export function OrdersList({orders, now, isFiltered, ...pages}: OrdersListProps) {
  const list = useRef<HTMLDivElement>(null);
  const ids = orders.map(({id}) => id);
  const focus = useRowFocus(list, ids);
  const bulk = useBulk(orders);
  const keys = useListKeys(orders, focus);
  const isEmpty = orders.length === 0 && !pages.hasPrevious;
  return (
    <>
      <BulkBar bulk={bulk} help={<KeysHelp keys={keys} where="in the list" />} />
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
          <IndexTable
            rows={orders}
            columns={orderColumns(now, bulk.failureOf)}
            keyOf={({id}) => id}
            linkOf={({id}) => `open-${id}`}
            selection={bulk.selection}
            {...pages}
          />
        )}
      </div>
    </>
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
