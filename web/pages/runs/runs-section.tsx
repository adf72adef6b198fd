import {useNavigate, useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {runsQuery} from '../../shared/api/run-questions.ts';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {allRuns, runViews} from '../../shared/runs/run-words.ts';
import {RunsTable} from '../../shared/runs/runs-table.tsx';
import {StartRuns} from './start-runs.tsx';

/** Starts runs and previews, shows those that are going on, and lists the others. */
export function RunsSection({overview}: {overview: Overview}) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = runViews.find(({value}) => value === query.get('kind')) ?? allRuns;
  const paging = usePaging(view.value);
  const newest = useRemote(runsQuery(overview.lastRun, {kinds: [], cursor: null}));
  const shown = useRemote(runsQuery(overview.lastRun, {kinds: view.kinds, cursor: paging.cursor}));
  const open = newest.value?.runs.filter(isUnderWay).toReversed() ?? [];
  const page = shown.value;
  return (
    <>
      <s-section heading="Now">
        <StartRuns overview={overview} openRuns={open} lastEnded={newest.value?.runs.find((run) => !isUnderWay(run))} />
        {open.map((run) => (
          <LiveRun key={run.id} run={run} />
        ))}
      </s-section>
      <s-section heading="History">
        <ListFilter
          views={runViews}
          view={view}
          onView={({value}) =>
            void navigate(value === allRuns.value ? '/runs' : `/runs?kind=${value}`, {replace: true})
          }
        />
        <StaleNotice what="the list of updates" remote={shown} />
        {page === null ? (
          <Loading what="the list of updates" remote={shown} height="160px" />
        ) : (
          <RunsTable
            runs={page.runs.filter((run) => !isUnderWay(run))}
            isLoading={!shown.isCurrent}
            {...paging.toPagingProps(page.nextCursor)}
          />
        )}
      </s-section>
    </>
  );
}
