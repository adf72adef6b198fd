import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Pricing';

/** The outline of the page Pricing, shown until its data has arrived. */
export const Outline = () => (
  <s-section heading="From cost to price">
    <Introduction of="price" />
    <ReservedSpace height="480px" what="your prices" />
  </s-section>
);
