import type {ReactNode} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {eur, toDecimal} from '#domain/money.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {CheckoutButton, useWasOpened} from '../../shared/orders/checkout-button.tsx';
import {DeliveryAddress} from '../../shared/orders/delivery-address.tsx';
import {DeliveryNotes} from '../../shared/orders/delivery-notes.tsx';
import {EndingButton} from '../../shared/orders/ending-button.tsx';
import {LossWarning, lossText, useLossSuffix, whyMarginUnknown} from '../../shared/orders/loss-warning.tsx';
import {costText, destinationText, Margin, piecesText, WithoutCheckout} from '../../shared/orders/order-cells.tsx';
import {PaidButton} from '../../shared/orders/paid-button.tsx';
import {CopyButton} from '../../shared/page/copy-button.tsx';
import {euros} from '../../text/format.ts';
import {flagTones} from '../../text/words.ts';
import {FocusedGroup} from './focused-group.tsx';
import {mayPayShown, useShownOrder, useWasPressIgnored} from './shown-order.ts';

type PayPanelProps = {
  readonly order: DropshipOrder;
  readonly onPaid: () => void;
  readonly children: ReactNode;
};

/** One unpaid order beside the address that the supplier's checkout asks for. Each order gets a new panel. */
export function PayPanel({order, onPaid, children}: PayPanelProps) {
  useShownOrder(order);
  const wasIgnored = useWasPressIgnored(order.id);
  // Whoever pays at a loss has said so by a press that only warned; until then neither way is urged.
  const despite = useLossSuffix(order);
  const isUndecided = lossText(order) !== null && despite === '';
  const isPaidNext = useWasOpened(order.id) || order.checkoutUrl === null;
  return (
    <FocusedGroup label={`Pay ${order.orderName}, ${order.articleName}`}>
      <s-stack gap="base">
        <RiskBanner order={order} />
        <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
          <s-section heading={`${order.orderName}: ${order.articleName}`}>
            <s-stack gap="small">
              <PaymentDetails order={order} />
              <LossWarning order={order} />
              <s-stack direction="inline" gap="small-200" alignItems="center">
                <Decision order={order} />
                <CheckoutButton order={order} isPrimary={!isPaidNext && !isUndecided} />
                <PaidButton
                  order={order}
                  isPrimary={isPaidNext}
                  text="I paid it, next"
                  mayPress={() => mayPayShown(order)}
                  onMarked={onPaid}
                />
              </s-stack>
              <span role="status" style={{display: 'contents'}}>
                {wasIgnored && (
                  <s-text tone="caution">
                    {order.orderName} had only just appeared, so your press was not counted. Press again if you have
                    paid it.
                  </s-text>
                )}
              </span>
              {children}
            </s-stack>
          </s-section>
          <s-section heading="Delivery address">
            <DeliveryAddress orderId={order.id} />
          </s-section>
        </s-grid>
      </s-stack>
    </FocusedGroup>
  );
}

/** Warns that the store order loses money, or may lose money, before anything is pressed. */
function RiskBanner({order}: {order: DropshipOrder}) {
  const loss = lossText(order);
  const unknown = whyMarginUnknown(order);
  if (loss !== null) {
    return (
      <s-banner tone="critical" heading={`The store order ${order.orderName} loses ${loss}`}>
        Its goods and fees cost more than it brings. Pay it all the same, or close it below without paying: what is not
        paid is not delivered.
      </s-banner>
    );
  }
  if (unknown === null) return null;
  return (
    <s-banner tone="warning" heading={`It is not known whether the store order ${order.orderName} loses money`}>
      {unknown} Compare what the buyer paid, on the order’s page, with the cost below before you open the checkout.
    </s-banner>
  );
}

/** The way out of an order that is perhaps not to be paid; an order that loses nothing has none. */
function Decision({order}: {order: DropshipOrder}) {
  if (order.ending !== null) return <EndingButton order={order} ending={order.ending} />;
  if (lossText(order) !== null) return <EndingButton order={order} ending={{kind: 'close_at_loss'}} />;
  if (whyMarginUnknown(order) === null) return null;
  return <s-button href={`/orders/${order.id}`}>See {order.orderName}</s-button>;
}

function Amount({cents}: {cents: number | null}) {
  if (cents === null) return <s-text type="strong">Cost not known</s-text>;
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {euros(cents)} to pay
      </s-text>
      <CopyButton name="Amount" accessibilityLabel="Copy amount" text={toDecimal(eur(cents))}>
        Copy amount
      </CopyButton>
    </s-stack>
  );
}

function PaymentDetails({order}: {order: DropshipOrder}) {
  const {price, quantity, fee} = order;
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <ArticlePicture picture={order.picture} />
        <s-text>{piecesText(order)}</s-text>
      </s-stack>
      <s-text>Ships to {destinationText(order)}</s-text>
      <DeliveryNotes order={order} />
      <Amount cents={price === null || fee === null ? null : price * quantity + fee} />
      <s-text color="subdued">{costText(order)}</s-text>
      <Margin order={order} />
      <WithoutCheckout order={order} />
      <s-text color="subdued">{order.ref ?? `Reference ${order.reference}`}</s-text>
      {order.warning !== null && <s-text tone="caution">{order.warning}</s-text>}
      {order.flags.map(({code, at, text}) => (
        <s-text key={`${code} ${at}`} tone={flagTones[code]}>
          {text}
        </s-text>
      ))}
    </s-stack>
  );
}
