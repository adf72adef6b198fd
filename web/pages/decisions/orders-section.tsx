import type {Overview} from '#contract/overview.ts';
import {addressOf, counted, countNeedingYou, ordersNeedingYou} from '../../text/words.ts';

/** Orders are decided on their own pages. This counts those that need a decision, so that the page does not look complete without them. */
export function OrdersSection({orders}: Pick<Overview, 'orders'>) {
  const number = countNeedingYou(orders);
  if (number === 0) return null;
  return (
    <s-section heading="Dropship orders">
      <s-stack gap="small-200">
        <s-text>{`${counted(number, 'dropship order needs', 'dropship orders need')} a decision from you.`}</s-text>
        <s-stack direction="inline">
          <s-button href={addressOf(ordersNeedingYou)}>Open these orders</s-button>
        </s-stack>
      </s-stack>
    </s-section>
  );
}
