import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Updates';

/** The outline of the page Runs, shown until its data has arrived: the sections that it always has. */
export const Outline = () => (
  <>
    <s-section heading="Now">
      <Introduction of="runs" />
      <ReservedSpace height="28px" />
    </s-section>
    <s-section heading="History">
      <ReservedSpace height="240px" what="the list of updates" />
    </s-section>
  </>
);
