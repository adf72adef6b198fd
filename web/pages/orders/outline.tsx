import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** The page of all dropship orders before they are there. */
export const Outline = () => (
  <s-section accessibilityLabel="Dropship orders">
    <Introduction of="orders" />
    <ReservedSpace height="200px" what="your dropship orders" />
  </s-section>
);
