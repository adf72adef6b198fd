import {useState} from 'react';
import type {Run} from '#contract/runs.ts';
import {count, dateAndTime} from '../../text/format.ts';
import {sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {runsApi} from '../api/runs-api.ts';
import {Notice} from '../page/notice.tsx';
import {kindWords, progressOf, stepOf} from './run-words.ts';

type Control = 'pause' | 'resume' | 'stop';

/** A run that waits or is going on: how far it is, and the buttons to pause, continue and stop it. */
export function LiveRun({run}: {run: Run}) {
  const {counts, progress, state, wanted} = run;
  const [error, setError] = useState<string | null>(null);
  const control = useAction((word: Control) => runsApi.controlRun(run.id, word));
  const say = async (word: Control) => {
    setError(null);
    try {
      await control.run(word);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-box background="subdued" borderRadius="base" padding="small">
      <s-stack gap="small-200">
        <s-stack direction="inline" gap="small-200" alignItems="center">
          {wanted !== 'pause' && <s-spinner accessibilityLabel="Going on" />}
          <s-text type="strong">{kindWords[run.kind]}</s-text>
          {run.kind === 'preview' && <s-badge tone="info">Changes nothing</s-badge>}
          <s-text color="subdued">{state === 'queued' ? 'Waits' : `since ${dateAndTime(run.startedAt)}`}</s-text>
        </s-stack>
        <s-text>{stepOf(run)}.</s-text>
        {progress !== null && (
          <s-progress value={progress.done} max={progress.total} accessibilityLabel="Chosen articles that are done" />
        )}
        <s-text fontVariantNumeric="tabular-nums">
          {progress === null ? `${count(counts.articles)} articles read so far.` : progressOf(run)}
        </s-text>
        <Announced run={run} />
        {error !== null && (
          <Notice tone="critical" heading="Not done">
            {error}
          </Notice>
        )}
        <s-stack direction="inline" gap="small-200">
          {wanted === 'pause' ? (
            <s-button loading={control.isRunning} onClick={() => void say('resume')}>
              Continue
            </s-button>
          ) : (
            <s-button loading={control.isRunning} disabled={wanted === 'stop'} onClick={() => void say('pause')}>
              Pause
            </s-button>
          )}
          <StopButton run={run} onStop={() => void say('stop')} />
        </s-stack>
      </s-stack>
    </s-box>
  );
}

/** Screen readers hear the step, and each tenth of the way. */
function Announced({run}: {run: Run}) {
  const {progress} = run;
  const tenths = progress === null || progress.total === 0 ? null : Math.floor((10 * progress.done) / progress.total);
  return (
    <div role="status" style={{display: 'contents'}}>
      <s-text accessibilityVisibility="exclusive">
        {stepOf(run)}
        {tenths === null ? '' : `, ${tenths * 10} percent`}
      </s-text>
    </div>
  );
}

function StopButton({run, onStop}: {run: Run; onStop: () => void}) {
  const id = `stop-${run.id}`;
  const isUndo = run.kind === 'undo';
  return (
    <>
      <s-button commandFor={id} command="--show" disabled={run.wanted === 'stop'}>
        Stop
      </s-button>
      <s-modal id={id} heading={isUndo ? 'Stop this undo?' : 'Stop this run?'} size="small">
        <s-paragraph>
          {isUndo
            ? 'What it has set back stays. The run that it undoes can be undone again, which sets back the rest.'
            : 'What it has done stays. The next run does the rest.'}
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
          onClick={onStop}
        >
          Stop it
        </s-button>
      </s-modal>
    </>
  );
}
