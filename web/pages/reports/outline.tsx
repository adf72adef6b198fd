import {ReservedSpace} from '../../shared/page/loading.tsx';

/** The outline of the page Reports, shown until its script has arrived. */
export const Outline = () => (
  <>
    <s-section accessibilityLabel="Which report">
      <ReservedSpace height="76px" />
    </s-section>
    <s-section accessibilityLabel="The report in figures">
      <ReservedSpace height="160px" what="the report" />
    </s-section>
    <s-section accessibilityLabel="Chart">
      <ReservedSpace height="120px" />
    </s-section>
    <s-section accessibilityLabel="Table">
      <ReservedSpace height="320px" />
    </s-section>
  </>
);
