import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Import rules';

/** The outline of the page Import rules, shown until its data has arrived: the sections that it always has. */
export const Outline = () => (
  <>
    <s-section heading="What these rules do">
      <ReservedSpace height="180px" />
    </s-section>
    <s-section heading="Rules">
      <Introduction of="rules" />
      <ReservedSpace height="320px" what="your rules" />
    </s-section>
  </>
);
