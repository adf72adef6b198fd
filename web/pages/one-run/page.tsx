import {useParams} from 'react-router';
import type {Run} from '#contract/runs.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {runQuery} from '../../shared/api/run-questions.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {StorePausedBanner} from '../../shared/page/paused-banner.tsx';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {ChangesSection} from './changes-section.tsx';
import {RunFacts} from './run-facts.tsx';
import {UndoSection} from './undo-section.tsx';

/** The page of one run: its progress or its end, what it changed, and its undo. */
export function Page() {
  const {id = ''} = useParams();
  const run = useRemote(runQuery(id));
  return (
    <s-page heading={run.value === null ? 'Update' : runHeadings[run.value.kind]}>
      <s-link slot="breadcrumb-actions" href="/runs">
        Updates
      </s-link>
      {run.value === null ? (
        <s-section accessibilityLabel="The update">
          <Loading what="this update" remote={run} height="480px" list={{label: 'Updates', href: '/runs'}} />
        </s-section>
      ) : (
        <s-stack gap="base">
          <StorePausedBanner />
          <StaleSection what="this update" remote={run} />
          <LoadedRun key={id} run={run.value} />
        </s-stack>
      )}
    </s-page>
  );
}

const runHeadings: Readonly<Record<Run['kind'], string>> = {
  full: 'Update',
  daytime: 'Daytime update',
  selected: 'Update of single articles',
  delete: 'Deletion',
  preview: 'Preview of an update',
  edits: 'Search for your edits',
  undo: 'Undo of an update',
  trial: 'Trial with a few products',
  departure: 'Leaving',
};

function LoadedRun({run}: {run: Run}) {
  return (
    <>
      <RunFacts run={run} />
      {isUnderWay(run) && (
        <s-section heading="Progress">
          <LiveRun run={run} />
        </s-section>
      )}
      <UndoSection run={run} />
      <ChangesSection run={run} />
    </>
  );
}
