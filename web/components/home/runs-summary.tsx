import type {Overview} from '#contract/overview.ts';
import {count, dateAndTime, inStoreTime} from '../../format.ts';
import {counted, isUnderWay, runWords} from '../../words.ts';

/** The last run and the next one. */
export function RunsSummary({overview: {lastRun, nextRunAt, timeZone}}: {overview: Overview}) {
  return (
    <s-section heading="Runs">
      <s-button slot="secondary-actions" href="/runs">
        See the runs
      </s-button>
      {lastRun === null ? (
        <s-paragraph>No run has started yet.</s-paragraph>
      ) : (
        <s-stack gap="small-400">
          <s-stack direction="inline" gap="small-200">
            <s-text>
              {isUnderWay(lastRun) ? 'Since' : 'Last run'} {dateAndTime(lastRun.startedAt)}
            </s-text>
            <s-badge tone={runWords[lastRun.state].tone}>{runWords[lastRun.state].label}</s-badge>
          </s-stack>
          <s-text color="subdued">{resultOf(lastRun)}</s-text>
        </s-stack>
      )}
      <s-paragraph>
        {nextRunAt === null
          ? 'No run starts by itself at the moment: a key is missing or not accepted, some settings cannot be read, or Piecewise is stopped or has lost its access to your store.'
          : `The next nightly run starts ${inStoreTime(nextRunAt, timeZone)}.`}
      </s-paragraph>
    </s-section>
  );
}

function resultOf({state, reason, counts}: NonNullable<Overview['lastRun']>): string {
  if (reason !== null) return reason;
  if (state === 'queued') return 'It begins in a moment.';
  const products = counted(counts.created, 'product');
  return `${products} created, ${count(counts.updated)} updated, ${count(counts.retired)} retired.`;
}
