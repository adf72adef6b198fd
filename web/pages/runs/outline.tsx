import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** Runs before they are there: the sections that the page always has. */
export const Outline = () => (
  <>
    <s-section heading="Now">
      <Introduction of="runs" />
      <ReservedSpace height="28px" />
    </s-section>
    <s-section heading="History">
      <ReservedSpace height="240px" what="the list of runs" />
    </s-section>
  </>
);
