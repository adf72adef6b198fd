import type {ReactNode} from 'react';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {offersCheckout} from '../../shared/orders/checkout-button.tsx';
import {DeliveryNotes} from '../../shared/orders/delivery-notes.tsx';
import {LossWarning} from '../../shared/orders/loss-warning.tsx';
import {AtTheSupplier, destinationOf, detailsOf, Margin, OrderState} from '../../shared/orders/order-cells.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';
import {dateAndTime, euros, money} from '../../text/format.ts';
import {allOrders, doNotPayWord, dropshipWords, ordersAddress} from '../../text/words.ts';
import {EnteredByBuyer} from './entered-by-buyer.tsx';

/** What is ordered, its destination, state and cost. */
export function OrderFacts({order, now}: {order: DropshipOrderDetail; now: Date}) {
  const flags = order.flags.map(({text}) => text);
  const willBePaid = usePaidPending(order.id) !== null;
  return (
    <s-section heading={`${order.articleName}, ${detailsOf(order)}`}>
      <s-stack gap="small">
        <OrderState order={order} now={now} />
        <EnteredByBuyer order={order} />
        {flags.map((text) => (
          <s-text key={text} tone={order.doNotPay ? 'critical' : 'caution'}>
            {text}
          </s-text>
        ))}
        {order.taken.map(({what, text}) => (
          <s-text key={what} color="subdued">
            {text}
          </s-text>
        ))}
        <AtTheSupplier order={order} isPrimary />
        {offersCheckout(order) && !willBePaid && (
          <s-text color="subdued">
            The supplier’s checkout asks for the delivery address. Copy each part of it with the buttons under “Delivery
            address” below.
          </s-text>
        )}
        {order.state === 'awaiting_payment' && (
          <LossWarning order={order} isAnnounced={!order.actions.includes('paid')} isAnswered={willBePaid} />
        )}
      </s-stack>
      <s-divider />
      <FactList order={order} />
    </s-section>
  );
}

function FactList({order}: {order: DropshipOrderDetail}) {
  const {state, price, quantity, fee, shipment, fulfilment, offSale, buyerRefund, buyerRefundNote} = order;
  return (
    <s-stack gap="small-300">
      <Fact label="Ships to">
        <s-stack gap="small-500">
          <s-text>{destinationOf(order)}</s-text>
          <DeliveryNotes zone={order.zone} origin={order.origin} />
        </s-stack>
      </Fact>
      <Fact label="Ordered">{dateAndTime(order.orderedAt)}</Fact>
      <Fact label="Goods">{price === null ? '–' : euros(price * quantity)}</Fact>
      <Fact label="Shipping fee">{fee === null ? '–' : euros(fee)}</Fact>
      {price !== null && fee !== null && (
        <Fact label={state === 'awaiting_payment' ? 'Total to pay' : 'Goods and shipping fee'}>
          <s-text type="strong">{euros(price * quantity + fee)}</s-text>
        </Fact>
      )}
      <Fact label="The store order">
        <Margin order={order} withWhy />
      </Fact>
      {shipment !== null && (
        <Fact label="Shipment">
          {[shipment.carrier, shipment.trackingNumber].filter((part) => part !== null).join(', ') ||
            'No tracking known'}
        </Fact>
      )}
      {fulfilment !== null && <Fact label="Fulfilment in your store">{owedText(fulfilment)}</Fact>}
      {offSale !== null && <Fact label="Taking it off sale">{owedText(offSale)}</Fact>}
      {buyerRefund !== null && (
        <Fact label="If you refund the buyer in full">
          {money(buyerRefund.line, buyerRefund.currency)} for the article,{' '}
          {money(buyerRefund.shipping, buyerRefund.currency)} for shipping
        </Fact>
      )}
      {buyerRefundNote !== null && <s-text color="subdued">{buyerRefundNote}</s-text>}
    </s-stack>
  );
}

const owedWords = {wanted: 'To be done', sending: 'Being done', done: 'Done', failed: 'Did not work'} as const;

const owedText = ({state, reason}: NonNullable<DropshipOrderDetail['fulfilment']>): string =>
  reason === null ? owedWords[state] : `${owedWords[state]}: ${reason}`;

function Fact({label, children}: {label: string; children: ReactNode}) {
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 500px) 200px 1fr, 120px 1fr" gap="small">
      <s-text color="subdued">{label}</s-text>
      <s-box>{children}</s-box>
    </s-grid>
  );
}

/** The other dropship orders of the same store order. */
export function Siblings({order: {siblings, orderGid, orderName}}: {order: DropshipOrderDetail}) {
  if (siblings.length === 0) return null;
  const all = ordersAddress({view: allOrders, search: '', store: orderGid});
  return (
    <s-section heading={`Also of ${orderName}`}>
      {siblings.map((other) => {
        const word = other.doNotPay ? doNotPayWord : dropshipWords[other.state];
        return (
          <s-clickable key={other.id} href={`/orders/${other.id}`} padding="small" border="base" borderRadius="base">
            <s-stack direction="inline" gap="small-200">
              <s-text type="strong">
                {other.articleName}, {detailsOf(other)}
              </s-text>
              <s-badge tone={word.tone}>{word.label}</s-badge>
            </s-stack>
          </s-clickable>
        );
      })}
      <s-stack direction="inline">
        <s-button href={all}>See them in the list</s-button>
      </s-stack>
    </s-section>
  );
}
