import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** What waits for the merchant, before it is there. */
export const Outline = () => (
  <s-section heading="The catalogue">
    <Introduction of="decisions" />
    <ReservedSpace height="320px" what="what waits for you" />
  </s-section>
);
