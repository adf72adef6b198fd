import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {isOpen} from '#domain/orders/dropship-state.ts';
import {age, countryName, euros, money} from '../../text/format.ts';
import {absentWords, counted, doNotPayWord, dropshipWords, willBePaidWord} from '../../text/words.ts';
import {CheckoutButton, offersCheckout, PayAllTheSame} from './checkout-button.tsx';
import {lossText, whyUnknown} from './loss-warning.tsx';
import {usePaidPending} from './paying.ts';
import {ReasonLink} from './reason-link.tsx';

/** Shown for an amount that is not known yet. */
const none = '–';

type StateProps = {
  readonly order: DropshipOrder;
  readonly now: Date;
  /** In a row of the list, which has room for one line of why the order does not go on; the page of the order says it all. */
  readonly isInRow?: boolean;
};

export const detailsOf = ({colour, size, quantity}: DropshipOrder): string =>
  [counted(quantity, 'piece'), colour, size].filter((part) => part !== null).join(', ');

/** "Germany (zone EU)"; only the country if it has a zone of its own, or if its zone is not known. */
export function destinationOf({country, zone}: DropshipOrder): string {
  if (country === null) return 'No address';
  if (zone === null) return countryName(country);
  return zone === country ? countryName(country) : `${countryName(country)} (zone ${zone})`;
}

export function OrderState({order, now, isInRow = false}: StateProps) {
  const willBePaid = usePaidPending(order.id) !== null && order.state === 'awaiting_payment';
  const word = willBePaid ? willBePaidWord : order.doNotPay ? doNotPayWord : dropshipWords[order.state];
  const urges = order.state === 'awaiting_payment' && !order.doNotPay && !willBePaid;
  const unpaidSince = urges && !isInRow ? (order.placedAt ?? order.orderedAt) : null;
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-400">
        <s-badge tone={word.tone}>{word.label}</s-badge>
        {unpaidSince !== null && <s-text color="subdued">Unpaid for {age(unpaidSince, now)}</s-text>}
      </s-stack>
      {order.reason !== null && !(isInRow && !isOpen(order.state)) && (
        <s-paragraph {...(isInRow ? {lineClamp: 1} : {})}>{order.reason}</s-paragraph>
      )}
      {!isInRow && <ReasonLink order={order} />}
      {order.warning !== null && <s-text tone="caution">{order.warning}</s-text>}
    </s-stack>
  );
}

/** "€47.00 + €9.90 fee": goods and the supplier's shipping fee, as far as known. */
export function costOf({price, quantity, fee}: DropshipOrder): string {
  if (price === null && fee === null) return none;
  return `${price === null ? none : euros(price * quantity)} + ${fee === null ? none : euros(fee)} fee`;
}

/** Goods and fee together, as far as both are known. */
export const totalOf = (order: DropshipOrder): string =>
  order.price === null || order.fee === null ? costOf(order) : euros(order.price * order.quantity + order.fee);

type MarginProps = {
  readonly order: DropshipOrder;
  /** Whether to say why it is not known. */
  readonly withWhy?: boolean;
  /** In a column that is headed "Margin". */
  readonly isInRow?: boolean;
};

/** The whole store order's margin; the merchant must see a loss before opening the checkout. */
export function Margin({order, withWhy = false, isInRow = false}: MarginProps) {
  const {storeOrder} = order;
  const loss = lossText(order);
  if (loss !== null && storeOrder !== null && storeOrder.unknown > 0) {
    return <s-text tone="critical">A loss of {loss}</s-text>;
  }
  const why = whyUnknown(order);
  if (storeOrder === null || storeOrder.margin === null || why !== null) {
    return (
      <s-text color="subdued">
        {isInRow ? 'Not known' : 'Margin not known'}
        {withWhy && why !== null ? `. ${why}` : ''}
      </s-text>
    );
  }
  const amount = `${isInRow ? '' : 'Margin '}${money(storeOrder.margin, storeOrder.currency)}`;
  if (loss !== null && isInRow) {
    return (
      <s-text tone="critical">
        {amount}
        <s-text accessibilityVisibility="exclusive">, a loss</s-text>
      </s-text>
    );
  }
  if (loss !== null) return <s-text tone="critical">{amount}, a loss</s-text>;
  return <s-text color="subdued">{amount}</s-text>;
}

type AtTheSupplierProps = {
  readonly order: DropshipOrder;
  readonly isPrimary?: boolean;
  /** In a row of the list: without what the page of the order shows beside it. */
  readonly isInRow?: boolean;
};

/**
 * The supplier's order number and the payment link, or why there is no link; if the outcome is unknown, the reference to search
 * for.
 */
export function AtTheSupplier({order, isPrimary = false, isInRow = false}: AtTheSupplierProps) {
  const absence = order.ref === null ? absentWords[order.state] : null;
  if (absence !== null) {
    return (
      <s-stack gap="small-500">
        <s-text color="subdued">{absence.label}</s-text>
        {absence.lookFor && !isInRow && <s-text>Reference {order.reference}</s-text>}
      </s-stack>
    );
  }
  return (
    <s-stack gap="small-400" alignItems="start">
      <Checkout order={order} isPrimary={isPrimary} />
      {order.checkoutWithheld !== null && <s-text tone="critical">{order.checkoutWithheld}</s-text>}
      {!(isInRow && offersCheckout(order)) && (
        <s-text color="subdued">{order.ref ?? `Reference ${order.reference}`}</s-text>
      )}
    </s-stack>
  );
}

/**
 * An order that is no longer wanted must not be paid by mistake: in place of "Open checkout" it has a less prominent button for a
 * merchant who still wants to pay.
 */
function Checkout({order, isPrimary}: {order: DropshipOrder; isPrimary: boolean}) {
  if (offersCheckout(order)) return <CheckoutButton order={order} isPrimary={isPrimary} />;
  if (order.state !== 'awaiting_payment' || order.checkoutUrl === null) return null;
  return (
    <>
      <s-text>No button to the checkout: this order is not to be paid.</s-text>
      <PayAllTheSame order={order} />
    </>
  );
}
