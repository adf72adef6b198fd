import {useState} from 'react';
import {useNavigate} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Notice} from '../../shared/page/notice.tsx';

type StartRunsProps = {
  readonly overview: Overview;
  /** Those that wait or are going on. */
  readonly open: readonly Run[];
};

/** The buttons for a run and for a preview of one. */
export function StartRuns({overview: {connection, setUp}, open}: StartRunsProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const startRun = useAction(runsApi.startRun);
  const isConnected = connection.catalogue.state === 'accepted' && connection.dropship.state === 'accepted';
  const isOpen = (kind: Run['kind']) => open.some((run) => run.kind === kind);
  const start = async (kind: 'full' | 'preview') => {
    setError(null);
    try {
      const run = await startRun.run(kind);
      if (kind === 'preview') await navigate(`/runs/${run.id}`);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <>
      <Introduction of="runs" />
      {!setUp.everythingAsked && (
        <s-paragraph color="subdued">
          While set-up goes on, runs that start by themselves create nothing; one that you start here puts everything
          you chose into your store.
        </s-paragraph>
      )}
      {!isConnected && <s-paragraph>Connect both keys first.</s-paragraph>}
      <s-stack direction="inline" gap="small-200">
        <s-button
          variant="primary"
          disabled={!isConnected || isOpen('full')}
          loading={startRun.isRunning}
          onClick={() => void start('full')}
        >
          Start a run
        </s-button>
        <s-button
          disabled={!isConnected || isOpen('preview') || startRun.isRunning}
          onClick={() => void start('preview')}
        >
          Preview a run
        </s-button>
      </s-stack>
      {error !== null && (
        <Notice tone="critical" heading="The run did not start">
          {error}
        </Notice>
      )}
    </>
  );
}
