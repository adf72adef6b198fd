import {ReservedSpace} from '../components/loading.tsx';
import {stepTexts} from '../components/setup/set-up-steps.ts';

/** Set-up before it is there: its steps, without what is done and which one is next. */
export const SetupOutline = () => (
  <>
    <s-section heading={stepListHeading}>
      <SetUpIntroduction />
      <ReservedSpace height="40px" />
      {stepTexts.map(({name, title}) => (
        <s-grid key={name} gridTemplateColumns="auto 1fr auto" gap="small" alignItems="center">
          <s-icon type="circle-dashed" tone="neutral" />
          <s-text>{title}</s-text>
          <ReservedSpace height={stepHeight} />
        </s-grid>
      ))}
    </s-section>
    <s-section accessibilityLabel="The next step">
      <ReservedSpace height="320px" what="your store" />
    </s-section>
  </>
);

/** Of each row, whatever is in it. */
export const stepHeight = '32px';

export const stepListHeading = 'From the supplier’s catalogue to your first products';

export const SetUpIntroduction = () => (
  <s-paragraph color="subdued">
    You can stop after any step and go on another day, also in another browser. Each step can be opened again.
  </s-paragraph>
);
