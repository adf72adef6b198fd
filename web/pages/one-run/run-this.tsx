import {useNavigate} from 'react-router';
import type {Run} from '#contract/runs.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';

/**
 * On a finished preview the button that starts the update that it shows, and on an update that failed the one that starts another. Not
 * during set-up, whose last step does it.
 */
export function RunThis({run: {kind, state}}: {readonly run: Run}) {
  const navigate = useNavigate();
  const overview = useRemote(overviewQuery);
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.startRun('full'), {
    onDone: ({id}) => navigate(`/runs/${id}`),
  });
  const isPreview = kind === 'preview' && (state === 'done' || state === 'partial');
  const hasFailed = kind === 'full' && state === 'failed';
  if (!(isPreview || hasFailed) || overview.value?.setUp.everythingAsked !== true) return null;
  return (
    <>
      <s-stack direction="inline" gap="small-200">
        <s-button variant="primary" loading={isRunning} onClick={() => void attempt(undefined)}>
          {isPreview ? 'Run this now' : 'Start an update again'}
        </s-button>
        {hasFailed && <s-button href="/settings/connection">Look at the connection</s-button>}
      </s-stack>
      <ActionFailure failure={failure} heading="The update did not start" />
    </>
  );
}
