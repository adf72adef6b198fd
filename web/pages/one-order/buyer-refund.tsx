import {useEffect, useRef, useState} from 'react';
import type {BuyerRefund} from '#contract/buyers/buyer-refund.ts';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isNotSupplied} from '#domain/orders/refunds/plan-refund.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {dayOf, money} from '../../text/format.ts';
import {adminOrderAddress} from '../../text/words.ts';
import {buyerRefundQuery, endRefund, lookForRefund, refundAgain} from './refund-api.ts';
import {RefundForm} from './refund-form.tsx';

type Refund = NonNullable<BuyerRefund['refund']>;

/** The refund to the buyer, for an order that supplies nothing. */
export const BuyerRefundSection = ({order}: {order: DropshipOrderDetail}) =>
  showsRefund(order) ? <BuyerRefundOf order={order} /> : null;

/** Whether the order's page has the section, which says what Shopify suggests. */
export const showsRefund = (order: DropshipOrderDetail): boolean => isNotSupplied(order);

function BuyerRefundOf({order}: {order: DropshipOrderDetail}) {
  const {id, orderGid} = order;
  const remote = useRemote(buyerRefundQuery(id));
  const {value} = remote;
  const status = useRef<HTMLDivElement>(null);
  const refundState = value?.refund == null ? undefined : `${value.refund.state} ${value.refund.endedAt}`;
  useEffect(() => {
    // The form with the pressed button is gone then, and the browser gives its focus to the body.
    if (refundState !== undefined && document.activeElement === document.body) status.current?.focus();
  }, [refundState]);
  return (
    <s-section heading="Refund to the buyer">
      <s-stack gap="small">
        {value?.offer != null && <s-text color="subdued">{introOf(order)}</s-text>}
        {value === null && <Loading what="what Shopify suggests" remote={remote} height="80px" />}
        <StaleNotice what="the refund" remote={remote} />
        <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
          {value?.refund != null && (
            <RefundState order={order} refund={value.refund} mayRefund={value.offer !== null} />
          )}
        </div>
        {value?.why != null && <WhyNoOffer why={value.why} orderGid={orderGid} />}
        {value?.offer != null && (
          <RefundForm
            key={`${value.offer.line} ${value.offer.shipping}`}
            id={id}
            offer={value.offer}
            hasDuties={order.duty !== null}
          />
        )}
      </s-stack>
    </s-section>
  );
}

/** Why the buyer may be refunded from here. A closed order may still be served from elsewhere. */
const introOf = ({state}: DropshipOrderDetail): string =>
  state === 'dismissed'
    ? 'You closed this order. If the buyer gets the article from nowhere else, pay back from here, through Shopify, what the buyer paid you.'
    : 'The supplier confirms only after the order whether it has the article, and gives you back in full what it cannot supply. What the buyer paid you is paid back from here, through Shopify.';

const whyTexts: Readonly<Record<NonNullable<BuyerRefund['why']>, string>> = {
  not_now: 'The buyer is not refunded from this order: the line was placed again.',
  nothing: 'Shopify suggests nothing to refund for this line: it was refunded already, or nothing of it was paid.',
  unreadable:
    'Shopify does not show this order to Piecewise any more: it is too old for that, or was deleted. Refund it in Shopify.',
};

const WhyNoOffer = ({why, orderGid}: {why: NonNullable<BuyerRefund['why']>; orderGid: string}) => (
  <>
    <s-text>{whyTexts[why]}</s-text>
    {why === 'unreadable' && <InShopify orderGid={orderGid} />}
  </>
);

function InShopify({orderGid}: {orderGid: string}) {
  const href = adminOrderAddress(orderGid);
  if (href === null) return null;
  return (
    <s-stack direction="inline">
      <s-button href={href} target="_top">
        See its refunds in Shopify
      </s-button>
    </s-stack>
  );
}

type RefundStateProps = {
  readonly order: DropshipOrderDetail;
  readonly refund: Refund;
  /** Whether another one may be asked for below. */
  readonly mayRefund: boolean;
};

