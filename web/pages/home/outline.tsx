import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Piecewise';

/** The outline of Home, shown until the store's data has arrived: the sections that it always has. */
export const Outline = () => (
  <>
    <s-section accessibilityLabel="Your store">
      <ReservedSpace height="240px" what="your store" />
    </s-section>
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
      <s-section heading="Updates">
        <ReservedSpace height="76px" />
      </s-section>
      <s-section heading="Sending orders">
        <ReservedSpace height="76px" />
      </s-section>
    </s-grid>
    <s-section heading="The last 30 days">
      <Introduction of="sales" />
      <ReservedSpace height="160px" />
    </s-section>
  </>
);
