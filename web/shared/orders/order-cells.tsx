import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {age, countryInSentence, euros, money, notKnownMark} from '../../text/format.ts';
import {countNoun, doNotPayBadge, dropshipStateBadges, missingNumberTexts, willBePaidBadge} from '../../text/words.ts';
import {CheckoutButton, lacksCheckout, offersCheckout, PayAnywayButton} from './checkout-button.tsx';
import {lossText, whyMarginUnknown} from './loss-warning.tsx';
import {usePaidPending} from './paying.ts';
import {ReasonLink} from './reason-link.tsx';

type OrderStateProps = {
  readonly order: DropshipOrder;
  readonly now: Date;
  /** True in a row of the list, which says “to pay” in fewer words, and the reason itself, as far as it has room. */
  readonly isInRow?: boolean;
};

/** "2 pieces, red, M" or "1 pack, red": how many of which colour and size, as far as known. */
export const piecesText = (order: DropshipOrder): string =>
  [countNoun(order.quantity, order.unit?.one ?? 'piece', order.unit?.many), ...orderedWords(order)].join(', ');

/** The colour and size that are ordered: those of the variant, else those that Piecewise takes; less than both if one is not known. */
export const orderedWords = ({colour, size, taken}: DropshipOrder): readonly string[] => {
  const takenFor = (what: 'colour' | 'size') => taken.find((one) => one.what === what)?.word;
  return [colour ?? takenFor('colour'), size ?? takenFor('size')].filter((word) => word != null);
};

/** "Germany (zone EU)", after "Ships to"; only the country if it has a zone of its own, or if its zone is not known. */
export function destinationText({country, zone}: DropshipOrder): string {
  if (country === null) return 'No address';
  const name = countryInSentence(country);
  return zone === null || zone === country ? name : `${name} (zone ${zone})`;
}

/** The state of an order as a badge, with its reason and its warning. */
export function OrderState({order, now, isInRow = false}: OrderStateProps) {
  const willBePaid = usePaidPending(order.id) !== null && order.state === 'awaiting_payment';
  const word = willBePaid ? willBePaidBadge : order.doNotPay ? doNotPayBadge : dropshipStateBadges[order.state];
  const urges = order.state === 'awaiting_payment' && !order.doNotPay && !willBePaid;
  const unpaidSince = urges && !isInRow ? (order.placedAt ?? order.orderedAt) : null;
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-200">
        <s-badge tone={word.tone}>{(isInRow && shortLabel(order, willBePaid, urges)) || word.label}</s-badge>
        {unpaidSince !== null && <s-text color="subdued">Unpaid for {age(unpaidSince, now)}</s-text>}
      </s-stack>
      {order.reason !== null && !isInRow && <s-paragraph>{order.reason}</s-paragraph>}
      {!isInRow && <ReasonLink order={order} />}
      {order.warning !== null && !isInRow && <s-text tone="caution">{order.warning}</s-text>}
      {order.warning !== null && isInRow && (
        <s-box maxInlineSize="110px">
          <s-text tone="caution">Look at it before you pay</s-text>
        </s-box>
      )}
    </s-stack>
  );
}

/** The label that a row has room for, so that no row moves when its order is marked as paid; empty: the usual one. */
function shortLabel({state}: DropshipOrder, willBePaid: boolean, urges: boolean): string {
  if (willBePaid) return 'Paid …';
  if (urges) return 'To pay';
  return state === 'rejected' ? 'Refused' : '';
}

/** "€47.00 + €9.90 fee": goods and the supplier's shipping fee, as far as known. */
export function costText({price, quantity, fee}: DropshipOrder): string {
  if (price === null && fee === null) return notKnownMark;
  return `${price === null ? notKnownMark : euros(price * quantity)} + ${fee === null ? notKnownMark : euros(fee)} fee`;
}

/** Goods and fee as one sum if both are known; otherwise the known part. */
export const totalCostText = (order: DropshipOrder): string =>
  order.price === null || order.fee === null ? costText(order) : euros(order.price * order.quantity + order.fee);

type MarginProps = {
  readonly order: DropshipOrder;
  /** Whether to say why the margin is not known. */
  readonly showsReason?: boolean;
  /** True in a column that is headed "Margin", where the word is left out. */
  readonly isInRow?: boolean;
};

/** The whole store order's margin; the merchant must see a loss before opening the checkout. */
export function Margin({order, showsReason = false, isInRow = false}: MarginProps) {
  const {storeOrder} = order;
  const loss = lossText(order);
  if (loss !== null && storeOrder !== null && storeOrder.unknown > 0) {
    return <s-text tone="critical">A loss of {loss}</s-text>;
  }
  const why = whyMarginUnknown(order);
  if (storeOrder === null || storeOrder.margin === null || why !== null) {
    return (
      <s-text color="subdued">
        {isInRow ? 'Not known' : 'Margin not known'}
        {showsReason && why !== null ? `. ${why}` : ''}
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

type SupplierReferenceProps = {
  readonly order: DropshipOrder;
  readonly isPrimary?: boolean;
  /** True in a row of the list: leaves out the supplier's number beside the button to the checkout, and the button's icon. */
  readonly isInRow?: boolean;
};

/**
 * The supplier's order number and the payment link, or why there is no link; if the outcome of sending is unknown, the reference to search
 * for.
 */
export function SupplierReference({order, isPrimary = false, isInRow = false}: SupplierReferenceProps) {
  const absence = order.ref === null ? missingNumberTexts[order.state] : null;
  // A dash fills a cell; elsewhere it would stand alone.
  if (absence?.label === notKnownMark && !isInRow) return null;
  if (absence !== null) {
    return (
      <s-stack gap="small-500">
        <span style={{whiteSpace: 'nowrap'}}>
          <s-text color="subdued">{absence.label}</s-text>
        </span>
        {absence.showsReference && <s-text>Reference {order.reference}</s-text>}
      </s-stack>
    );
  }
  return (
    <s-stack gap="small-400" alignItems="start">
      <CheckoutOrWarning order={order} isPrimary={isPrimary} isInRow={isInRow} />
      <WithoutCheckout order={order} />
      {!(isInRow && offersCheckout(order) && order.ref !== null) && (
        <s-text color="subdued">{order.ref ?? `Reference ${order.reference}`}</s-text>
      )}
    </s-stack>
  );
}

/** Why there is no link to the checkout, and how the order is paid without one: its number follows. Nothing, where it is not to be paid. */
export function WithoutCheckout({order}: {readonly order: DropshipOrder}) {
  if (!lacksCheckout(order)) return null;
  return (
    <>
      {order.checkoutWithheld !== null && <s-text tone="critical">{order.checkoutWithheld}</s-text>}
      <s-text>Pay it in your supplier account, under this number:</s-text>
    </>
  );
}

/**
 * The button to the checkout. An order that is no longer wanted must not be paid by mistake, so it has a less prominent button instead, for
 * a merchant who still wants to pay.
 */
function CheckoutOrWarning({order, isPrimary, isInRow}: Required<SupplierReferenceProps>) {
  if (offersCheckout(order)) return <CheckoutButton order={order} isPrimary={isPrimary} isInRow={isInRow} />;
  if (order.state !== 'awaiting_payment' || order.checkoutUrl === null) return null;
  return (
    <>
      <s-text>This order is not to be paid.</s-text>
      <PayAnywayButton order={order} />
    </>
  );
}
