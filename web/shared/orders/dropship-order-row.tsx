import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {age, countryName, dateAndTime, euros, money} from '../../text/format.ts';
import {absentWords, counted, doNotPayWord, dropshipWords, willBePaidWord} from '../../text/words.ts';
import {ArticlePicture} from '../list/article-picture.tsx';
import {CheckoutButton, offersCheckout, PayAllTheSame} from './checkout-button.tsx';
import {DutyMark} from './delivery-notes.tsx';
import {LossWarning, lossText, whyUnknown} from './loss-warning.tsx';
import {OrderFlags} from './order-flags.tsx';
import {PaidButton} from './paid-button.tsx';
import {usePaidPending} from './paying.ts';
import {ReasonLink} from './reason-link.tsx';
import {rowAttribute} from './row-focus.ts';

/** Shown for an amount that is not known yet. */
const none = '–';

type StateProps = {readonly order: DropshipOrder; readonly now: Date};

type RowProps = StateProps & {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  /** Why the last action on several orders was not done to this one. */
  readonly failure: string | null;
};

export function DropshipOrderRow({order, now, isChosen, onChoose, failure}: RowProps) {
  const willBePaid = usePaidPending(order.id) !== null;
  const link = `open-${order.id}`;
  return (
    <s-table-row clickDelegate={link}>
      <s-table-cell>
        <s-grid gridTemplateColumns="auto 40px auto" gap="small-200" alignItems="start" justifyContent="start">
          <s-checkbox
            accessibilityLabel={`Choose ${order.orderName}, ${order.articleName}`}
            checked={isChosen}
            disabled={willBePaid}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <ArticlePicture picture={order.picture} />
          <div tabIndex={-1} {...{[rowAttribute]: order.id}} style={{borderRadius: '4px', outlineOffset: '2px'}}>
            <s-stack gap="small-500">
              <s-link
                id={link}
                href={`/orders/${order.id}`}
                accessibilityLabel={`Open ${order.orderName}, ${order.articleName}`}
              >
                {order.orderName}
              </s-link>
              <s-text color="subdued">{dateAndTime(order.orderedAt)}</s-text>
              {order.generation > 1 && <s-text color="subdued">Placed again, no. {order.generation}</s-text>}
            </s-stack>
          </div>
        </s-grid>
      </s-table-cell>
      <s-table-cell>
        <OrderedArticle order={order} />
      </s-table-cell>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text>{destinationOf(order)}</s-text>
          <DutyMark zone={order.zone} />
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <s-stack gap="small-300">
          <OrderState order={order} now={now} />
          <OrderFlags order={order} />
          {failure !== null && <s-text tone="critical">Not done: {failure}</s-text>}
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text>{costOf(order)}</s-text>
          <Margin order={order} />
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <Payment order={order} willBePaid={willBePaid} />
      </s-table-cell>
    </s-table-row>
  );
}

const Payment = ({order, willBePaid}: {order: DropshipOrder; willBePaid: boolean}) => (
  <s-stack gap="small-400" alignItems="start">
    <AtTheSupplier order={order} />
    {order.state === 'awaiting_payment' && (willBePaid || !order.doNotPay) && <PaidButton order={order} />}
    {order.state === 'awaiting_payment' && <LossWarning order={order} isAnswered={willBePaid} />}
  </s-stack>
);

const OrderedArticle = ({order}: {order: DropshipOrder}) => (
  <s-stack gap="small-500">
    <s-box>
      <s-text dir="auto">{order.articleName}</s-text>
    </s-box>
    <s-text color="subdued">{detailsOf(order)}</s-text>
    {order.taken.map(({what, text}) => (
      <s-text key={what} color="subdued">
        {text}
      </s-text>
    ))}
  </s-stack>
);

export const detailsOf = ({colour, size, quantity}: DropshipOrder): string =>
  [counted(quantity, 'piece'), colour, size].filter((part) => part !== null).join(', ');

/** "Germany (zone EU)"; only the country if it has a zone of its own, or if its zone is not known. */
export function destinationOf({country, zone}: DropshipOrder): string {
  if (country === null) return 'No address';
  if (zone === null) return countryName(country);
  return zone === country ? countryName(country) : `${countryName(country)} (zone ${zone})`;
}

export function OrderState({order, now}: StateProps) {
  const willBePaid = usePaidPending(order.id) !== null && order.state === 'awaiting_payment';
  const word = willBePaid ? willBePaidWord : order.doNotPay ? doNotPayWord : dropshipWords[order.state];
  const urges = order.state === 'awaiting_payment' && !order.doNotPay && !willBePaid;
  const unpaidSince = urges ? (order.placedAt ?? order.orderedAt) : null;
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline">
        <s-badge tone={word.tone}>{word.label}</s-badge>
      </s-stack>
      {unpaidSince !== null && <s-text color="subdued">Unpaid for {age(unpaidSince, now)}</s-text>}
      {order.reason !== null && <s-text>{order.reason}</s-text>}
      <ReasonLink order={order} />
      {order.warning !== null && <s-text tone="caution">{order.warning}</s-text>}
    </s-stack>
  );
}

/** "€47.00 + €9.90 fee": goods and the supplier's shipping fee, as far as known. */
export function costOf({price, quantity, fee}: DropshipOrder): string {
  if (price === null && fee === null) return none;
  return `${price === null ? none : euros(price * quantity)} + ${fee === null ? none : euros(fee)} fee`;
}

type MarginProps = {
  readonly order: DropshipOrder;
  /** Whether to say why it is not known. */
  readonly withWhy?: boolean;
};

/** The whole store order's margin; the merchant must see a loss before opening the checkout. */
export function Margin({order, withWhy = false}: MarginProps) {
  const {storeOrder} = order;
  const loss = lossText(order);
  if (loss !== null && storeOrder !== null && storeOrder.unknown > 0) {
    return <s-text tone="critical">A loss of {loss}</s-text>;
  }
  const why = whyUnknown(order);
  if (storeOrder === null || storeOrder.margin === null || why !== null) {
    return <s-text color="subdued">Margin not known{withWhy && why !== null ? `. ${why}` : ''}</s-text>;
  }
  const amount = money(storeOrder.margin, storeOrder.currency);
  if (loss !== null) return <s-text tone="critical">Margin {amount}, a loss</s-text>;
  return <s-text color="subdued">Margin {amount}</s-text>;
}

/**
 * The supplier's order number and the payment link, or why there is no link; if the outcome is unknown, the reference to search
 * for.
 */
export function AtTheSupplier({order, isPrimary = false}: {order: DropshipOrder; isPrimary?: boolean}) {
  const absence = order.ref === null ? absentWords[order.state] : null;
  if (absence !== null) {
    return (
      <s-stack gap="small-500">
        <s-text color="subdued">{absence.label}</s-text>
        {absence.lookFor && <s-text>Reference {order.reference}</s-text>}
      </s-stack>
    );
  }
  return (
    <s-stack gap="small-400" alignItems="start">
      <Checkout order={order} isPrimary={isPrimary} />
      {order.checkoutWithheld !== null && <s-text tone="critical">{order.checkoutWithheld}</s-text>}
      <s-text color="subdued">{order.ref ?? `Reference ${order.reference}`}</s-text>
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
