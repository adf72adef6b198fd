import type {ReactNode} from 'react';
import {api} from '../api.ts';
import {useElementEvents} from '../element-events.ts';
import {idleMs, useRemote} from '../remote.ts';
import {allOrders, type OrderView, orderViews} from '../words.ts';
import {DropshipOrderRow} from './dropship-order-row.tsx';
import {Loading, Stale} from './loading.tsx';

/** While something is on its way to the supplier, look again soon. */
const movingMs = 3_000;

export type ShownOrders = {
  readonly view: OrderView;
  /** Cursors of the pages gone through; the last one is shown. */
  readonly trail: readonly string[];
};

type SectionProps = {
  readonly now: Date;
  readonly shown: ShownOrders;
  readonly onShow: (shown: ShownOrders) => void;
  /** Something was done with an order that the rest of the page speaks of. */
  readonly onChange: () => void;
};

/** Every dropship order with its state, the reason for it, and the supplier's checkout to pay at. */
export function DropshipOrdersSection({now, shown, onShow, onChange}: SectionProps) {
  const {view, trail} = shown;
  const cursor = trail.at(-1) ?? null;
  const remote = useRemote(
    (signal) => api.dropshipOrders(view, cursor, signal),
    (page) => (page?.orders.some(({state}) => state === 'waiting' || state === 'placing') ? movingMs : idleMs),
    `${view.value} ${cursor}`,
  );
  const page = remote.value;
  const hasNone = page?.orders.length === 0 && trail.length === 0 && view === allOrders;
  const show = (value: string) => onShow({view: orderViews.find((one) => one.value === value) ?? allOrders, trail: []});
  const changed = () => {
    remote.refresh();
    onChange();
  };
  return (
    <s-section id="orders" heading="Dropship orders">
      <s-paragraph color="subdued">
        One for each line of a store order, each with its own shipping fee. You pay the supplier at the checkout;
        Piecewise never pays for you.
      </s-paragraph>
      <Stale what="your dropship orders" remote={remote} />
      {!hasNone && (
        <s-box maxInlineSize="260px">
          <s-select label="Show" value={view.value} onChange={(event) => show(event.currentTarget.value)}>
            {orderViews.map(({value, label}) => (
              <s-option key={value} value={value}>
                {label}
              </s-option>
            ))}
          </s-select>
        </s-box>
      )}
      {page === null ? (
        <Loading what="your dropship orders" remote={remote} height="200px" />
      ) : page.orders.length === 0 && trail.length === 0 ? (
        <NoOrders isFiltered={view !== allOrders} />
      ) : (
        <OrdersTable
          isLoading={!remote.isCurrent}
          hasPrevious={trail.length > 0}
          hasNext={page.nextCursor !== null}
          onPrevious={() => onShow({view, trail: trail.slice(0, -1)})}
          onNext={() => page.nextCursor !== null && onShow({view, trail: [...trail, page.nextCursor]})}
        >
          {page.orders.map((order) => (
            <DropshipOrderRow key={order.id} order={order} now={now} onChange={changed} />
          ))}
        </OrdersTable>
      )}
    </s-section>
  );
}

function NoOrders({isFiltered}: {isFiltered: boolean}) {
  if (isFiltered) return <s-paragraph color="subdued">No order is in this state.</s-paragraph>;
  return (
    <s-empty-state heading="No orders yet">
      <s-paragraph slot="subheading" color="subdued">
        When a shopper buys one of these products, the order appears here with a link to pay the supplier.
      </s-paragraph>
    </s-empty-state>
  );
}

type OrdersTableProps = {
  readonly isLoading: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly children: ReactNode;
};

function OrdersTable({isLoading, hasPrevious, hasNext, onPrevious, onNext, children}: OrdersTableProps) {
  const table = useElementEvents<HTMLElementTagNameMap['s-table'], 'previouspage' | 'nextpage'>({
    previouspage: onPrevious,
    nextpage: onNext,
  });
  return (
    <s-table
      ref={table}
      loading={isLoading}
      paginate={hasPrevious || hasNext}
      hasPreviousPage={hasPrevious}
      hasNextPage={hasNext}
    >
      <s-table-header-row>
        <s-table-header listSlot="primary">Order</s-table-header>
        <s-table-header listSlot="secondary">Article</s-table-header>
        <s-table-header>Ships to</s-table-header>
        <s-table-header listSlot="inline">State</s-table-header>
        <s-table-header format="currency">Goods</s-table-header>
        <s-table-header format="currency">Shipping fee</s-table-header>
        <s-table-header>At the supplier</s-table-header>
      </s-table-header-row>
      <s-table-body>{children}</s-table-body>
    </s-table>
  );
}
