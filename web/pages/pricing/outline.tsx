import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** Pricing before it is there: the section that the page begins with. */
export const Outline = () => (
  <s-section heading="From cost to price">
    <Introduction of="price" />
    <ReservedSpace height="480px" what="your prices" />
  </s-section>
);
