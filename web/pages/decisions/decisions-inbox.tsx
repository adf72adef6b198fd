import {useState} from 'react';
import type {Approvals} from '#contract/approvals.ts';
import type {Overview} from '#contract/overview.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {Outcome} from '../../shared/runs/outcome.tsx';
import {isUnderWay} from '../../text/words.ts';
import {BrakeCard} from './brake-card.tsx';
import {CostsSection} from './costs-section.tsx';
import {approvalsQuestion} from './decision-questions.ts';
import {DraftsSection} from './drafts-section.tsx';
import {ImagesSection} from './images-section.tsx';
import {OrdersSection} from './orders-section.tsx';
import {Outline} from './outline.tsx';
import {OverruledSection} from './overruled-section.tsx';
import {SetAsideSection} from './set-aside-section.tsx';

/** What waits for the merchant in the catalogue (Home asks about matches), the run that follows a decision, and the way to the orders. */
export function DecisionsInbox({overview}: {overview: Overview}) {
  const isRunning = isUnderWay(overview.lastRun);
  const paging = usePaging('costs');
  const remote = useRemote(approvalsQuestion(paging.cursor, isRunning));
  const [decided, setDecided] = useState<(Decided & {readonly number: number}) | null>(null);
  const say = (last: Decided) => setDecided({...last, number: (decided?.number ?? 0) + 1});
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
      {decided !== null && <Outcome key={decided.number} decided={decided} />}
      <s-section heading="The catalogue">
        <Introduction of="decisions" />
        {isEmpty(approvals) && <s-paragraph>Nothing of the catalogue waits for your decision.</s-paragraph>}
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
        <ImagesSection number={approvals.failedImages} isRunning={isRunning} onDone={say} />
      )}
      {approvals.overruledOptions > 0 && <OverruledSection isRunning={isRunning} onDone={say} />}
      <OrdersSection orders={overview.orders} />
    </>
  );
}

const isEmpty = ({brakes, costs, held, quarantined, failedImages, overruledOptions}: Approvals): boolean =>
  brakes.length + costs.length + held.length + quarantined + failedImages + overruledOptions === 0;
