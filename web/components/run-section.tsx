import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {api, sentenceOf} from '../api.ts';
import {count, dateAndTime} from '../format.ts';
import {runsQuestion} from '../questions.ts';
import {useAction, useRemote} from '../remote.ts';
import {isUnderWay} from '../words.ts';
import {Loading, Stale} from './loading.tsx';
import {Notice} from './notice.tsx';
import {RunHistory} from './run-history.tsx';

/** Starts a run, shows the current one with its counts, and lists earlier runs. */
export function RunSection({overview}: {overview: Overview}) {
  const {lastRun, connection} = overview;
  const runs = useRemote(runsQuestion(lastRun));
  const [error, setError] = useState<string | null>(null);
  const startRun = useAction(() => api.startRun());
  const isRunning = isUnderWay(lastRun);
  const isConnected = connection.catalogue.state === 'accepted' && connection.dropship.state === 'accepted';
  const start = async () => {
    setError(null);
    try {
      await startRun.run(undefined);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-section heading="Runs">
      <s-button
        slot="primary-action"
        disabled={isRunning || !isConnected}
        loading={startRun.isRunning}
        onClick={() => void start()}
      >
        Start a run
      </s-button>
      <s-paragraph color="subdued">
        A run reads the whole catalogue and brings your products in line with it. One starts by itself every night.
        {!isConnected && ' Connect both keys first.'}
      </s-paragraph>
      {error !== null && (
        <Notice tone="critical" heading="The run did not start">
          {error}
        </Notice>
      )}
      <div role="status" style={{display: 'contents'}}>
        <s-text accessibilityVisibility="exclusive">{isRunning ? 'A run is going on.' : ''}</s-text>
      </div>
      {lastRun !== null && isRunning && <LiveRun run={lastRun} />}
      <Stale what="the list of runs" remote={runs} />
      {runs.value === null ? (
        <Loading what="the list of runs" remote={runs} height="160px" />
      ) : (
        <RunHistory runs={runs.value.runs.filter((run) => !isUnderWay(run))} />
      )}
    </s-section>
  );
}

function LiveRun({run}: {run: Run}) {
  const {counts} = run;
  const total = Math.max(counts.listed, counts.articles);
  return (
    <s-box background="subdued" borderRadius="base" padding="small">
      <s-stack gap="small-200">
        <s-stack direction="inline" gap="small-200">
          <s-spinner accessibilityLabel="A run is going on" />
          <s-text type="strong">A run is going on</s-text>
          <s-text color="subdued">since {dateAndTime(run.startedAt)}</s-text>
        </s-stack>
        {total > 0 && (
          <s-progress value={counts.articles} max={total} accessibilityLabel="Articles read of the catalogue" />
        )}
        <s-text fontVariantNumeric="tabular-nums">
          {count(counts.articles)} articles read, {count(counts.chosen)} of them chosen: {count(counts.created)}{' '}
          created, {count(counts.updated)} updated, {count(counts.unchanged)} unchanged, {count(counts.held)} held back,{' '}
          {count(counts.quarantined)} set aside.
        </s-text>
      </s-stack>
    </s-box>
  );
}
