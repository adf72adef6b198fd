import {ReservedSpace} from '../components/loading.tsx';

/** What waits for the merchant, before it is there. */
export const DecisionsOutline = () => (
  <s-section heading="The catalogue">
    <DecisionsIntroduction />
    <ReservedSpace height="320px" what="what waits for you" />
  </s-section>
);

export const DecisionsIntroduction = () => (
  <s-paragraph color="subdued">
    Here you decide about everything that a run does not do without you: products that would leave your store or lose
    colours or sizes, costs that changed too much, articles that are held back or set aside, and pictures that Shopify
    refused. Until you decide, each stays as it is; a run then does what you decided.
  </s-paragraph>
);
