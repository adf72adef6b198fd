import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {LabelledFact} from '../../shared/details/fact.tsx';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {offersCheckout} from '../../shared/orders/checkout-button.tsx';
import {DeliveryNotes} from '../../shared/orders/delivery-notes.tsx';
import {LossWarning} from '../../shared/orders/loss-warning.tsx';
import {destinationText, Margin, OrderState, piecesText, SupplierReference} from '../../shared/orders/order-cells.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';
import {CopyButton} from '../../shared/page/copy-button.tsx';
import {dateAndTime, euros, money} from '../../text/format.ts';
import {allOrders, ordersAddress} from '../../text/order-list.ts';
import {doNotPayBadge, dropshipStateBadges} from '../../text/words.ts';
import {showsRefund} from './buyer-refund.tsx';
import {EnteredByBuyer} from './entered-by-buyer.tsx';
import {requestTexts} from './request-texts.ts';

/** The first section of an order's page: what is ordered, its destination, state and cost. */
export function OrderFacts({order, now}: {order: DropshipOrderDetail; now: Date}) {
  const flags = order.flags.map(({text}) => text);
  const willBePaid = usePaidPending(order.id) !== null;
  return (
    <s-section heading={`${order.articleName}, ${piecesText(order)}`}>
      <s-stack gap="small">
        <s-stack direction="inline" gap="small" alignItems="center">
          <ArticlePicture picture={order.picture} size="60px" />
          <OrderState order={order} now={now} />
        </s-stack>
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
        <SupplierReference order={order} isPrimary />
        {offersCheckout(order) && !willBePaid && (
          <s-text color="subdued">
            The supplier’s checkout asks for the delivery address. Copy each part of it with the buttons under “Delivery
            address”.
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
  const {state, doNotPay, price, quantity, fee, shipment, requests, fulfilment, offSale} = order;
  const [request] = requests;
  const isToPay = state === 'awaiting_payment' && !doNotPay;
  return (
    <s-stack gap="small-300">
      <LabelledFact label="Ships to">
        <s-stack gap="small-500">
          <s-text>{destinationText(order)}</s-text>
          <DeliveryNotes order={order} />
        </s-stack>
      </LabelledFact>
      {order.ref !== null && <ReferenceFact label="Number at the supplier" value={order.ref} />}
      <ReferenceFact label="Your reference" value={order.reference} />
      <LabelledFact label="Ordered">{dateAndTime(order.orderedAt)}</LabelledFact>
      <LabelledFact label="Goods">{price === null ? '–' : euros(price * quantity)}</LabelledFact>
      <LabelledFact label="Shipping fee">{fee === null ? '–' : euros(fee)}</LabelledFact>
      {price !== null && fee !== null && (
        <LabelledFact label={isToPay ? 'Total to pay' : 'Goods and shipping fee'}>
          <s-text type={isToPay ? 'strong' : 'generic'}>{euros(price * quantity + fee)}</s-text>
        </LabelledFact>
      )}
      <LabelledFact label="The store order">
        <Margin order={order} showsReason />
      </LabelledFact>
      {shipment !== null && (
        <LabelledFact label="Shipment">
          {[shipment.carrier, shipment.trackingNumber].filter((part) => part !== null).join(', ') ||
            'No tracking known'}
        </LabelledFact>
      )}
      {request !== undefined && (
        <LabelledFact label="Request in Shopify">
          <s-stack gap="small-500">
            {requestTexts(request, order).map((text) => (
              <s-text key={text}>{text}</s-text>
            ))}
          </s-stack>
        </LabelledFact>
      )}
      {fulfilment !== null && (
        <LabelledFact label="Fulfilment in your store">
          {storeWriteText(fulfilment, 'Not fulfilled in Shopify yet')}
        </LabelledFact>
      )}
      {offSale !== null && (
        <LabelledFact label="Taking it off sale">{storeWriteText(offSale, 'Still on sale')}</LabelledFact>
      )}
      {!showsRefund(order) && <IfRefunded order={order} />}
    </s-stack>
  );
}

/** What a refund of the line comes to in the store's currency, for an order that may still be supplied. */
const IfRefunded = ({order: {buyerRefund, buyerRefundNote}}: {order: DropshipOrderDetail}) => (
  <>
    {buyerRefund !== null && (
      <LabelledFact label="If you refund the buyer in full">
        {money(buyerRefund.line, buyerRefund.currency)} for the article,{' '}
        {money(buyerRefund.shipping, buyerRefund.currency)} for shipping
      </LabelledFact>
    )}
    {buyerRefundNote !== null && <s-text color="subdued">{buyerRefundNote}</s-text>}
  </>
);

const storeWriteTexts = {sending: 'Being done', done: 'Done', failed: 'Did not work'} as const;

/** What became of a change that the store gets. @param waiting what is said before it is begun. */
function storeWriteText({state, reason}: NonNullable<DropshipOrderDetail['fulfilment']>, waiting: string): string {
  const text = state === 'wanted' ? waiting : storeWriteTexts[state];
  return reason === null ? text : `${text}: ${reason}`;
}

/** A reference with a button that copies it: the supplier asks for it. */
const ReferenceFact = ({label, value}: {label: string; value: string}) => (
  <LabelledFact label={label}>
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-text>{value}</s-text>
      <CopyButton name={label} accessibilityLabel={`Copy ${label}`} text={value}>
        Copy
      </CopyButton>
    </s-stack>
  </LabelledFact>
);

/** The other dropship orders of the same store order. */
export function SiblingOrders({order: {siblings, orderGid, orderName}}: {order: DropshipOrderDetail}) {
  if (siblings.length === 0) return null;
  const all = ordersAddress({view: allOrders, search: '', store: orderGid});
  return (
    <s-section heading={`Also of ${orderName}`}>
      {siblings.map((other) => {
        const word = other.doNotPay ? doNotPayBadge : dropshipStateBadges[other.state];
        return (
          <s-clickable key={other.id} href={`/orders/${other.id}`} padding="small" border="base" borderRadius="base">
            <s-stack direction="inline" gap="small-200">
              <s-text type="strong">
                {other.articleName}, {piecesText(other)}
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
