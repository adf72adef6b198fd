import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'To decide';

/** The outline of the page "To decide", shown until its data has arrived. */
export const Outline = () => (
  <s-section heading="The catalogue">
    <Introduction of="decisions" />
    <ReservedSpace height="320px" what="what waits for you" />
  </s-section>
);
