import {useEffect, useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import type {DropshipOrder, DropshipOrders} from '#contract/dropship-orders.ts';
import {Loading, Stale} from '../components/loading.tsx';
import {OtherOrder} from '../components/orders/other-order.tsx';
import {PayPanel} from '../components/orders/pay-panel.tsx';
import {usePaidPendings} from '../components/orders/paying.ts';
import {euros} from '../format.ts';
import {ordersQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';
import {counted, ordersToPay, payAddress} from '../words.ts';

/** "Pay next": the unpaid orders one after the other, in the order of the list. The address names the one that is shown. */
export function PayNextPage() {
  const [cursor, setCursor] = useState<string | null>(null);
  const remote = useRemote(ordersQuestion({view: ordersToPay, search: '', store: null, cursor}));
  const page = remote.isCurrent ? remote.value : null;
  return (
    <s-page heading="Pay next" inlineSize="large">
      <s-link slot="breadcrumb-actions" href="/orders">
        Orders
      </s-link>
      <s-stack gap="base">
        <Stale what="the orders to pay" remote={remote} />
        {page === null ? (
          <s-section accessibilityLabel="The orders to pay">
            <Loading what="the orders to pay" remote={remote} height="480px" />
          </s-section>
        ) : (
          <Queue page={page} isFirstPage={cursor === null} onPage={setCursor} />
        )}
      </s-stack>
    </s-page>
  );
}

type QueueProps = {
  readonly page: DropshipOrders;
  readonly isFirstPage: boolean;
  readonly onPage: (cursor: string | null) => void;
};

function Queue({page, isFirstPage, onPage}: QueueProps) {
  const [query] = useSearchParams();
  const shownId = query.get('order');
  const navigate = useNavigate();
  const pendingOf = usePaidPendings();
  const {orders, nextCursor, toPay} = page;
  const index = orders.findIndex(({id}) => id === shownId);
  const shown = orders[index];
  const isLeft = ({id}: DropshipOrder) => pendingOf(id) === null && id !== shownId;
  const show = (order: DropshipOrder | undefined) => void navigate(payAddress(order?.id), {replace: true});
  const first = orders.find(({id}) => pendingOf(id) === null);
  const isEmptyPage = first === undefined && !isFirstPage;
  // An order that comes meanwhile would take the first place, so the address names the order from the start.
  useEffect(() => {
    if (isEmptyPage) onPage(null);
    else if (shownId === null && first !== undefined) show(first);
  });
  const goOn = () => {
    const next = orders.slice(index + 1).find(isLeft);
    if (next === undefined && nextCursor !== null) onPage(nextCursor);
    else if (next === undefined && !isFirstPage) onPage(null);
    show(next ?? (nextCursor === null && isFirstPage ? orders.find(isLeft) : undefined));
  };
  const goBack = orders.slice(0, Math.max(index, 0)).findLast(isLeft);
  const pending = orders.filter(({id}) => pendingOf(id) !== null);
  const left = toPay.count - pending.length;
  if (shownId === null) return left > 0 ? <Opening /> : <AllPaid />;
  const moves = (
    <s-stack direction="inline" gap="small-200">
      <s-button variant="tertiary" disabled={goBack === undefined} onClick={() => show(goBack)}>
        Previous
      </s-button>
      <s-button variant="tertiary" disabled={!orders.some(isLeft) && nextCursor === null} onClick={goOn}>
        Next, without paying
      </s-button>
    </s-stack>
  );
  return (
    <>
      <s-text color="subdued">
        {counted(left, 'order')} left to pay, {euros(toPay.cents - centsOf(pending))} in all
      </s-text>
      {shown === undefined ? (
        <OtherOrder key={shownId} orderId={shownId} onPaid={goOn}>
          {moves}
        </OtherOrder>
      ) : (
        <PayPanel order={shown} onPaid={goOn}>
          {moves}
        </PayPanel>
      )}
    </>
  );
}

/** As the server sums up what is to be paid: an order without a price counts nothing. */
const centsOf = (orders: readonly DropshipOrder[]): number =>
  orders.reduce(
    (sum, {price, quantity, fee}) => sum + (price === null || fee === null ? 0 : price * quantity + fee),
    0,
  );

const Opening = () => (
  <s-section accessibilityLabel="The orders to pay">
    <s-box minBlockSize="480px">
      <s-spinner accessibilityLabel="Loading the orders to pay" />
    </s-box>
  </s-section>
);

const AllPaid = () => (
  <s-section accessibilityLabel="Nothing to pay">
    <s-empty-state heading="All paid">
      <s-paragraph slot="subheading" color="subdued">
        No order waits for your payment. The supplier ships what is paid; what it tells you, you enter on the page of
        the order.
      </s-paragraph>
      <s-button slot="primary-action" href="/orders">
        See all orders
      </s-button>
    </s-empty-state>
  </s-section>
);
