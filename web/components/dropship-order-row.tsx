import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {age, countryName, dateAndTime, euros} from '../format.ts';
import {absentWords, counted, doNotPayWord, dropshipWords} from '../words.ts';
import {OrderFlags} from './order-flags.tsx';

/** In place of an amount that is not known yet. */
const none = '–';

type StateProps = {readonly order: DropshipOrder; readonly now: Date};

export function DropshipOrderRow({order, now}: StateProps) {
  return (
    <s-table-row>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text type="strong">{order.orderName}</s-text>
          <s-text color="subdued">{dateAndTime(order.orderedAt)}</s-text>
          {order.generation > 1 && <s-text color="subdued">Placed again, no. {order.generation}</s-text>}
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text>{order.articleName}</s-text>
          <s-text color="subdued">{detailsOf(order)}</s-text>
          {order.taken.map(({what, text}) => (
            <s-text key={what} color="subdued">
              {text}
            </s-text>
          ))}
        </s-stack>
      </s-table-cell>
      <s-table-cell>{destinationOf(order)}</s-table-cell>
      <s-table-cell>
        <s-stack gap="small-300">
          <OrderState order={order} now={now} />
          <OrderFlags order={order} />
        </s-stack>
      </s-table-cell>
      <s-table-cell>{order.price === null ? none : euros(order.price * order.quantity)}</s-table-cell>
      <s-table-cell>{order.fee === null ? none : euros(order.fee)}</s-table-cell>
      <s-table-cell>
        <AtTheSupplier order={order} />
      </s-table-cell>
    </s-table-row>
  );
}

const detailsOf = ({colour, size, quantity}: DropshipOrder): string =>
  [counted(quantity, 'piece'), colour, size].filter((part) => part !== null).join(', ');

/** "Germany, zone EU"; a country that is its own zone needs no second word. */
function destinationOf({country, zone}: DropshipOrder): string {
  if (country === null) return 'No address';
  if (zone === null) return countryName(country);
  return zone === country ? countryName(country) : `${countryName(country)} (zone ${zone})`;
}

function OrderState({order, now}: StateProps) {
  const word = order.doNotPay ? doNotPayWord : dropshipWords[order.state];
  const urges = order.state === 'awaiting_payment' && !order.doNotPay;
  const unpaidSince = urges ? (order.placedAt ?? order.orderedAt) : null;
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline">
        <s-badge tone={word.tone}>{word.label}</s-badge>
      </s-stack>
      {unpaidSince !== null && <s-text color="subdued">Unpaid for {age(unpaidSince, now)}</s-text>}
      {order.reason !== null && <s-text>{order.reason}</s-text>}
      {order.warning !== null && <s-text tone="caution">{order.warning}</s-text>}
    </s-stack>
  );
}

/** The supplier's number of the order and the link to pay it, or why there is no link; what to look for where nothing is known. */
function AtTheSupplier({order}: {order: DropshipOrder}) {
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
      <Checkout order={order} />
      {order.checkoutWithheld !== null && <s-text tone="critical">{order.checkoutWithheld}</s-text>}
      <s-text color="subdued">{order.ref ?? `Reference ${order.reference}`}</s-text>
    </s-stack>
  );
}

/** What is no longer wanted must not be paid by mistake: no button then, only a link for a merchant who decides to pay all the same. */
function Checkout({order: {state, checkoutUrl, doNotPay, orderName}}: {order: DropshipOrder}) {
  if (state !== 'awaiting_payment' || checkoutUrl === null) return null;
  if (!doNotPay) {
    return (
      <s-button
        href={checkoutUrl}
        target="_blank"
        icon="external"
        accessibilityLabel={`Open checkout for ${orderName}`}
      >
        Open checkout
      </s-button>
    );
  }
  return (
    <>
      <s-text>No button to the checkout: this order is not to be paid.</s-text>
      <s-text color="subdued" fontSize="small">
        <s-link
          href={checkoutUrl}
          target="_blank"
          tone="neutral"
          accessibilityLabel={`Pay all the same: open the checkout for ${orderName}`}
        >
          Pay all the same
        </s-link>
      </s-text>
    </>
  );
}
