import {useState} from 'react';
import {overviewQuery} from '../api/questions.ts';
import {useAttempt, useRemote} from '../api/remote.ts';
import {runsApi} from '../api/runs-api.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {FollowedRun} from './followed-run.tsx';

/**
 * What was saved waits for an update: buttons that start one now, and follow it, or let it wait for the night. Nothing during set-up, whose
 * last step puts everything into the store.
 */
export function ApplyNow() {
  const overview = useRemote(overviewQuery);
  const [choice, setChoice] = useState<'open' | 'tonight' | 'earlier' | {readonly runId: string}>('open');
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.startRun('full'), {
    // One that has begun already may have planned by what was saved before.
    onDone: ({id, state}) => setChoice(state === 'queued' ? {runId: id} : 'earlier'),
  });
  if (choice === 'tonight' || overview.value?.setUp.everythingAsked !== true) return null;
  if (typeof choice === 'object') return <FollowedRun id={choice.runId} />;
  return (
    <s-stack gap="small-200">
      <s-text>
        {choice === 'earlier'
          ? 'An update is going on that began before you saved. Press again once it is over.'
          : 'Your store changes with the next update.'}
      </s-text>
      <s-stack direction="inline" gap="small-200">
        <s-button loading={isRunning} onClick={() => void attempt(undefined)}>
          Apply now
        </s-button>
        <s-button variant="tertiary" onClick={() => setChoice('tonight')}>
          Tonight
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} heading="The update did not start" />
    </s-stack>
  );
}
