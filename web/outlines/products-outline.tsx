import {ReservedSpace} from '../components/loading.tsx';

/** The list of articles before it is there. */
export const Outline = () => (
  <s-section heading="Articles">
    <ProductsIntroduction />
    <ReservedSpace height="480px" what="the articles" />
  </s-section>
);

export const ProductsIntroduction = () => (
  <s-paragraph color="subdued">
    Every article of the supplier, with what it costs you and what is left of its price without tax, before shipping
    fees. What you choose or leave out by hand overrules your rules.
  </s-paragraph>
);
