import {useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {keepsOrdersTogether, type OrderSort} from '#domain/order-sorts.ts';
import {IndexTable, type PagingProps, type Sorting} from '../../shared/list/index-table.tsx';
import {openCheckout} from '../../shared/orders/checkout-button.tsx';
import {KeysHelp, type OrderKeys, useOrderKeys} from '../../shared/orders/order-keys.tsx';
import {undoLatestPaid, useIsMarkedPaid, useMarkPaid} from '../../shared/orders/paying.ts';
import {type RowFocus, useRowFocus} from '../../shared/orders/row-focus.ts';
import {useBulk} from './bulk.ts';
import {BulkBar} from './bulk-bar.tsx';
import {orderColumns} from './order-columns.tsx';

type OrdersListProps = PagingProps & {
  readonly orders: readonly DropshipOrder[];
  readonly now: Date;
  readonly isFiltered: boolean;
  readonly sort: OrderSort;
  readonly sorting: Sorting;
};

/** The orders of one page. Keys move the focus from row to row; the focus stays in the list when its row leaves. */
export function OrdersList({orders, now, isFiltered, sort, sorting, ...pages}: OrdersListProps) {
  const list = useRef<HTMLDivElement>(null);
  const ids = orders.map(({id}) => id);
  const focus = useRowFocus(list, ids);
  const bulk = useBulk(orders);
  const keys = useOrderListKeys(orders, now, focus);
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
            linkIdOf={({id}) => `open-${id}`}
            selection={bulk.selection}
            sorting={sorting}
            grouping={keepsOrdersTogether(sort) ? byStoreOrder : undefined}
            {...pages}
          />
        )}
      </div>
    </>
  );
}

/** Lines of one store order are a group. */
const byStoreOrder = {
  groupKeyOf: ({orderGid}: DropshipOrder) => orderGid,
  nameOfGroup: ([first]: readonly DropshipOrder[]) => `all lines of ${first?.orderName}`,
};

/** The keyboard shortcuts of the list, which act on the row with the focus. @param loadedAt when the rows were loaded. */
function useOrderListKeys(orders: readonly DropshipOrder[], loadedAt: Date, focus: RowFocus): OrderKeys {
  const sayPaid = useMarkPaid();
  const isSaidPaid = useIsMarkedPaid(loadedAt);
  const isUnpaid = ({id, state, doNotPay}: DropshipOrder) =>
    state === 'awaiting_payment' && !doNotPay && !isSaidPaid(id);
  const current = () => orders[focus.focusedIndex()];
  const step = (by: number) => focus.moveTo(orders[Math.max(0, focus.focusedIndex() + by)]?.id);
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
        // Moves the focus, because the order's checkout button may have it and can no longer be pressed.
        focus.moveTo(orders.slice(focus.focusedIndex() + 1).find(isUnpaid)?.id ?? order.id);
      },
      u: () => focus.moveTo(undoLatestPaid()),
    },
    ['j', 'k'],
  );
}

function NoOrders({isFiltered}: {isFiltered: boolean}) {
  if (isFiltered) {
    return (
      <s-stack gap="small-200" alignItems="start">
        <s-paragraph color="subdued">No order is like this.</s-paragraph>
        <s-button href="/orders">Show all orders</s-button>
      </s-stack>
    );
  }
  return (
    <s-empty-state heading="No orders yet">
      <s-paragraph slot="subheading" color="subdued">
        When a shopper buys one of these products, the order appears here with a link to pay the supplier.
      </s-paragraph>
    </s-empty-state>
  );
}
