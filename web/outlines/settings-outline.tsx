import {ReservedSpace} from '../components/loading.tsx';

/** Settings before they are there: the sections that the page always has. */
export const SettingsOutline = () => (
  <>
    <s-section heading="What goes into your store">
      <ChoiceIntroduction />
      <ReservedSpace height="320px" what="your settings" />
    </s-section>
    <s-section heading="Publishing">
      <PublishingIntroduction />
      <ReservedSpace height="180px" />
    </s-section>
  </>
);

export const ChoiceIntroduction = () => (
  <s-paragraph color="subdued">
    An article is taken when its brand or its category is chosen. What you no longer choose is retired by the next run,
    not deleted.
  </s-paragraph>
);

export const PublishingIntroduction = () => (
  <s-paragraph color="subdued">
    The nightly run starts within an hour from the time you set here; Home shows when.
  </s-paragraph>
);
