import type {DropshipOrders} from '#contract/dropship-orders.ts';
import {ordersQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {openCheckout} from '../../shared/orders/checkout-button.tsx';
import {KeysHelp, useOrderKeys} from '../../shared/orders/order-keys.tsx';
import {ordersToPay, usePayCursor, usePayQueue} from '../../shared/orders/pay-queue.ts';
import {undoLatestPaid, useSaidPaid, useSayPaid} from '../../shared/orders/paying.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {euros} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {FocusedGroup} from './focused-group.tsx';
import {PayOrder} from './pay-order.tsx';
import {mayPayShown, shownOrder} from './shown-order.ts';

/** "Pay next": the unpaid orders one after the other, in the order of the list. The address names the one that is shown. */
export function Page() {
  const cursor = usePayCursor();
  const remote = useRemote(ordersQuestion({view: ordersToPay, search: '', store: null, cursor}));
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
          <Queue page={page} isCurrent={remote.isCurrent} />
        )}
      </s-stack>
    </s-page>
  );
}

type QueueProps = {
  readonly page: DropshipOrders;
  /** False while the previous page of the list stays until the next one is loaded: keys such as undo go on working. */
  readonly isCurrent: boolean;
};

function Queue({page, isCurrent}: QueueProps) {
  const {shownId, shown, previous, hasNext, left, centsLeft, show, goOn} = usePayQueue(page, isCurrent);
  const sayPaid = useSayPaid();
  const isSaidPaid = useSaidPaid();
  const unpaid = () => {
    const order = shownOrder();
    return order === null || isSaidPaid(order.id) ? null : order;
  };
  // Showing an order reads its address, which is recorded, so a key that is held down moves by one order only.
  const keys = useOrderKeys(
    {
      j: () => hasNext && goOn(),
      k: () => previous !== undefined && show(previous.id),
      c() {
        const order = unpaid();
        if (order !== null) openCheckout(order);
      },
      p() {
        const order = unpaid();
        if (order !== null && mayPayShown(order) && sayPaid(order)) goOn();
      },
      u() {
        const undone = undoLatestPaid();
        if (undone !== undefined) show(undone);
      },
    },
    [],
  );
  const panel = {
    onPaid: goOn,
    children: (
      <s-stack direction="inline" gap="small-200">
        <s-button variant="tertiary" disabled={previous === undefined} onClick={() => show(previous?.id)}>
          Previous
        </s-button>
        <s-button variant="tertiary" disabled={!hasNext} onClick={goOn}>
          Next, without paying
        </s-button>
      </s-stack>
    ),
  };
  const keyed = {role: 'group', 'aria-label': 'The orders to pay', onKeyDown: keys.onKeyDown};
  if (shownId === null) return <div {...keyed}>{left > 0 || !isCurrent ? <Opening /> : <AllPaid />}</div>;
  return (
    <s-stack gap="base">
      <div {...keyed}>
        <s-stack gap="base">
          <s-text color="subdued">
            {counted(left, 'order')} left to pay, {euros(centsLeft)} in all
          </s-text>
          <PayOrder key={shownId} orderId={shownId} listed={shown} {...panel} />
        </s-stack>
      </div>
      <KeysHelp keys={keys} where="on the order" />
    </s-stack>
  );
}

const Opening = () => (
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
            No order waits for your payment. The supplier ships what is paid; what it tells you, you enter on the page
            of the order.
          </s-paragraph>
          <s-button slot="primary-action" href="/orders">
            See all orders
          </s-button>
        </s-empty-state>
      </s-section>
    </FocusedGroup>
  );
}
