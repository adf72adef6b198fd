import {ReservedSpace} from '../components/loading.tsx';

/** Pricing before it is there: the section that the page begins with. */
export const Outline = () => (
  <s-section heading="From cost to price">
    <PriceIntroduction />
    <ReservedSpace height="480px" what="your prices" />
  </s-section>
);

export const PriceIntroduction = () => (
  <s-paragraph color="subdued">
    The price of a product is what the article costs you, with your markup, and with the VAT that your store’s prices
    contain. What you set here is saved after you have seen what it does; the next run changes your store.
  </s-paragraph>
);
