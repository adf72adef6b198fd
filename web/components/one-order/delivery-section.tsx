import {useState} from 'react';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {DeliveryAddress} from '../orders/delivery-address.tsx';

/**
 * The address for the supplier's checkout, read from Shopify; the history records who read it. An order that is to be paid shows it at
 * once, because the checkout asks for it; the others on request.
 */
export function DeliverySection({order: {id, state, doNotPay}}: {order: DropshipOrderDetail}) {
  const [isShown, setIsShown] = useState(false);
  // It comes as soon as the order can be paid, and is not taken away when it is.
  if (!isShown && state === 'awaiting_payment' && !doNotPay) setIsShown(true);
  return (
    <s-section heading="Delivery address">
      {isShown ? (
        <DeliveryAddress orderId={id} />
      ) : (
        <s-stack gap="small-200" alignItems="start">
          <s-text color="subdued">Read from Shopify when you ask for it, and stored nowhere else.</s-text>
          <s-button onClick={() => setIsShown(true)}>Show the address</s-button>
        </s-stack>
      )}
    </s-section>
  );
}
