import {type ReactNode, useEffect, useRef, useState} from 'react';
import {useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {overviewQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ConnectionSection} from '../../shared/page/connection-section.tsx';
import {StaleSection} from '../../shared/page/loading.tsx';
import {StorePausedBanner} from '../../shared/page/paused-banner.tsx';
import {nextStep, type SetUpStep, type StepName, setUpSteps} from '../../shared/page/set-up-steps.ts';
import {StorePage} from '../../shared/page/store-page.tsx';
import {ChooseStep} from './choose-step.tsx';
import {EverythingStep} from './everything-step.tsx';
import {Outline} from './outline.tsx';
import {PriceStep} from './price-step.tsx';
import {StepFooter} from './step-footer.tsx';
import {StepList} from './step-list.tsx';
import {TrialStep} from './trial-step.tsx';

export const Page = () => (
  <StorePage heading="Set-up" banner={NoBanner} outline={<Outline />}>
    {(overview) => <SetUp overview={overview} />}
  </StorePage>
);

/** The steps show the page's banner, those with a form that of the form; a card above says when the store's data is out of date. */
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
      {step.name !== 'choose' && step.name !== 'prices' && <StorePausedBanner />}
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

type SetUpFacts = {
  readonly overview: Overview;
  readonly steps: readonly SetUpStep[];
  /** The way to the next step; a step with a form shows it where the form is saved. */
  readonly next: ReactNode;
};
type Content = (facts: SetUpFacts) => ReactNode;

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
