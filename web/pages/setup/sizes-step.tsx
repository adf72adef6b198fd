import type {ReactNode} from 'react';
import {useState} from 'react';
import type {Unanswered} from '#contract/options/unanswered.ts';
import type {Overview} from '#contract/overview.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {CategoryAnswers} from '../../shared/options/category-answers.tsx';
import {ProposalsPreview, useProposals} from '../../shared/options/proposals.tsx';
import {unansweredQuery} from '../../shared/options/unanswered-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {count} from '../../text/format.ts';
import {countNoun, isUnderWay} from '../../text/words.ts';

type SizesStepProps = {readonly overview: Overview; readonly next: ReactNode};

/** The step that asks once how articles are ordered for which the supplier states no size. */
export function SizesStep({overview, next}: SizesStepProps) {
  const remote = useRemote(unansweredQuery('sizes', overview.lastRun));
  return (
    <>
      <s-section heading="Sizes that the supplier does not state">
        {remote.value === null ? (
          <Loading what="the sizes" remote={remote} height="240px" />
        ) : (
          <s-stack gap="base">
            {remote.value.unread + remote.value.count > 0 && (
              <s-paragraph color="subdued">
                Without an answer each order of such an article waits under Orders until you say its size. You can also
                answer later, under Products.
              </s-paragraph>
            )}
            <UnreadArticles overview={overview} unanswered={remote.value} />
            {(remote.value.unread === 0 || !isUnderWay(overview.lastRun)) && (
              <UnansweredArticles unanswered={remote.value} />
            )}
          </s-stack>
        )}
      </s-section>
      {next}
    </>
  );
}

type UnansweredProps = {readonly unanswered: Unanswered};

/** The articles that the supplier was not asked about, and the button that asks; nothing once all were. */
function UnreadArticles({overview, unanswered: {chosen, unread}}: UnansweredProps & {readonly overview: Overview}) {
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.startRun('preview'));
  const run = overview.lastRun;
  if (run !== null && isUnderWay(run)) return <LiveRun run={run} />;
  if (unread === 0) return null;
  return (
    <s-stack gap="small-200">
      <s-text>
        {unread === chosen
          ? `Which of your ${countNoun(chosen, 'article')} state no size is known once the supplier was asked.`
          : `The supplier was not asked about ${count(unread)} of your ${countNoun(chosen, 'article')} yet.`}
      </s-text>
      <s-stack direction="inline">
        <s-button variant="primary" loading={isRunning} onClick={() => void attempt(undefined)}>
          Ask the supplier now
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} heading="Not asked" />
    </s-stack>
  );
}

/** How many articles state no size, and the answers: by category, or what the catalogue's texts propose. */
function UnansweredArticles({unanswered}: UnansweredProps) {
  const {chosen, unread, count: number} = unanswered;
  const [said, setSaid] = useState('');
  const review = useProposals('sizes', ({text}) => setSaid(text));
  const isAllKnown = chosen > 0 && unread === 0;
  return (
    <s-stack gap="small-200">
      <div role="status">{said !== '' && <s-text type="strong">{said}</s-text>}</div>
      {number === 0 ? (
        isAllKnown && <s-text>No order will ask you for a size.</s-text>
      ) : (
        <>
          <s-text type="strong">
            {`${count(number)} of ${countNoun(chosen, 'chosen product')} ${number === 1 ? 'states' : 'state'} no size: how shall they be ordered?`}
          </s-text>
          <s-stack direction="inline">
            <s-button loading={review.isRunning} onClick={() => review.look(null)}>
              Look at the proposals
            </s-button>
          </s-stack>
          <ProposalsPreview option="sizes" review={review} mayApply={false} />
        </>
      )}
      <CategoryAnswers option="sizes" unanswered={unanswered} />
    </s-stack>
  );
}
