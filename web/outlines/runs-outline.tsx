import {ReservedSpace} from '../components/loading.tsx';

/** Runs before they are there: the sections that the page always has. */
export const Outline = () => (
  <>
    <s-section heading="Now">
      <RunsIntroduction />
      <ReservedSpace height="28px" />
    </s-section>
    <s-section heading="History">
      <ReservedSpace height="240px" what="the list of runs" />
    </s-section>
  </>
);

export const RunsIntroduction = () => (
  <s-paragraph color="subdued">
    A run reads the whole catalogue and brings your products in line with it. One starts by itself every night. A
    preview shows every change a run would make, and changes nothing.
  </s-paragraph>
);
