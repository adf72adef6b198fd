import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {lossText, mayGoOn, useWasWarned} from './loss-warning.tsx';

/** Opens the supplier's checkout in a new tab; for an order that loses money, only after a warning. */
export function openCheckout(order: DropshipOrder): void {
  if (order.checkoutUrl === null || !mayGoOn(order)) return;
  window.open(order.checkoutUrl, '_blank', 'noopener');
}

/** A link; a button for an order that loses money, because its first press opens nothing. */
export function CheckoutButton({order}: {order: DropshipOrder}) {
  const wasWarned = useWasWarned(order);
  const {checkoutUrl, orderName} = order;
  if (checkoutUrl === null) return null;
  if (lossText(order) === null) {
    const label = `Open checkout for ${orderName}`;
    return (
      <s-button href={checkoutUrl} target="_blank" icon="external" accessibilityLabel={label}>
        Open checkout
      </s-button>
    );
  }
  const text = wasWarned ? 'Open checkout at a loss' : 'Open checkout';
  return (
    <s-button
      icon="external"
      tone={wasWarned ? 'critical' : 'auto'}
      accessibilityLabel={`${text} for ${orderName}`}
      onClick={() => openCheckout(order)}
    >
      {text}
    </s-button>
  );
}
