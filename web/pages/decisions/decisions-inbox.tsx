import {useState} from 'react';
import type {Approvals} from '#contract/approvals.ts';
import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {BrakeCard} from './brake-card.tsx';
import {CostsSection} from './costs-section.tsx';
import {approvalsQuery} from './decision-questions.ts';
import {DraftsSection} from './drafts-section.tsx';
import {ImagesSection} from './images-section.tsx';
import {OrdersSection} from './orders-section.tsx';
import {Outline} from './outline.tsx';
import {OverruledSection} from './overruled-section.tsx';
import {SetAsideSection} from './set-aside-section.tsx';

/**
 * The page "To decide": everything about the catalogue that waits for the merchant except matches, the run that follows a decision, and a
 * link to the orders.
 */
export function DecisionsInbox({overview}: {overview: Overview}) {
  const isRunning = isUnderWay(overview.lastRun);
  const paging = usePaging('costs');
  const remote = useRemote(approvalsQuery(paging.cursor, isRunning));
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const say = (last: DecisionOutcome) => setDecided({...last, number: (decided?.number ?? 0) + 1});
  const approvals = remote.value;
  if (approvals === null && remote.error === null) return <Outline />;
  if (approvals === null) {
    return (
      <s-section accessibilityLabel="What waits for you">
        <Loading what="what waits for you" remote={remote} height="320px" />
      </s-section>
    );
  }
  const held = approvals.held.filter(({code}) => code !== 'cost_moved');
  return (
    <>
      <StaleSection what="what waits for you" remote={remote} />
      {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
      <s-section heading="The catalogue">
        <Introduction of="decisions" />
        {hasNothingWaiting(approvals) && <s-paragraph>Nothing of the catalogue waits for your decision.</s-paragraph>}
      </s-section>
      {approvals.brakes.map((brake) => (
        <BrakeCard key={brake.id} brake={brake} onDone={say} />
      ))}
      {(approvals.costs.length > 0 || paging.cursor !== null) && (
        <CostsSection approvals={approvals} isLoading={!remote.isCurrent} paging={paging} onDone={say} />
      )}
      {held.length > 0 && <DraftsSection held={held} />}
      {approvals.quarantined > 0 && <SetAsideSection isRunning={isRunning} onDone={say} />}
      {approvals.failedImages > 0 && (
        <ImagesSection failedCount={approvals.failedImages} isRunning={isRunning} onDone={say} />
      )}
      {approvals.overruledOptions > 0 && <OverruledSection isRunning={isRunning} onDone={say} />}
      <OrdersSection needsYou={overview.needsYou} />
    </>
  );
}

/** Whether nothing of the catalogue waits, on the loaded page of costs and in all counts. */
const hasNothingWaiting = ({brakes, costs, held, quarantined, failedImages, overruledOptions}: Approvals): boolean =>
  brakes.length + costs.length + held.length + quarantined + failedImages + overruledOptions === 0;
