import {type ReactNode, useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {isNotSupplied} from '#domain/orders/refunds/plan-refund.ts';
import {orderQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {EndingButton} from '../../shared/orders/ending-button.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {doNotPayBadge, dropshipStateBadges} from '../../text/words.ts';
import {FocusedGroup} from './focused-group.tsx';
import {PayPanel} from './pay-panel.tsx';

type PayOrderProps = {
  readonly orderId: string;
  /** The order as the loaded page of the list has it; undefined where it is not on that page. */
  readonly listedOrder: DropshipOrder | undefined;
  readonly onPaid: () => void;
  readonly children: ReactNode;
};

/**
 * The order that the address names. If it is not on the loaded page of the list, it is loaded by itself: it is on another page, or is not
 * to be paid any more. The panel stays the same when the order joins or leaves the list.
 */
export function PayOrder({orderId, listedOrder, onPaid, children}: PayOrderProps) {
  const remote = useRemote({...orderQuery(orderId), isOff: listedOrder !== undefined});
  const [first] = useState(listedOrder);
  const order = listedOrder ?? remote.value ?? first ?? null;
  if (order === null) {
    return (
      <FocusedGroup label="The order">
        <s-section accessibilityLabel="The order">
          <s-stack gap="base">
            <Loading what="this order" remote={remote} height="320px" />
            {children}
          </s-stack>
        </s-section>
      </FocusedGroup>
    );
  }
  if (order.state === 'awaiting_payment' && !order.doNotPay) {
    return (
      <PayPanel order={order} onPaid={onPaid}>
        {children}
      </PayPanel>
    );
  }
  const word = order.doNotPay ? doNotPayBadge : dropshipStateBadges[order.state];
  return (
    <FocusedGroup label="The order">
      <s-section heading={`${order.orderName}: ${order.articleName}`}>
        <s-stack gap="small">
          <s-stack direction="inline">
            <s-badge tone={word.tone}>{word.label}</s-badge>
          </s-stack>
          <s-paragraph>This order does not wait for your payment any more.</s-paragraph>
          {isNotSupplied(order) && <s-paragraph>The buyer can be refunded on its page.</s-paragraph>}
          {order.flags.map(({code, at, text}) => (
            <s-text key={`${code} ${at}`}>{text}</s-text>
          ))}
          <s-stack direction="inline" gap="small-200">
            {order.ending !== null && <EndingButton order={order} ending={order.ending} />}
            <s-button href={`/orders/${order.id}`}>Open {order.orderName}</s-button>
          </s-stack>
          {children}
        </s-stack>
      </s-section>
    </FocusedGroup>
  );
}
