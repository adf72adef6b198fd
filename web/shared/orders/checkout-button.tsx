import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {mayPayAfterWarning, needsLossWarning, useLossSuffix} from './loss-warning.tsx';
import {usePaidPending} from './paying.ts';
import {SharedMap, useSharedValue} from './shared-map.ts';

/** The orders whose checkout was opened since the page was loaded. */
const opened = new SharedMap<true>();

/** Whether the checkout was opened from this page, so that paying is the next step. */
export const useWasOpened = (orderId: string): boolean => useSharedValue(opened, orderId) ?? false;

/** Opens the supplier's checkout in a new tab; for an order that loses money or may lose money, only after a warning. */
export function openCheckout(order: DropshipOrder): void {
  if (order.checkoutUrl === null || !mayPayAfterWarning(order)) return;
  opened.set(order.id, true);
  window.open(order.checkoutUrl, '_blank', 'noopener');
}

type CheckoutButtonProps = {readonly order: DropshipOrder; readonly isPrimary?: boolean; readonly isInRow?: boolean};

/**
 * The link to the checkout; for an order that warns first a button, because its first press opens nothing. It cannot be pressed while the
 * order is about to be marked as paid, but keeps its place, so that the rows below do not move.
 */
export function CheckoutButton({order, isPrimary = false, isInRow = false}: CheckoutButtonProps) {
  const despite = useLossSuffix(order);
  const isPaid = usePaidPending(order.id) !== null;
  const {checkoutUrl, orderName} = order;
  if (checkoutUrl === null) return null;
  const label = `Open checkout${despite} for ${orderName}`;
  // A row has room for the two buttons of an unpaid order side by side, and for no icon.
  const text = isInRow ? `Checkout${despite}` : `Open checkout${despite}`;
  const icon = isInRow ? {} : ({icon: 'external'} as const);
  if (isPaid) {
    return (
      <s-button {...icon} disabled accessibilityLabel={label}>
        {text}
      </s-button>
    );
  }
  const variant = isPrimary ? 'primary' : 'auto';
  if (!needsLossWarning(order)) {
    return (
      <s-button
        href={checkoutUrl}
        target="_blank"
        {...icon}
        variant={variant}
        accessibilityLabel={label}
        onClick={() => opened.set(order.id, true)}
      >
        {text}
      </s-button>
    );
  }
  const tone = despite === '' ? 'auto' : 'critical';
  return (
    <s-button {...icon} variant={variant} tone={tone} accessibilityLabel={label} onClick={() => openCheckout(order)}>
      {text}
    </s-button>
  );
}

/** Whether the order has a button to the checkout. */
export const offersCheckout = ({state, checkoutUrl, doNotPay}: DropshipOrder): boolean =>
  state === 'awaiting_payment' && checkoutUrl !== null && !doNotPay;

/** Whether the order is to be paid, and has no link to its checkout. */
export const lacksCheckout = ({state, checkoutUrl, doNotPay}: DropshipOrder): boolean =>
  state === 'awaiting_payment' && checkoutUrl === null && !doNotPay;

/** A less prominent button to the checkout of an order that is not to be paid, for a merchant who still wants to pay. */
export function PayAnywayButton({order}: {order: DropshipOrder}) {
  const {checkoutUrl, orderName} = order;
  if (checkoutUrl === null) return null;
  const target = needsLossWarning(order)
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
