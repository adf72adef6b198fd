import type {Overview} from '#contract/overview.ts';
import {ordersNeedingYou, orderViewAddress} from '../../text/order-list.ts';
import {countNoun} from '../../text/words.ts';

/** Counts the orders that need the merchant, so that the page does not look complete without them. They are decided on their own pages. */
export function OrdersSection({needsYou}: Pick<Overview, 'needsYou'>) {
  if (needsYou === 0) return null;
  return (
    <s-section heading="Dropship orders">
      <s-stack gap="small-200">
        <s-text>{`${countNoun(needsYou, 'dropship order needs', 'dropship orders need')} you.`}</s-text>
        <s-stack direction="inline">
          <s-button href={orderViewAddress(ordersNeedingYou)}>Open these orders</s-button>
        </s-stack>
      </s-stack>
    </s-section>
  );
}
