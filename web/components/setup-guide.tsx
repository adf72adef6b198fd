import {useLocation} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {counted} from '../words.ts';

type Step = {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** The page with this step. */
  readonly href: string;
};
type StepState = Step & {readonly done: boolean};

/** Whether products have once been put into the store. Old runs are deleted after a while; the products they made stay. */
export const isFilled = ({listings, lastRun, firstRunDone}: Overview): boolean =>
  firstRunDone || (lastRun === null && listings.active + listings.held + listings.retired > 0);

function setupSteps(overview: Overview): readonly StepState[] {
  const {connection, chosen, missingForPrices} = overview;
  return [
    {
      title: 'Connect your catalogue key',
      text: 'With it Piecewise reads the supplier’s catalogue.',
      button: 'Connect the key',
      href: '/settings/connection',
      done: connection.catalogue.state !== 'absent',
    },
    {
      title: 'Connect your dropship key',
      text: 'With it Piecewise sees what can be sold and sends your orders. With both keys it reads the catalogue.',
      button: 'Connect the key',
      href: '/settings/connection',
      done: connection.dropship.state !== 'absent',
    },
    {
      title: 'Choose brands or categories',
      text: 'Nothing is put into your store before you have chosen.',
      button: 'Choose',
      href: '/rules',
      done: chosen,
    },
    {
      title: 'Set your prices',
      text: 'Your markup, and where your store needs them its VAT and exchange rate. You see what loses money before it is saved.',
      button: 'Set the prices',
      href: '/pricing',
      done: isFilled(overview) || (chosen && missingForPrices === null),
    },
    {
      title: 'Start the first run',
      text: 'It puts what you chose into your store: as drafts, or on sale at once, as you set under Settings. After that, one starts by itself every night.',
      button: 'To the runs',
      href: '/runs',
      done: isFilled(overview),
    },
  ];
}

/** The steps from an empty store to the first product, one button at a time; shown on every page with a step. */
export function SetupGuide({overview}: {overview: Overview}) {
  const {pathname} = useLocation();
  const steps = setupSteps(overview);
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (next === undefined) return null;
  return (
    <s-section heading="Set up Piecewise">
      <s-paragraph color="subdued">
        {done} of {counted(steps.length, 'step')} done
      </s-paragraph>
      <s-progress value={done} max={steps.length} tone="success" accessibilityLabel="Set-up progress" />
      {steps.map((step) => (
        <s-grid key={step.title} gridTemplateColumns="auto 1fr" gap="small" alignItems="start">
          <s-icon type={step.done ? 'check-circle' : 'circle-dashed'} tone={step.done ? 'success' : 'neutral'} />
          <s-grid
            gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr"
            gap="small-200"
            alignItems="center"
          >
            <s-box>
              <s-text type="strong">{step.title}</s-text>
              <s-paragraph color="subdued">{step.text}</s-paragraph>
            </s-box>
            <s-stack direction="inline">
              {step === next && step.href !== pathname ? (
                <s-button variant="primary" href={step.href}>
                  {step.button}
                </s-button>
              ) : (
                <s-text color="subdued">{step.done ? 'Done' : step === next ? 'Below' : ''}</s-text>
              )}
            </s-stack>
          </s-grid>
        </s-grid>
      ))}
    </s-section>
  );
}
