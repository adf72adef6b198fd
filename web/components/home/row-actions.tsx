import {useState} from 'react';
import type {Brake} from '#contract/approvals.ts';
import {api, sentenceOf} from '../../api.ts';
import {count} from '../../format.ts';
import type {NextAction} from '../../next-for-you/matter.ts';
import {useAction} from '../../remote.ts';
import {brakeWords} from '../../words.ts';
import {AllMatchesButton, MatchButtons} from './match-buttons.tsx';

type RowActionProps = {
  readonly action: NextAction;
  /** Called with a sentence that says what happened. */
  readonly onDone: (outcome: string) => void;
};

/** The button of a row of "Next for you": leads to the page where the matter is settled, or settles it. */
export function RowAction({action, onDone}: RowActionProps) {
  switch (action.kind) {
    case 'page':
      return <s-button href={action.href}>{action.label}</s-button>;
    case 'shopify':
      return (
        <s-button href={action.href} target="_top" icon="external">
          {action.label}
        </s-button>
      );
    case 'brake':
      return <BrakeButtons brake={action.brake} onDone={onDone} />;
    case 'cost':
      return <CostButton {...action} onDone={onDone} />;
    case 'match':
      return <MatchButtons {...action} onDone={onDone} />;
    case 'all-matches':
      return <AllMatchesButton {...action} onDone={onDone} />;
    case 'images':
      return <ImagesButton onDone={onDone} />;
  }
}

const showFailure = (failed: unknown) => shopify.toast.show(sentenceOf(failed), {isError: true});

type Decision = 'release' | 'discard';

/** Both decisions about what a run has stopped. What cannot be bought afterwards, or gets another price, is asked about first. */
function BrakeButtons({brake, onDone}: {brake: Brake; onDone: RowActionProps['onDone']}) {
  const [busy, setBusy] = useState<Decision | null>(null);
  const decideBrake = useAction((decision: Decision) => api.decideBrake(brake.id, decision));
  const {release, discard} = brakeWords[brake.kind];
  const modal = `release-${brake.id}`;
  const decide = async (decision: Decision) => {
    setBusy(decision);
    try {
      const {run} = await decideBrake.run(decision);
      const when = run === null ? 'The next run does it.' : 'A run does it now.';
      onDone(`${brakeWords[brake.kind][decision].done} ${decision === 'release' ? when : ''}`.trim());
    } catch (failed) {
      showFailure(failed);
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <s-button loading={busy === 'release'} commandFor={modal} command="--show">
        {release.button}
      </s-button>
      <s-button loading={busy === 'discard'} onClick={() => void decide('discard')}>
        {discard.button}
      </s-button>
      <s-modal id={modal} heading={`${release.button}?`} size="small">
        <s-paragraph>{release.question(count(brake.articles), brake.articles)}</s-paragraph>
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Cancel
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          tone="critical"
          commandFor={modal}
          command="--hide"
          onClick={() => void decide('release')}
        >
          {release.button}
        </s-button>
      </s-modal>
    </>
  );
}

type CostButtonProps = Extract<NextAction, {kind: 'cost'}> & {readonly onDone: RowActionProps['onDone']};

function CostButton({article, articleId, cost, onDone}: CostButtonProps) {
  const approve = useAction(() => api.approveCost(articleId, cost));
  const use = async () => {
    try {
      const {run} = await approve.run(undefined);
      const when = run === null ? 'The next run puts it back on sale.' : 'A run puts it back on sale now.';
      onDone(`The new cost of ${article} is used. ${when}`);
    } catch (failed) {
      showFailure(failed);
    }
  };
  return (
    <s-button
      loading={approve.isRunning}
      accessibilityLabel={`Use the new cost of ${article}`}
      onClick={() => void use()}
    >
      Use the new cost
    </s-button>
  );
}

function ImagesButton({onDone}: {onDone: RowActionProps['onDone']}) {
  const retry = useAction(() => api.retryImages());
  const tryAgain = async () => {
    try {
      const {run} = await retry.run(undefined);
      onDone(run === null ? 'The next run tries the images again.' : 'A run tries the images again now.');
    } catch (failed) {
      showFailure(failed);
    }
  };
  return (
    <s-button loading={retry.isRunning} onClick={() => void tryAgain()}>
      Try them again
    </s-button>
  );
}
