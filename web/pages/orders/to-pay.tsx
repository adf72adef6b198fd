import type {DropshipOrders} from '#contract/dropship-orders.ts';
import {payAddress} from '../../shared/orders/pay-queue.ts';
import {age, euros} from '../../text/format.ts';
import {orderViewAddress, unpaidOrders} from '../../text/order-list.ts';
import {countNoun} from '../../text/words.ts';

type ToPaySumProps = {readonly toPay: DropshipOrders['toPay']; readonly now: Date; readonly isShown: boolean};

/** The sum of the known amounts to pay, whatever the list's filter is; nothing if no order is to be paid. */
export function ToPaySum({toPay, now, isShown}: ToPaySumProps) {
  const {count, cents, unpriced, oldestPlacedAt} = toPay;
  if (count === 0) return null;
  return (
    <s-box background="subdued" borderRadius="base" padding="small-200 small">
      <s-stack direction="inline" gap="small" justifyContent="space-between" alignItems="center">
        <s-stack direction="inline" gap="small-200" alignItems="center">
          <s-text type="strong" fontVariantNumeric="tabular-nums">
            {euros(cents)} to pay for {countNoun(count, 'dropship order')}
          </s-text>
          <s-text color="subdued">
            {oldestPlacedAt !== null && `The oldest has waited ${age(oldestPlacedAt, now)}. `}
            {unpriced > 0 && `Without ${countNoun(unpriced, 'order')} whose price is not known.`}
          </s-text>
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          {!isShown && <s-button href={orderViewAddress(unpaidOrders)}>Show them</s-button>}
          <s-button variant="primary" href={payAddress()}>
            Pay next
          </s-button>
        </s-stack>
      </s-stack>
    </s-box>
  );
}
