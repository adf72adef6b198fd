import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {runKindLabels, runResultText} from '../../shared/runs/run-words.ts';
import {dateAndTime, inStoreTime} from '../../text/format.ts';
import {runStateBadges} from '../../text/words.ts';
import {noRunSentence} from './no-run-words.ts';

/** The last run, of whatever kind, and the next nightly one. */
export function RunsSummary({overview}: {overview: Overview}) {
  const {lastRun, nextRunAt, timeZone} = overview;
  return (
    <s-section heading="Updates">
      <s-button slot="secondary-actions" href="/runs">
        See the updates
      </s-button>
      {lastRun === null ? (
        <s-paragraph>No update has started yet.</s-paragraph>
      ) : (
        <s-stack gap="small-400">
          <s-stack direction="inline" gap="small-200">
            <s-text>
              {runKindLabels[lastRun.kind]}, {isUnderWay(lastRun) ? 'since ' : ''}
              {dateAndTime(lastRun.startedAt)}
            </s-text>
            <s-badge tone={runStateBadges[lastRun.state].tone}>{runStateBadges[lastRun.state].label}</s-badge>
          </s-stack>
          <s-text color="subdued">{lastRunText(lastRun)}</s-text>
        </s-stack>
      )}
      <s-paragraph>
        {nextRunAt === null
          ? noRunSentence(overview)
          : `The next nightly update starts ${inStoreTime(nextRunAt, timeZone)}.`}
      </s-paragraph>
    </s-section>
  );
}

function lastRunText(run: NonNullable<Overview['lastRun']>): string {
  if (run.reason !== null) return run.reason;
  return run.state === 'queued' ? 'It begins in a moment.' : runResultText(run);
}
