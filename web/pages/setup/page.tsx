import {type ReactNode, useEffect, useEffectEvent, useRef, useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ConnectionSection} from '../../shared/connection/connection-section.tsx';
import {StaleSection} from '../../shared/page/loading.tsx';
import {StorePausedBanner} from '../../shared/page/paused-banner.tsx';
import {nextStep, type SetUpStep, setUpSteps} from '../../shared/page/set-up-steps.ts';
import {type StepName, stepAddress} from '../../shared/page/store-filled.ts';
import {StorePage} from '../../shared/page/store-page.tsx';
import {ChooseStep} from './choose-step.tsx';
import {EverythingStep} from './everything-step.tsx';
import {Outline} from './outline.tsx';
import {PriceStep} from './price-step.tsx';
import {SizesStep} from './sizes-step.tsx';
import {StepFooter, stepAfter} from './step-footer.tsx';
import {StepList} from './step-list.tsx';
import {TrialStep} from './trial-step.tsx';

export const Page = () => (
  <StorePage heading="Set-up" banner={NoBanner} outline={<Outline />}>
    {(overview) => <SetUp overview={overview} />}
  </StorePage>
);

/** StorePage shows no banner here, because the steps or their forms show it; a card says when the store's data is out of date. */
const NoBanner = () => null;

/**
 * Shows one step: the one that the address names, else the one that was next when the page was opened. A step stays open when it is
 * done.
 */
function SetUp({overview}: {overview: Overview}) {
  const [query] = useSearchParams();
  const steps = setUpSteps(overview);
  const [openedAt] = useState(() => nextStep(steps)?.name);
  const step = findStep(steps, query.get('step')) ?? findStep(steps, openedAt);
  return step === undefined ? null : <OneStep overview={overview} steps={steps} step={step} />;
}

type OneStepProps = {
  readonly overview: Overview;
  readonly steps: readonly SetUpStep[];
  readonly step: SetUpStep;
};

function OneStep({overview, steps, step}: OneStepProps) {
  const remote = useRemote(overviewQuery);
  const goOn = useGoingOn({overview, steps, step});
  const isTrialOn = step.name === 'trial' && isUnderWay(overview.setUp.trial);
  const skipLabel = isTrialOn ? 'Go on while the trial runs' : skipLabels[step.name];
  const skip = skipLabel === undefined ? {} : {skipLabel};
  const next = <StepFooter steps={steps} name={step.name} {...skip} />;
  return (
    <>
      {step.name !== 'choose' && step.name !== 'prices' && <StorePausedBanner />}
      <StaleSection what="your store" remote={remote} />
      <StepList steps={steps} current={step} />
      <FocusOnChange of={step.name}>
        <s-stack gap="base">{renderByStep[step.name]({overview, steps, nextLink: next, goOn})}</s-stack>
      </FocusOnChange>
    </>
  );
}

/** Of how many articles the supplier is asked about the sizes without a click: it takes about a minute, and the trial waits for it. */
const mostAskedUnasked = 1_000;

/**
 * Opens the next step once this one is done: after its form was saved, and after the last key was connected. A step that is not done
 * stays. @returns what a form calls when it was saved.
 */
function useGoingOn({overview, steps, step: {name, isDone}}: OneStepProps): () => void {
  const navigate = useNavigate();
  /** The step that is left as soon as it is done. */
  const leaving = useRef<StepName | null>(null);
  // When it fails, the step of the sizes offers it with a button.
  const asking = useAttempt(() => runsApi.startRun('preview'));
  const leave = () => {
    leaving.current = null;
    const after = stepAfter(steps, name);
    if (after === undefined) return;
    const {unread} = overview.unanswered;
    if (after.name === 'sizes' && unread > 0 && unread <= mostAskedUnasked) void asking.attempt(undefined);
    void navigate(stepAddress(after.name));
  };
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (isDone && leaving.current === name) leaveNow();
    else if (!isDone && name === 'keys') leaving.current = name;
  }, [name, isDone]);
  return () => {
    leaving.current = name;
    if (isDone) leave();
  };
}

/** The labels of the buttons that go on without the step. */
const skipLabels: Readonly<Partial<Record<StepName, string>>> = {trial: 'Skip the trial', sizes: 'Answer later'};

const findStep = (steps: readonly SetUpStep[], name: string | null | undefined): SetUpStep | undefined =>
  steps.find((step) => step.name === name);

type StepContentProps = {
  readonly overview: Overview;
  readonly steps: readonly SetUpStep[];
  /** The button to the next step; a step with a form shows it where the form is saved. */
  readonly nextLink: ReactNode;
  /** Opens the next step, once the form of this one is saved. */
  readonly goOn: () => void;
};
type RenderStep = (facts: StepContentProps) => ReactNode;

const renderByStep: Readonly<Record<StepName, RenderStep>> = {
  keys: ({overview, nextLink: next}) => (
    <>
      <ConnectionSection connection={overview.connection} />
      {next}
    </>
  ),
  choose: ({overview, nextLink: next, goOn}) => (
    <>
      <ChooseStep overview={overview} onSaved={goOn} />
      {next}
    </>
  ),
  sizes: ({overview, nextLink: next}) => <SizesStep overview={overview} next={next} />,
  prices: ({overview, nextLink: next, goOn}) => (
    <>
      <PriceStep overview={overview} onSaved={goOn} />
      {next}
    </>
  ),
  trial: ({overview, steps, nextLink: next}) => (
    <>
      <TrialStep overview={overview} steps={steps} />
      {next}
    </>
  ),
  everything: ({overview, steps}) => <EverythingStep overview={overview} steps={steps} />,
};

/** Moves the focus to the start of a step when another step is opened. */
function FocusOnChange({of, children}: {readonly of: StepName; readonly children: ReactNode}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(of);
  useEffect(() => {
    if (shown.current === of) return;
    shown.current = of;
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, [of]);
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      {children}
    </div>
  );
}
