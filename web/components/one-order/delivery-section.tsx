import {useState} from 'react';
import {DeliveryAddress} from '../orders/delivery-address.tsx';

/** The address for the supplier's checkout, read from Shopify on request; the history records who read it. */
export function DeliverySection({orderId}: {orderId: string}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <s-section heading="Delivery address">
      {isShown ? (
        <DeliveryAddress orderId={orderId} />
      ) : (
        <s-stack gap="small-200" alignItems="start">
          <s-text color="subdued">Read from Shopify when you ask for it, and stored nowhere else.</s-text>
          <s-button onClick={() => setIsShown(true)}>Show the address</s-button>
        </s-stack>
      )}
    </s-section>
  );
}
