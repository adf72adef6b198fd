import {useNavigate} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Introduction} from '../../shared/page/introduction.tsx';

type StartRunsProps = {
  readonly overview: Overview;
  /** The runs that wait or are going on. */
  readonly openRuns: readonly Run[];
  /** The run that ended last; left out: none has. */
  readonly lastEnded: Run | undefined;
};

/** The buttons that start a run and a preview of a run. */
export function StartRuns({overview: {connection, setUp, isLeaving}, openRuns, lastEnded}: StartRunsProps) {
  const navigate = useNavigate();
  const {attempt, isRunning, failure} = useAttempt(runsApi.startRun, {
    onDone: (run, kind) => (kind === 'preview' ? navigate(`/runs/${run.id}`) : undefined),
  });
  const isConnected = connection.catalogue.state === 'accepted' && connection.dropship.state === 'accepted';
  const hasFailed = isConnected && !isLeaving && openRuns.length === 0 && lastEnded?.state === 'failed';
  const mayStart = (kind: Run['kind']) => isConnected && !isLeaving && !openRuns.some((run) => run.kind === kind);
  return (
    <>
      {isLeaving ? (
        <s-paragraph>No update starts while you are leaving Piecewise.</s-paragraph>
      ) : (
        <Introduction of="runs" />
      )}
      {!setUp.everythingAsked && (
        <s-paragraph color="subdued">
          While set-up goes on, updates that start by themselves create nothing; one that you start here puts everything
          you chose into your store.
        </s-paragraph>
      )}
      {!isConnected && <s-paragraph>Connect both keys first.</s-paragraph>}
      {hasFailed && (
        <s-paragraph>
          The last update failed; the list says why. Start one again, or look at the connection if it was a key.
        </s-paragraph>
      )}
      <s-stack direction="inline" gap="small-200">
        <s-button
          variant="primary"
          disabled={!mayStart('full')}
          loading={isRunning}
          onClick={() => void attempt('full')}
        >
          Start an update
        </s-button>
        <s-button disabled={!mayStart('preview') || isRunning} onClick={() => void attempt('preview')}>
          Preview an update
        </s-button>
        {(!isConnected || hasFailed) && <s-button href="/settings/connection">Look at the connection</s-button>}
      </s-stack>
      <ActionFailure failure={failure} heading="The update did not start" />
    </>
  );
}
