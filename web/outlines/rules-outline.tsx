import {ReservedSpace} from '../components/loading.tsx';

/** Import rules before they are there: the sections that the page always has. */
export const Outline = () => (
  <>
    <s-section heading="What these rules do">
      <ReservedSpace height="180px" />
    </s-section>
    <s-section heading="Rules">
      <RulesIntroduction />
      <ReservedSpace height="320px" what="your rules" />
    </s-section>
  </>
);

export const RulesIntroduction = () => (
  <s-paragraph color="subdued">
    An article fits a rule when it fits all its conditions; of several ticked brands or categories one is enough. What
    you left out by hand stays out and what you picked by hand goes in; for all others a rule that excludes wins over
    every rule that includes. What you no longer choose is taken off sale by the next run, not deleted.
  </s-paragraph>
);
