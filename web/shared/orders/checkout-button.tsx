import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {asksFirst, mayGoOn, useDespite} from './loss-warning.tsx';
import {usePaidPending} from './paying.ts';

/** Opens the supplier's checkout in a new tab; for an order that loses money or may lose money, only after a warning. */
export function openCheckout(order: DropshipOrder): void {
  if (order.checkoutUrl === null || !mayGoOn(order)) return;
  window.open(order.checkoutUrl, '_blank', 'noopener');
}

/**
 * A link; a button for an order that asks first, because its first press opens nothing. It cannot be pressed while the order is
 * about to be marked as paid, and keeps its place, so that the rows below do not move.
 */
export function CheckoutButton({order, isPrimary = false}: {order: DropshipOrder; isPrimary?: boolean}) {
  const despite = useDespite(order);
  const isPaid = usePaidPending(order.id) !== null;
  const {checkoutUrl, orderName} = order;
  if (checkoutUrl === null) return null;
  const text = `Open checkout${despite}`;
  const label = `${text} for ${orderName}`;
  if (isPaid) {
    return (
      <s-button icon="external" disabled accessibilityLabel={label}>
        {text}
      </s-button>
    );
  }
  const variant = isPrimary ? 'primary' : 'auto';
  if (!asksFirst(order)) {
    return (
      <s-button href={checkoutUrl} target="_blank" icon="external" variant={variant} accessibilityLabel={label}>
        {text}
      </s-button>
    );
  }
  const tone = despite === '' ? 'auto' : 'critical';
  return (
    <s-button
      icon="external"
      variant={variant}
      tone={tone}
      accessibilityLabel={label}
      onClick={() => openCheckout(order)}
    >
      {text}
    </s-button>
  );
}

/** Whether the order has a button to the checkout. */
export const offersCheckout = ({state, checkoutUrl, doNotPay}: DropshipOrder): boolean =>
  state === 'awaiting_payment' && checkoutUrl !== null && !doNotPay;

/** For an order that is not to be paid: a quiet way for a merchant who still wants to pay. */
export function PayAllTheSame({order}: {order: DropshipOrder}) {
  const {checkoutUrl, orderName} = order;
  if (checkoutUrl === null) return null;
  const target = asksFirst(order)
    ? {onClick: () => openCheckout(order)}
    : ({href: checkoutUrl, target: '_blank'} as const);
  return (
    <s-button
      {...target}
      variant="tertiary"
      accessibilityLabel={`Pay all the same: open the checkout for ${orderName}`}
    >
      Pay all the same
    </s-button>
  );
}
