import {useParams} from 'react-router';
import type {Run} from '#contract/runs.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {runQuestion} from '../../shared/api/run-questions.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {StorePausedBanner} from '../../shared/page/paused-banner.tsx';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {isUnderWay} from '../../text/words.ts';
import {ChangesSection} from './changes-section.tsx';
import {RunFacts} from './run-facts.tsx';
import {UndoSection} from './undo-section.tsx';

/** One run: its progress or its end, what it changed, and its undo. */
export function Page() {
  const {id = ''} = useParams();
  const run = useRemote(runQuestion(id));
  return (
    <s-page heading={run.value === null ? 'Run' : headings[run.value.kind]}>
      <s-link slot="breadcrumb-actions" href="/runs">
        Runs
      </s-link>
      {run.value === null ? (
        <s-section accessibilityLabel="The run">
          <Loading what="this run" remote={run} height="480px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <StorePausedBanner />
          <StaleSection what="this run" remote={run} />
          <Known key={id} run={run.value} />
        </s-stack>
      )}
    </s-page>
  );
}

const headings: Readonly<Record<Run['kind'], string>> = {
  full: 'Run',
  daytime: 'Run by day',
  selected: 'Run over single articles',
  delete: 'Deletion',
  preview: 'Preview of a run',
  edits: 'Search for your edits',
  undo: 'Undo of a run',
  trial: 'Trial with a few products',
};

function Known({run}: {run: Run}) {
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
