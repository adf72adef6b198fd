import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** Import rules before they are there: the sections that the page always has. */
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
