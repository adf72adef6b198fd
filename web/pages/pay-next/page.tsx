import type {DropshipOrders} from '#contract/dropship-orders.ts';
import {ordersQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {openCheckout} from '../../shared/orders/checkout-button.tsx';
import {KeysHelp, useOrderKeys} from '../../shared/orders/order-keys.tsx';
import {usePayCursor, usePayQueue} from '../../shared/orders/pay-queue.ts';
import {undoLatestPaid, useIsMarkedPaid, useMarkPaid, useUndoneInToast} from '../../shared/orders/paying.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {euros} from '../../text/format.ts';
import {unpaidOrders} from '../../text/order-list.ts';
import {countNoun} from '../../text/words.ts';
import {FocusedGroup} from './focused-group.tsx';
import {PayOrder} from './pay-order.tsx';
import {mayPayShown, shownOrder} from './shown-order.ts';

/** "Pay next": the unpaid orders one after the other, the oldest first. The address names the one that is shown. */
export function Page() {
  const cursor = usePayCursor();
  const remote = useRemote(ordersQuery({view: unpaidOrders, search: '', store: null, sort: 'oldest', cursor}));
  const page = remote.value;
  return (
    <s-page heading="Pay next" inlineSize="large">
      <s-link slot="breadcrumb-actions" href="/orders">
        Orders
      </s-link>
      <s-stack gap="base">
        <PausedBanner of={page} />
        <StaleSection what="the orders to pay" remote={remote} />
        {page === null ? (
          <s-section accessibilityLabel="The orders to pay">
            <Loading what="the orders to pay" remote={remote} height="480px" />
          </s-section>
        ) : (
          <PayQueueView page={page} isCurrent={remote.isCurrent} loadedAt={remote.loadedAt} />
        )}
      </s-stack>
    </s-page>
  );
}

type PayQueueViewProps = {
  readonly page: DropshipOrders;
  /** False while the next page of the list is loaded and the previous one is still shown, so that keys such as undo go on working. */
  readonly isCurrent: boolean;
  readonly loadedAt: Date;
};

function PayQueueView({page, isCurrent, loadedAt}: PayQueueViewProps) {
  const queue = usePayQueue(page, isCurrent, loadedAt);
  const {shownOrderId, previousOrder, hasNext, ordersLeft, showOrder, showNext} = queue;
  const sayPaid = useMarkPaid();
  useUndoneInToast(showOrder);
  const isSaidPaid = useIsMarkedPaid(loadedAt);
  const unpaid = () => {
    const order = shownOrder();
    return order === null || isSaidPaid(order.id) ? null : order;
  };
  // Showing an order reads its address, which is recorded, so a key that is held down moves by one order only.
  const keys = useOrderKeys(
    {
      j: () => hasNext && showNext(),
      k: () => previousOrder !== undefined && showOrder(previousOrder.id),
      c() {
        const order = unpaid();
        if (order !== null) openCheckout(order);
      },
      p() {
        const order = unpaid();
        if (order !== null && mayPayShown(order) && sayPaid(order)) showNext();
      },
      u() {
        const undone = undoLatestPaid();
        if (undone !== undefined) showOrder(undone);
      },
    },
    [],
  );
  const panel = {
    onPaid: showNext,
    children: (
      <s-stack direction="inline" gap="small-200">
        <s-button variant="tertiary" disabled={!previousOrder} onClick={() => showOrder(previousOrder?.id)}>
          Previous
        </s-button>
        <s-button variant="tertiary" disabled={!hasNext} onClick={showNext}>
          Next, without paying
        </s-button>
      </s-stack>
    ),
  };
  const keyed = {role: 'group', 'aria-label': 'The orders to pay', onKeyDown: keys.onKeyDown};
  if (shownOrderId === null)
    return <div {...keyed}>{ordersLeft > 0 || !isCurrent ? <LoadingOrders /> : <AllPaid />}</div>;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small-200" alignItems="center" justifyContent="space-between">
        <s-text color="subdued">
          {countNoun(ordersLeft, 'order')} left to pay, {euros(queue.centsLeft)} in all
        </s-text>
        <KeysHelp keys={keys} where="on the order" />
      </s-stack>
      <div {...keyed}>
        <PayOrder key={shownOrderId} orderId={shownOrderId} listedOrder={queue.shownOrder} {...panel} />
      </div>
    </s-stack>
  );
}

const LoadingOrders = () => (
  <FocusedGroup label="Loading">
    <s-section accessibilityLabel="The orders to pay">
      <s-box minBlockSize="480px">
        <s-spinner accessibilityLabel="Loading the orders to pay" />
      </s-box>
    </s-section>
  </FocusedGroup>
);

function AllPaid() {
  return (
    <FocusedGroup label="Nothing to pay">
      <s-section accessibilityLabel="Nothing to pay">
        <s-empty-state heading="All paid">
          <s-paragraph slot="subheading" color="subdued">
            No order waits for your payment. The supplier ships what is paid; the tracking that it gives you goes into
            “Ship orders”.
          </s-paragraph>
          <s-button slot="primary-action" href="/orders">
            See all orders
          </s-button>
          <s-button slot="secondary-actions" href="/orders/ship">
            Ship orders
          </s-button>
        </s-empty-state>
      </s-section>
    </FocusedGroup>
  );
}
