import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Products';
export const isLarge = true;

/** The outline of the page Products, shown until its data has arrived. */
export const Outline = () => (
  <s-section accessibilityLabel="Articles">
    <Introduction of="products" />
    <ReservedSpace height="480px" what="the articles" />
  </s-section>
);
