import {ReservedSpace} from '../components/loading.tsx';

/** Settings before they are there: the sections that the page always has. */
export const Outline = () => (
  <>
    <s-section heading="What goes into your store">
      <ElsewhereIntroduction />
      <ReservedSpace height="44px" />
    </s-section>
    <s-section heading="Publishing">
      <PublishingIntroduction />
      <ReservedSpace height="180px" what="your settings" />
    </s-section>
  </>
);

export const ElsewhereIntroduction = () => (
  <s-paragraph color="subdued">
    Which articles go into your store is set under Import rules; markup, VAT, exchange rate and rounding under Pricing.
  </s-paragraph>
);

export const PublishingIntroduction = () => (
  <s-paragraph color="subdued">
    The nightly run starts within an hour from the time you set here; Home shows when.
  </s-paragraph>
);
