import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {setUpApi, trialQuery} from '../../shared/api/set-up-api.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {DraftsToPublish} from '../../shared/page/set-up-card.tsx';
import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {RunEnd} from '../../shared/runs/runs-table.tsx';
import {NewProductStatusChoice} from './new-product-status.tsx';
import {StepStart} from './step-start.tsx';
import {TriedArticles} from './tried-articles.tsx';

type TrialStepProps = {readonly overview: Overview; readonly steps: readonly SetUpStep[]};

/** The trial step: starts the trial that puts ten products into the store, shows its progress, and shows the products. */
export function TrialStep({overview, steps}: TrialStepProps) {
  const {setUp, currency, lastRun} = overview;
  const trial = useRemote(trialQuery(setUp.trial));
  const run = trial.value?.run ?? setUp.trial;
  const isOn = isUnderWay(run);
  const other = isOn && run?.state === 'queued' && lastRun !== null && lastRun.id !== run.id ? lastRun : null;
  return (
    <s-section heading="Try ten products">
      <s-paragraph color="subdued">
        Ten of the articles you chose go into your store, for you to look at: spread over the brands, and first those
        whose colours and sizes the supplier states. The trial creates nothing else and takes nothing off sale. Until
        you put everything into the store, updates that start by themselves keep these products up to date and create no
        others.
      </s-paragraph>
      <NewProductStatusChoice />
      {!setUp.everythingAsked && (
        <StepStart
          steps={steps}
          label={run === null || isOn ? 'Put ten products into my store' : 'Start the trial again'}
          variant={run === null || isOn ? 'primary' : 'secondary'}
          isRunOpen={isOn}
          start={setUpApi.startTrial}
          failureHeading="The trial did not start"
        />
      )}
      {other !== null && isUnderWay(other) && <LiveRun run={other} />}
      {run !== null && (isOn ? <LiveRun run={run} /> : <RunEnd run={run} />)}
      {run !== null &&
        (trial.value === null ? (
          <Loading what="the products of the trial" remote={trial} height="320px" />
        ) : (
          <>
            <StaleNotice what="the products of the trial" remote={trial} />
            {!isOn && <DraftsToPublish count={overview.listings.ownDrafts} />}
            <TriedArticles articles={trial.value.articles} currency={currency} isTrialRunning={isOn} />
          </>
        ))}
    </s-section>
  );
}
