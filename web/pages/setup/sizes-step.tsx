import type {ReactNode} from 'react';
import {useState} from 'react';
import type {Unanswered} from '#contract/options/unanswered.ts';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {CategoryAnswers} from '../../shared/options/category-answers.tsx';
import {ProposalsPreview, useProposals} from '../../shared/options/proposals.tsx';
import {unansweredQuery} from '../../shared/options/unanswered-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {stepAddress} from '../../shared/page/store-filled.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {RunEnd} from '../../shared/runs/runs-table.tsx';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {StandingColour} from './standing-colour.tsx';

type SizesStepProps = {readonly overview: Overview; readonly next: ReactNode};

/** The step that asks once how articles are ordered for which the supplier states no size or no colour. */
export function SizesStep({overview, next}: SizesStepProps) {
  const remote = useRemote(unansweredQuery('sizes', overview.lastRun));
  const isBusy = isUnderWay(overview.lastRun);
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const say = (last: DecisionOutcome) => setDecided((before) => ({...last, number: (before?.number ?? 0) + 1}));
  return (
    <>
      {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
      <s-section heading="Sizes that the supplier does not state">
        {remote.value === null ? (
          <Loading what="the sizes" remote={remote} height="240px" />
        ) : (
          <s-stack gap="base">
            <StaleNotice what="the sizes" remote={remote} />
            {remote.value.unread + remote.value.count > 0 && (
              <s-paragraph color="subdued">
                Without an answer each order of such an article waits under Orders until you say its size. You can also
                answer later, under Products, or <s-link href="/settings#standingSize">once for all</s-link> in
                Settings.
              </s-paragraph>
            )}
            <UnreadArticles run={overview.lastRun} unanswered={remote.value} />
            {remote.value.chosen === 0
              ? !(overview.chosen && isBusy) && <NothingChosen />
              : (remote.value.unread === 0 || !isBusy) && <UnansweredArticles unanswered={remote.value} onDone={say} />}
          </s-stack>
        )}
      </s-section>
      <StandingColour overview={overview} />
      {next}
    </>
  );
}

type UnansweredProps = {readonly unanswered: Unanswered};

/** Articles of which no size is known, how asking about them ended, and the button that asks; nothing once all are known. */
function UnreadArticles({run, unanswered}: UnansweredProps & {readonly run: Run | null}) {
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.startRun('preview'));
  if (run !== null && isUnderWay(run)) return <LiveRun run={run} />;
  if (unanswered.unread === 0) return null;
  return (
    <s-stack gap="small-200">
      {run?.kind === 'preview' && <RunEnd run={run} />}
      <s-text>{unreadText(run, unanswered)}</s-text>
      <s-stack direction="inline">
        <s-button variant="primary" loading={isRunning} onClick={() => void attempt(undefined)}>
          Ask the supplier now
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} heading="Not asked" />
    </s-stack>
  );
}

/** Of how many articles no size is known, and why: they were not asked about, or could not be read when they were. */
function unreadText(run: Run | null, {chosen, unread}: Unanswered): string {
  const articles = countNoun(chosen, 'article');
  // A preview of another choice says nothing of what is chosen now.
  const isOfThese = run?.kind === 'preview' && run.counts.chosen === chosen;
  if (isOfThese && (run.state === 'partial' || run.state === 'done'))
    return `${count(unread)} of your ${articles} could not be read.`;
  return unread === chosen
    ? `Ask the supplier first: then you see which of your ${articles} state no size.`
    : `The supplier was not asked about ${count(unread)} of your ${articles} yet.`;
}

type UnansweredArticlesProps = UnansweredProps & {readonly onDone: (decided: DecisionOutcome) => void};

/** How many articles state no size, and the answers: by category, or what the catalogue's texts propose. */
function UnansweredArticles({unanswered, onDone}: UnansweredArticlesProps) {
  const {chosen, unread, count: number} = unanswered;
  const review = useProposals('sizes', onDone);
  return (
    <s-stack gap="small-200">
      {number === 0 ? (
        unread === 0 && <s-text>Nothing is left to answer.</s-text>
      ) : (
        <>
          <s-text type="strong">
            {`${count(number)} of ${countNoun(chosen, 'chosen article')} ${number === 1 ? 'states no size and has' : 'state no size and have'} no answer yet: how shall they be ordered?`}
          </s-text>
          <s-stack direction="inline">
            <s-button loading={review.isRunning} onClick={() => review.look(null)}>
              Look at the proposals
            </s-button>
          </s-stack>
          <ProposalsPreview option="sizes" review={review} mayApply={false} />
        </>
      )}
      <CategoryAnswers option="sizes" unanswered={unanswered} onDone={onDone} />
    </s-stack>
  );
}

const NothingChosen = () => (
  <s-stack gap="small-200">
    <s-text>Choose articles first: no article is chosen yet.</s-text>
    <s-stack direction="inline">
      <s-button href={stepAddress('choose')}>Choose brands or categories</s-button>
    </s-stack>
  </s-stack>
);