/** What became of the refund. “Refunded” is said only when the money went. */
function RefundState({order, refund, mayRefund}: RefundStateProps) {
  const {state, said, currency, line, shipping, went, byHand, endedAt} = refund;
  const total = money(line + shipping, currency);
  const wentText = money(went, currency);
  if (endedAt !== null)
    return <s-text type="strong">{`Done: you said on ${dayOf(endedAt)} that the buyer has the ${total}.`}</s-text>;
  switch (state) {
    case 'succeeded':
      return <s-text type="strong">Refunded: {total} went back to the buyer.</s-text>;
    case 'by_hand':
      return (
        <>
          <Notice tone="warning" heading={`Pay the buyer ${money(byHand, currency)} yourself`}>
            Shopify has noted the refund of {total}. {went > 0 && `${wentText} of it went back through Shopify. `}
            Shopify cannot pay back what the buyer paid outside it.
          </Notice>
          <EndRefund id={order.id} label="I paid the buyer" />
        </>
      );
    case 'refused':
    case 'not_made':
      return (
        <OpenRefund order={order} tone="critical" heading="Nothing was refunded">
          {said ?? 'Shopify made no refund.'}
          {mayRefund && ' You can ask for it again below.'}
        </OpenRefund>
      );
    case 'pending':
      return (
        <OpenRefund order={order} heading={`${total} is on its way`}>
          Shopify has made the refund, and the payment to the buyer is not confirmed yet. Piecewise asks again by
          itself.
        </OpenRefund>
      );
    case 'failed':
      return (
        <OpenRefund order={order} heading="The payment to the buyer failed" mayEnd>
          Shopify has made the refund, but only {wentText} of {total} went back.{' '}
          {byHand > 0 && `${money(byHand, currency)} of it you pay the buyer yourself. `}
          {said} See to the rest in Shopify.
        </OpenRefund>
      );
    case 'intended':
    case 'unknown':
      return refund.isBeingSent ? (
        <s-text>The refund of {total} is being sent.</s-text>
      ) : (
        <OpenRefund order={order} heading="It is not known whether the buyer was refunded" mayRepeat mayEnd>
          {said ?? 'Piecewise stopped while the refund was sent.'} The amount is {total}.
        </OpenRefund>
      );
  }
}

/** The merchant says that the buyer has the money, which Shopify cannot know. */
function EndRefund({id, label}: {readonly id: string; readonly label: string}) {
  const {attempt, isRunning, failure} = useAttempt(() => endRefund(id));
  return (
    <>
      <ActionFailure failure={failure} />
      <s-stack direction="inline">
        <AskFirstButton
          label={label}
          heading={label}
          confirmLabel={label}
          isRunning={isRunning}
          isDisabled={isRunning}
          onConfirm={() => void attempt(undefined)}
        >
          <s-paragraph>This cannot be taken back: the order then no longer reminds you of the refund.</s-paragraph>
        </AskFirstButton>
      </s-stack>
    </>
  );
}

type OpenRefundProps = {
  readonly order: DropshipOrderDetail;
  readonly heading: string;
  readonly tone?: 'warning' | 'critical';
  /** Whether the same refund may be sent again; left out: not. */
  readonly mayRepeat?: boolean;
  /** Whether the merchant may say that the buyer has the money in another way; left out: not. */
  readonly mayEnd?: boolean;
  readonly children: React.ReactNode;
};

/** A refund of which Shopify may know more by now. */
function OpenRefund({order: {id, orderGid}, heading, tone = 'warning', children, ...may}: OpenRefundProps) {
  const {mayRepeat = false, mayEnd = false} = may;
  const [lookedAt, setLookedAt] = useState('');
  const look = useAttempt(() => lookForRefund(id), {onDone: () => setLookedAt(heading)});
  const again = useAttempt(() => refundAgain(id));
  const isRunning = look.isRunning || again.isRunning;
  return (
    <s-stack gap="small-200">
      <Notice tone={tone} heading={heading}>
        {children}
      </Notice>
      {lookedAt === heading && <s-text>Shopify was asked: nothing has changed.</s-text>}
      <ActionFailure failure={look.failure ?? again.failure} />
      <s-stack direction="inline" gap="small-200">
        <s-button loading={look.isRunning} disabled={isRunning} onClick={() => void look.attempt(undefined)}>
          Ask Shopify what became of it
        </s-button>
        {mayRepeat && (
          <s-button loading={again.isRunning} disabled={isRunning} onClick={() => void again.attempt(undefined)}>
            Send the same refund again
          </s-button>
        )}
        <InShopify orderGid={orderGid} />
      </s-stack>
      {mayEnd && <EndRefund id={id} label="The buyer has all of it" />}
    </s-stack>
  );
}
