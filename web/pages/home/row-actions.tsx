import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import type {NextAction} from '../../shared/orders/matter.ts';
import {BrakeButtons} from '../../shared/runs/brake-buttons.tsx';
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
        <s-button href={action.href} target="_top">
          {action.label}
        </s-button>
      );
    case 'brake':
      return (
        <>
          <BrakeButtons brake={action.brake} onDone={onDone} />
          <s-button href="/decisions">Show the products</s-button>
        </>
      );
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
