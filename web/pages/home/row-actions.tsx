import {api} from '../../shared/api/api.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import type {NextAction} from '../../shared/orders/matter.ts';
import {BrakeButtons} from '../../shared/runs/brake-buttons.tsx';
import {AllMatchesButton, MatchButtons} from './match-buttons.tsx';

type RowActionProps = {
  readonly action: NextAction;
  /** Called with a sentence that says what happened, or why nothing did. */
  readonly onDone: (outcome: string) => void;
};

/** A button in a row of "Next for you": it opens the page where the matter is settled, or settles it. */
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

type CostButtonProps = Extract<NextAction, {kind: 'cost'}> & {readonly onDone: RowActionProps['onDone']};

function CostButton({article, articleId, cost, onDone}: CostButtonProps) {
  const {attempt, isRunning} = useAttempt(() => api.approveCost(articleId, cost), {
    onDone: ({run}) => {
      const when = run === null ? 'The next update puts it back on sale.' : 'An update puts it back on sale now.';
      onDone(`The new cost of ${article} is used. ${when}`);
    },
    onRefused: onDone,
  });
  return (
    <s-button
      loading={isRunning}
      accessibilityLabel={`Use the new cost of ${article}`}
      onClick={() => void attempt(undefined)}
    >
      Use the new cost
    </s-button>
  );
}

function ImagesButton({onDone}: {onDone: RowActionProps['onDone']}) {
  const {attempt, isRunning} = useAttempt(() => api.retryImages(), {
    onDone: ({run}) =>
      onDone(run === null ? 'The next update tries the images again.' : 'An update tries the images again now.'),
    onRefused: onDone,
  });
  return (
    <s-button loading={isRunning} onClick={() => void attempt(undefined)}>
      Try them again
    </s-button>
  );
}
