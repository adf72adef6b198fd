import type {Run} from '#contract/runs.ts';
import {dateAndTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {useAttempt} from '../api/remote.ts';
import {runsApi} from '../api/runs-api.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {runKindLabels, runProgressText, runStepText} from './run-words.ts';

/** A run that is queued or going on: its progress, and the buttons to pause, continue and stop it. */
export function LiveRun({run}: {run: Run}) {
  const {counts, progress, state, wanted} = run;
  const {attempt, isRunning, failure} = useAttempt((word: 'pause' | 'resume') => runsApi.controlRun(run.id, word));
  return (
    <s-box background="subdued" borderRadius="base" padding="small">
      <s-stack gap="small-200">
        <s-stack direction="inline" gap="small-200" alignItems="center">
          {wanted !== 'pause' && <s-spinner accessibilityLabel="Going on" />}
          <s-text type="strong">{runKindLabels[run.kind]}</s-text>
          {run.kind === 'preview' && <s-badge tone="info">Changes nothing</s-badge>}
          <s-text color="subdued">{state === 'queued' ? 'Waits' : `since ${dateAndTime(run.startedAt)}`}</s-text>
        </s-stack>
        <s-text>{runStepText(run)}.</s-text>
        {progress !== null && (
          <s-progress value={progress.done} max={progress.total} accessibilityLabel="Chosen articles that are done" />
        )}
        <s-text fontVariantNumeric="tabular-nums">
          {progress === null ? `${countNoun(counts.articles, 'article')} read so far.` : runProgressText(run)}
        </s-text>
        <RunAnnouncement run={run} />
        <ActionFailure failure={failure} />
        <s-stack direction="inline" gap="small-200">
          {wanted === 'pause' ? (
            <s-button loading={isRunning} onClick={() => void attempt('resume')}>
              Continue
            </s-button>
          ) : (
            <s-button loading={isRunning} disabled={wanted === 'stop'} onClick={() => void attempt('pause')}>
              Pause
            </s-button>
          )}
          <StopButton run={run} />
        </s-stack>
      </s-stack>
    </s-box>
  );
}

/** Announces to screen readers the run's step, and each tenth of its progress. */
function RunAnnouncement({run}: {run: Run}) {
  const {progress} = run;
  const tenths = progress === null || progress.total === 0 ? null : Math.floor((10 * progress.done) / progress.total);
  return (
    <div role="status" style={{display: 'contents'}}>
      <s-text accessibilityVisibility="exclusive">
        {runStepText(run)}
        {tenths === null ? '' : `, ${tenths * 10} percent`}
      </s-text>
    </div>
  );
}

/** Stops the run after a question. It waits for no other control, so that a confirmed stop is never dropped. */
function StopButton({run}: {run: Run}) {
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.controlRun(run.id, 'stop'));
  const id = `stop-${run.id}`;
  const isUndo = run.kind === 'undo';
  return (
    <>
      <s-button commandFor={id} command="--show" loading={isRunning} disabled={run.wanted === 'stop'}>
        Stop
      </s-button>
      <s-modal id={id} heading={isUndo ? 'Stop this undo?' : 'Stop this update?'} size="small">
        <s-paragraph>
          {isUndo
            ? 'What it has set back stays. The update that it undoes can be undone again, which sets back the rest.'
            : run.kind === 'departure'
              ? 'What it has done stays. On the page Leave you go on with it.'
              : 'What it has done stays. The next update does the rest.'}
        </s-paragraph>
        <s-button slot="secondary-actions" commandFor={id} command="--hide">
          Let it go on
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          tone="critical"
          commandFor={id}
          command="--hide"
          onClick={() => void attempt(undefined)}
        >
          Stop it
        </s-button>
      </s-modal>
      <ActionFailure failure={failure} />
    </>
  );
}
