import {ReservedSpace} from '../components/loading.tsx';

/** Home before the store's data is there: the sections that it always has. */
export const Outline = () => (
  <>
    <s-section accessibilityLabel="Your store">
      <ReservedSpace height="240px" what="your store" />
    </s-section>
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
      <s-section heading="Runs">
        <ReservedSpace height="76px" />
      </s-section>
      <s-section heading="Sending orders">
        <ReservedSpace height="76px" />
      </s-section>
    </s-grid>
    <s-section heading="The last 30 days">
      <SalesIntroduction />
      <ReservedSpace height="160px" />
    </s-section>
  </>
);

export const SalesIntroduction = () => (
  <s-paragraph color="subdued">
    Store orders with articles of the supplier, and your margin on them: goods and shipping without tax, less what the
    supplier charges. Tax is what Shopify charged on each order: where it charged none, none is taken off. Payment fees
    are not taken off.
  </s-paragraph>
);
