import {ReservedSpace} from '../components/loading.tsx';

/** What waits for the merchant, before it is there. */
export const Outline = () => (
  <s-section heading="The catalogue">
    <DecisionsIntroduction />
    <ReservedSpace height="320px" what="what waits for you" />
  </s-section>
);

export const DecisionsIntroduction = () => (
  <s-paragraph color="subdued">
    Here you decide about products that would leave your store or lose colours or sizes, changed costs, articles held
    back or set aside, pictures that Shopify refused, and options that are not used. What a run stopped stays as it is
    until you decide; an article held back is off sale until its reason is settled.
  </s-paragraph>
);
