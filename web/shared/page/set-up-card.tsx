import type {Overview} from '#contract/overview.ts';
import {counted} from '../../text/words.ts';
import {sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {setUpApi} from '../api/set-up-api.ts';
import {isFilled, nextStep, setUpPage, setUpSteps} from './set-up-steps.ts';

/** On other pages, while set-up goes on: how far it is, and the way to its next step. */
export function SetUpCard({overview}: {overview: Overview}) {
  const steps = setUpSteps(overview);
  const next = nextStep(steps);
  if (isFilled(overview) || next === undefined) return null;
  return (
    <s-section heading="Set up Piecewise">
      <SetUpProgress done={steps.filter(({done}) => done).length} all={steps.length} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="center">
        <s-box>
          <s-text type="strong">Next: {next.title}</s-text>
          <s-paragraph color="subdued">{next.text}</s-paragraph>
        </s-box>
        <s-stack direction="inline">
          <s-button variant="primary" href={setUpPage}>
            Continue set-up
          </s-button>
        </s-stack>
      </s-grid>
    </s-section>
  );
}

export const SetUpProgress = ({done, all}: {readonly done: number; readonly all: number}) => (
  <>
    <s-paragraph color="subdued">
      {done} of {counted(all, 'step')} done
    </s-paragraph>
    <s-progress value={done} max={all} tone="success" accessibilityLabel="Set-up progress" />
  </>
);

/** Shown until the merchant closes it. */
export function AllSetUp({overview}: {overview: Overview}) {
  const close = useAction(setUpApi.close);
  if (!isFilled(overview) || overview.setUp.closed) return null;
  const closeIt = async () => {
    try {
      await close.run(undefined);
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    }
  };
  return (
    <s-section heading="All set up">
      <s-paragraph>
        What you chose is in your store. A run brings it in line with the supplier every night, and paid orders come in
        under Orders.
      </s-paragraph>
      <s-stack direction="inline">
        <s-button loading={close.isRunning} onClick={() => void closeIt()}>
          Close
        </s-button>
      </s-stack>
    </s-section>
  );
}
