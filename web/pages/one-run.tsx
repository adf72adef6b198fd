import {useParams} from 'react-router';
import type {Run} from '#contract/runs.ts';
import {Loading, StaleSection} from '../components/loading.tsx';
import {ChangesSection} from '../components/runs/changes-section.tsx';
import {LiveRun} from '../components/runs/live-run.tsx';
import {RunFacts} from '../components/runs/run-facts.tsx';
import {runQuestion} from '../components/runs/run-questions.ts';
import {UndoSection} from '../components/runs/undo-section.tsx';
import {useRemote} from '../remote.ts';
import {isUnderWay} from '../text/words.ts';

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
