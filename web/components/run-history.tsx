import type {Run} from '#contract/runs.ts';
import {count, dateAndTime, took} from '../format.ts';
import {runWords, triggerWords} from '../words.ts';

/** Finished runs, newest first, each with its changes and, if incomplete, the reason. */
export function RunHistory({runs}: {runs: readonly Run[]}) {
  if (runs.length === 0) return <s-paragraph color="subdued">No run has finished yet.</s-paragraph>;
  return (
    <s-table>
      <s-table-header-row>
        <s-table-header listSlot="primary">Started</s-table-header>
        <s-table-header listSlot="inline">Result</s-table-header>
        <s-table-header format="numeric">Created</s-table-header>
        <s-table-header format="numeric">Updated</s-table-header>
        <s-table-header format="numeric">Retired</s-table-header>
        <s-table-header format="numeric">Held back</s-table-header>
        <s-table-header format="numeric">Took</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {runs.map((run) => (
          <s-table-row key={run.id}>
            <s-table-cell>
              <s-stack gap="small-500">
                <s-text>{dateAndTime(run.startedAt)}</s-text>
                <s-text color="subdued">{triggerWords[run.trigger]}</s-text>
              </s-stack>
            </s-table-cell>
            <s-table-cell>
              <RunResult run={run} />
            </s-table-cell>
            <s-table-cell>{count(run.counts.created)}</s-table-cell>
            <s-table-cell>{count(run.counts.updated)}</s-table-cell>
            <s-table-cell>{count(run.counts.retired)}</s-table-cell>
            <s-table-cell>{count(run.counts.held)}</s-table-cell>
            <s-table-cell>{run.finishedAt === null ? '' : took(run.startedAt, run.finishedAt)}</s-table-cell>
          </s-table-row>
        ))}
      </s-table-body>
    </s-table>
  );
}

function RunResult({run}: {run: Run}) {
  const word = runWords[run.state];
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline">
        <s-badge tone={word.tone}>{word.label}</s-badge>
      </s-stack>
      {run.reason !== null && <s-text color="subdued">{run.reason}</s-text>}
    </s-stack>
  );
}
