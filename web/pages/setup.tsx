import {type ReactNode, useEffect, useRef, useState} from 'react';
import {useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {ConnectionSection} from '../components/connection-section.tsx';
import {StaleSection} from '../components/loading.tsx';
import {ChooseStep} from '../components/setup/choose-step.tsx';
import {EverythingStep} from '../components/setup/everything-step.tsx';
import {PriceStep} from '../components/setup/price-step.tsx';
import {nextStep, type SetUpStep, type StepName, setUpSteps} from '../components/setup/set-up-steps.ts';
import {StepFooter} from '../components/setup/step-footer.tsx';
import {StepList} from '../components/setup/step-list.tsx';
import {TrialStep} from '../components/setup/trial-step.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/setup-outline.tsx';
import {overviewQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

export const Page = () => (
  <StorePage heading="Set-up" banner={NoBanner} outline={<Outline />}>
    {(overview) => <SetUp overview={overview} />}
  </StorePage>
);

/** The forms show the page's banner; a card above them says when the store's data is out of date. */
const NoBanner = () => null;

/** Opens at the next step, or at the one that the address names. A step stays open when it is done, with the way to the next one. */
function SetUp({overview}: {overview: Overview}) {
  const [query] = useSearchParams();
  const steps = setUpSteps(overview);
  const [openedAt] = useState(() => nextStep(steps)?.name);
  const remote = useRemote(overviewQuestion);
  const step = find(steps, query.get('step')) ?? find(steps, openedAt);
  if (step === undefined) return null;
  const skip = step.name === 'trial' ? {skip: 'Skip the trial'} : {};
  const next = <StepFooter steps={steps} name={step.name} {...skip} />;
  return (
    <>
      <StaleSection what="your store" remote={remote} />
      <StepList steps={steps} current={step} />
      <FocusOnChange of={step.name}>
        <s-stack gap="base">{contents[step.name]({overview, steps, next})}</s-stack>
      </FocusOnChange>
    </>
  );
}

const find = (steps: readonly SetUpStep[], name: string | null | undefined): SetUpStep | undefined =>
  steps.find((step) => step.name === name);

type Facts = {
  readonly overview: Overview;
  readonly steps: readonly SetUpStep[];
  /** The way to the next step; a step with a form shows it where the form is saved. */
  readonly next: ReactNode;
};
type Content = (facts: Facts) => ReactNode;

const contents: Readonly<Record<StepName, Content>> = {
  keys: ({overview, next}) => (
    <>
      <ConnectionSection connection={overview.connection} />
      {next}
    </>
  ),
  choose: ({overview, next}) => <ChooseStep overview={overview} next={next} />,
  prices: ({overview, next}) => <PriceStep overview={overview} next={next} />,
  trial: ({overview, steps, next}) => (
    <>
      <TrialStep overview={overview} steps={steps} />
      {next}
    </>
  ),
  everything: ({overview, steps}) => <EverythingStep overview={overview} steps={steps} />,
};

/** When another step is opened, the focus moves to its start. */
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
