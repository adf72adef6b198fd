import type {ReactNode} from 'react';
import {orderQuestion} from '../../questions.ts';
import {useRemote} from '../../remote.ts';
import {doNotPayWord, dropshipWords} from '../../words.ts';
import {Loading} from '../loading.tsx';
import {FocusedGroup} from '../pay-next/focused-group.tsx';
import {PayPanel} from './pay-panel.tsx';

type OtherOrderProps = {
  readonly orderId: string;
  readonly onPaid: () => void;
  readonly children: ReactNode;
};

/** The order of an address that is not on the shown page of the list: on a later page, or not to be paid any more. */
export function OtherOrder({orderId, onPaid, children}: OtherOrderProps) {
  const remote = useRemote(orderQuestion(orderId));
  const order = remote.value;
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
            <s-link href={`/orders/${order.id}`}>Open {order.orderName}</s-link>
          </s-stack>
          {children}
        </s-stack>
      </s-section>
    </FocusedGroup>
  );
}
