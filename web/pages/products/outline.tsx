import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

/** The list of articles before it is there. */
export const Outline = () => (
  <s-section accessibilityLabel="Articles">
    <Introduction of="products" />
    <ReservedSpace height="480px" what="the articles" />
  </s-section>
);
