import type {Run} from '#contract/runs.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {runResultText} from '../../shared/runs/run-words.ts';
import {RunEnd} from '../../shared/runs/runs-table.tsx';
import {dateAndTime, formatDuration} from '../../text/format.ts';
import {triggerTexts} from '../../text/words.ts';
import {RunThis} from './run-this.tsx';

/** When the run started and why, how it ended, and what it changed in numbers. */
export function RunFacts({run}: {run: Run}) {
  const {kind, startedAt, finishedAt, undoes} = run;
  return (
    <s-section heading={dateAndTime(startedAt)}>
      <s-stack gap="small-200">
        <RunEnd run={run} />
        <s-text>
          {triggerTexts[run.trigger]}
          {finishedAt === null ? '' : `, took ${formatDuration(startedAt, finishedAt)}`}.
        </s-text>
        {!isUnderWay(run) && <s-text>{runResultText(run)}</s-text>}
        {kind === 'preview' && <s-text type="strong">Nothing in your store was changed by it.</s-text>}
        <RunThis run={run} />
        {undoes !== null && (
          <s-stack direction="inline">
            <s-button href={`/runs/${undoes}`}>Open the update that is undone</s-button>
          </s-stack>
        )}
      </s-stack>
    </s-section>
  );
}
