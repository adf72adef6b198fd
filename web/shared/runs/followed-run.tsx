import {isUnderWay} from '../api/polling.ts';
import {useRemote} from '../api/remote.ts';
import {runQuery} from '../api/run-questions.ts';
import {Loading} from '../page/loading.tsx';
import {LiveRun} from './live-run.tsx';
import {runResultText} from './run-words.ts';
import {RunEnd} from './runs-table.tsx';

/**
 * What a decision led to: a sentence, and the run that carries it out. `runId` null: the next run does, or there is nothing to do.
 * `waits`: it waits for that run, which can be started at once. `notDone`: the articles of several for which it was not done, and why.
 */
export type DecisionOutcome = {
  readonly text: string;
  readonly runId: string | null;
  readonly waits?: boolean;
  readonly notDone?: readonly {readonly id: string; readonly name: string; readonly why: string}[];
};

/** The run that carries out a decision: its progress, then its result. */
export function FollowedRun({id}: {id: string}) {
  const {value, ...remote} = useRemote(runQuery(id));
  if (value === null) return <Loading what="the update" remote={remote} height="80px" />;
  if (isUnderWay(value)) return <LiveRun run={value} />;
  return (
    <s-stack gap="small-200">
      <RunEnd run={value} />
      <s-text>{runResultText(value)}</s-text>
      <s-stack direction="inline">
        <s-button href={`/runs/${value.id}`}>Open the update</s-button>
      </s-stack>
    </s-stack>
  );
}
