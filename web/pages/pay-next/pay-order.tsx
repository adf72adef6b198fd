import {type ReactNode, useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {orderQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {doNotPayWord, dropshipWords} from '../../text/words.ts';
import {FocusedGroup} from './focused-group.tsx';
import {PayPanel} from './pay-panel.tsx';

type PayOrderProps = {
  readonly orderId: string;
  /** As the shown page of the list has it; undefined where it does not. */
  readonly listed: DropshipOrder | undefined;
  readonly onPaid: () => void;
  readonly children: ReactNode;
};

/**
 * The order that the address names. One that is not on the shown page of the list is read by itself: it is on another page, or not to
 * be paid any more. The same panel stays when the order joins or leaves the list.
 */
export function PayOrder({orderId, listed, onPaid, children}: PayOrderProps) {
  const remote = useRemote({...orderQuestion(orderId), isOff: listed !== undefined});
  const [first] = useState(listed);
  const order = listed ?? remote.value ?? first ?? null;
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
  const word = order.doNotPay ? doNotPayWord : dropshipWords[order.state];
  return (
    <FocusedGroup label="The order">
      <s-section heading={`${order.orderName}: ${order.articleName}`}>
        <s-stack gap="small">
          <s-stack direction="inline">
            <s-badge tone={word.tone}>{word.label}</s-badge>
          </s-stack>
          <s-paragraph>This order does not wait for your payment any more.</s-paragraph>
          <s-stack direction="inline">
            <s-button href={`/orders/${order.id}`}>Open {order.orderName}</s-button>
          </s-stack>
          {children}
        </s-stack>
      </s-section>
    </FocusedGroup>
  );
}
