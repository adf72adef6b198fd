import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Orders';
export const isLarge = true;

/** The outline of the page Orders, shown until its data has arrived. */
export const Outline = () => (
  <s-section accessibilityLabel="Dropship orders">
    <Introduction of="orders" />
    <ReservedSpace height="200px" what="your dropship orders" />
  </s-section>
);
