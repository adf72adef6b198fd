import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';

export const heading = 'Settings';

/** The outline of the page Settings, shown until its data has arrived: the sections that it always has. */
export const Outline = () => (
  <>
    <s-section heading="Connection to the supplier">
      <ReservedSpace height="220px" />
    </s-section>
    <FormOutline />
  </>
);

/** The outline of the form, for as long as only the settings are missing. */
export const FormOutline = () => (
  <>
    <s-section heading="What goes into your store">
      <Introduction of="elsewhere" />
      <ReservedSpace height="44px" />
    </s-section>
    <s-section heading="Publishing">
      <Introduction of="publishing" />
      <ReservedSpace height="180px" what="your settings" />
    </s-section>
  </>
);
