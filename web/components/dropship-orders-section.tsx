import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {useElementEvents} from '../element-events.ts';
import {ordersQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';
import {addressOf, allOrders, type OrderView, orderViews} from '../words.ts';
import {DropshipOrderRow} from './dropship-order-row.tsx';
import {Loading, Stale} from './loading.tsx';

/** Every dropship order with its state, the reason for it, and the supplier's checkout to pay at. */
export function DropshipOrdersSection({view}: {view: OrderView}) {
  const navigate = useNavigate();
  /** Cursors of the pages gone through; the last one is shown. */
  const [trail, setTrail] = useState<readonly string[]>([]);
  const remote = useRemote(ordersQuestion(view, trail.at(-1) ?? null));
  const page = remote.value;
  const hasNone = page?.orders.length === 0 && trail.length === 0 && view === allOrders;
  const show = (value: string) => void navigate(addressOf(orderViews.find((one) => one.value === value) ?? allOrders));
  return (
    <s-section heading="Dropship orders">
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
          onPrevious={() => setTrail(trail.slice(0, -1))}
          onNext={() => page.nextCursor !== null && setTrail([...trail, page.nextCursor])}
        >
          {page.orders.map((order) => (
            <DropshipOrderRow key={order.id} order={order} now={remote.at} />
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
