import {ReservedSpace} from '../components/loading.tsx';

/** The page of all dropship orders before they are there. */
export const Outline = () => (
  <s-section heading="Dropship orders">
    <OrdersIntroduction />
    <ReservedSpace height="200px" what="your dropship orders" />
  </s-section>
);

export const OrdersIntroduction = () => (
  <s-paragraph color="subdued">
    One for each line of a store order, each with its own shipping fee. You pay the supplier at the checkout; Piecewise
    never pays for you. The margin is that of the whole store order.
  </s-paragraph>
);
