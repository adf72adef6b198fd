import {useState} from 'react';
import {useNavigate} from 'react-router';
import type {Run} from '#contract/runs.ts';
import type {UndoPreview} from '#contract/undo.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction, useRemote} from '../../shared/api/remote.ts';
import {undoQuestion} from '../../shared/api/run-questions.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {dateAndTime} from '../../text/format.ts';
import {isUnderWay} from '../../text/words.ts';
import {UndoEffect} from './undo-effect.tsx';

/** What an undo of this run would do, then the undo. Nothing for a preview, a search for edits, an undo, or a run that goes on. */
export function UndoSection({run}: {run: Run}) {
  const {kind, undo} = run;
  const [isAsked, setAsked] = useState(false);
  if (kind === 'preview' || kind === 'edits' || kind === 'undo' || isUnderWay(run)) return null;
  const isOver = undo !== null && !leavesSomething.has(undo.state);
  return (
    <s-section heading="Undo">
      {undo !== null && (
        <s-stack gap="small-200">
          <s-text>{undoText(undo)}</s-text>
          <s-stack direction="inline">
            <s-button href={`/runs/${undo.id}`}>Open the undo</s-button>
          </s-stack>
        </s-stack>
      )}
      {!isOver && (
        <s-stack gap="small-200">
          <s-paragraph color="subdued">
            An undo sets back what this run changed, wherever your store still shows what the run wrote. What was
            changed since stays. What is set back is yours from then on: no run changes it until you give it back.
          </s-paragraph>
          {isAsked ? (
            <AskedUndo run={run} onLeave={() => setAsked(false)} />
          ) : (
            <s-stack direction="inline">
              <s-button onClick={() => setAsked(true)}>
                {undo === null ? 'See what an undo does' : 'See what is left to undo'}
              </s-button>
            </s-stack>
          )}
        </s-stack>
      )}
    </s-section>
  );
}

/** An undo that ended in one of these states may have left something; the preview says whether that can be undone. */
const leavesSomething: ReadonlySet<Run['state']> = new Set(['stopped', 'failed', 'partial']);

function undoText({state, startedAt}: NonNullable<Run['undo']>): string {
  if (state === 'queued') return 'This run will be undone when the run that is going on has ended.';
  if (state === 'running') return 'This run is being undone.';
  if (state === 'partial') {
    return `This run was undone on ${dateAndTime(startedAt)}, but not all of it. What Shopify refused can be tried again.`;
  }
  if (state === 'done') {
    return `This run was undone on ${dateAndTime(startedAt)}. It cannot be undone a second time: what was set back is yours now.`;
  }
  return 'An undo of this run did not come to its end.';
}

function AskedUndo({run, onLeave}: {run: Run; onLeave: () => void}) {
  const navigate = useNavigate();
  const preview = useRemote(undoQuestion(run.id));
  const [error, setError] = useState<string | null>(null);
  const undo = useAction((previewId: string) => runsApi.undoRun(run.id, previewId));
  const confirm = async ({previewId}: UndoPreview) => {
    setError(null);
    try {
      await navigate(`/runs/${(await undo.run(previewId)).id}`);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  const {value} = preview;
  if (value === null) return <Loading what="what an undo does" remote={preview} height="120px" />;
  return (
    <s-stack gap="small-200">
      <UndoEffect preview={value} />
      {error !== null && (
        <Notice tone="critical" heading="The run was not undone">
          {error}
        </Notice>
      )}
      <s-stack direction="inline" gap="small-200">
        {value.refusal === null && value.products > 0 && (
          <s-button variant="primary" tone="critical" loading={undo.isRunning} onClick={() => void confirm(value)}>
            Undo this run
          </s-button>
        )}
        <s-button onClick={onLeave}>Leave it as it is</s-button>
      </s-stack>
    </s-stack>
  );
}
