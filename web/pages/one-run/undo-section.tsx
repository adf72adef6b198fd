import {useState} from 'react';
import {useNavigate} from 'react-router';
import type {Run} from '#contract/runs.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {undoPreviewQuery} from '../../shared/api/run-questions.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {setBackView} from '../../shared/list/shown-articles.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {isWithoutResult} from '../../shared/runs/run-words.ts';
import {dateAndTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {UndoEffect} from './undo-effect.tsx';

/**
 * The undo of a run: first what it would do, then the button. Of an undo, what is still as it set it back. Shows nothing for a preview, a
 * search for edits, a departure (which is ended on its own page), a run that goes on, or one that was done and
 * changed nothing; of a deletion nothing can be taken back.
 */
export function UndoSection({run}: {run: Run}) {
  const {kind, undo} = run;
  const [isAsked, setAsked] = useState(false);
  if (kind === 'preview' || kind === 'edits' || kind === 'departure' || isUnderWay(run)) return null;
  if (undo === null && run.state === 'done' && isWithoutResult(run)) return null;
  if (kind === 'undo') return <StillSetBack products={run.setBack ?? 0} />;
  const isOver = undo !== null && !incompleteStates.has(undo.state);
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
            An undo sets back what this update changed, wherever your store still shows what the update wrote. What was
            changed since stays. What is set back is yours from then on: no update changes it until you give it back.
          </s-paragraph>
          {isAsked ? (
            <UndoConfirmation run={run} onLeave={() => setAsked(false)} />
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

/** How many products still have something as the undo set it back, and where they are given back; nothing where none has. */
function StillSetBack({products}: {products: number}) {
  if (products === 0) return null;
  return (
    <s-section heading="Set back and kept">
      <s-stack gap="small-200">
        <s-text>{`${countNoun(products, 'product keeps', 'products keep')} what this undo set back. No update changes it until you give it back.`}</s-text>
        <s-stack direction="inline">
          <s-button href={`/products?show=${setBackView.value}`}>Show them in Products</s-button>
        </s-stack>
      </s-stack>
    </s-section>
  );
}

/** An undo that ended in one of these states may have left changes in place; the preview says whether these can be undone. */
const incompleteStates: ReadonlySet<Run['state']> = new Set(['stopped', 'failed', 'partial']);

/** How far the run's newest undo is, in a sentence. */
function undoText({state, startedAt}: NonNullable<Run['undo']>): string {
  if (state === 'queued') return 'This update will be undone when the update that is going on has ended.';
  if (state === 'running') return 'This update is being undone.';
  if (state === 'partial') {
    return `This update was undone on ${dateAndTime(startedAt)}, but not all of it. What Shopify refused can be tried again.`;
  }
  if (state === 'done') {
    return `This update was undone on ${dateAndTime(startedAt)}. It cannot be undone a second time: what was set back is yours now.`;
  }
  return 'An undo of this update did not come to its end.';
}

function UndoConfirmation({run, onLeave}: {run: Run; onLeave: () => void}) {
  const navigate = useNavigate();
  const preview = useRemote(undoPreviewQuery(run.id));
  const {attempt, isRunning, failure} = useAttempt((previewId: string) => runsApi.undoRun(run.id, previewId), {
    onDone: (undo) => navigate(`/runs/${undo.id}`),
  });
  const {value} = preview;
  if (value === null) return <Loading what="what an undo does" remote={preview} height="120px" />;
  const offersUndo = value.refusal === null && value.products > 0;
  return (
    <s-stack gap="small-200">
      <UndoEffect preview={value} />
      <ActionFailure failure={failure} heading="The update was not undone" />
      <s-stack direction="inline" gap="small-200">
        {offersUndo && (
          <s-button variant="primary" tone="critical" loading={isRunning} onClick={() => void attempt(value.previewId)}>
            Undo this update
          </s-button>
        )}
        <s-button onClick={onLeave}>{offersUndo ? 'Leave it as it is' : 'Close'}</s-button>
      </s-stack>
    </s-stack>
  );
}
