import {useState} from 'react';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {DeliveryAddress} from '../../shared/orders/delivery-address.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';

/**
 * The delivery address for the supplier's checkout, read from Shopify; the history records who read it. It is shown at once for an order
 * that is to be paid, because the checkout asks for it, and for other orders on request.
 */
export function DeliverySection({order: {id, state, doNotPay}}: {order: DropshipOrderDetail}) {
  const [isShown, setIsShown] = useState(false);
  const willBePaid = usePaidPending(id) !== null;
  // The address appears as soon as the order can be paid, and stays once the order is paid.
  const isToBePaid = state === 'awaiting_payment' && !doNotPay;
  if (!isShown && isToBePaid) setIsShown(true);
  return (
    <s-section heading="Delivery address">
      {isShown ? (
        <s-stack gap="small">
          <s-text color="subdued">
            {isToBePaid &&
              !willBePaid &&
              'Shown without asking while the order waits for your payment, because the checkout needs it. '}
            Read from Shopify for this page; Piecewise does not store it.
          </s-text>
          <DeliveryAddress orderId={id} />
        </s-stack>
      ) : (
        <s-stack gap="small-200" alignItems="start">
          <s-text color="subdued">
            Piecewise reads it from Shopify when you press the button, or without asking while the order waits for your
            payment and may be paid, and does not store it. “What happened” says each time it was shown.
          </s-text>
          <s-button onClick={() => setIsShown(true)}>Show the address</s-button>
        </s-stack>
      )}
    </s-section>
  );
}
