import {useState} from 'react';
import {useAttempt} from '../../shared/api/remote.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {articleApi} from './article-api.ts';

type TakeOffSaleProps = {readonly id: string; readonly onDone: (decided: DecisionOutcome) => void};

/** Takes the product off sale at once, after a question. Where the store does not show it off sale, that stays here with "Try again". */
export function TakeOffSale({id, onDone}: TakeOffSaleProps) {
  const [onSale, setOnSale] = useState<string | null>(null);
  const {attempt, isRunning, failure} = useAttempt(articleApi.takeOffSale, {
    onDone({isOffSale, text}) {
      setOnSale(isOffSale ? null : text);
      if (isOffSale) onDone({text, runId: null});
    },
  });
  const press = () => void attempt(id);
  return (
    <>
      {onSale === null ? (
        <s-stack direction="inline">
          <AskFirstButton
            label="Take off sale"
            heading="Take off sale"
            confirmLabel="Take off sale"
            tone="critical"
            isRunning={isRunning}
            isDisabled={false}
            onConfirm={press}
          >
            <s-paragraph>
              From this moment it cannot be bought, and no update puts it back. “Always include” or “Back to the rules”
              takes that back with the next update.
            </s-paragraph>
          </AskFirstButton>
        </s-stack>
      ) : (
        <Notice
          tone="warning"
          heading="Not off sale yet"
          button={
            <s-button loading={isRunning} onClick={press}>
              Try again
            </s-button>
          }
        >
          {onSale}
        </Notice>
      )}
      <ActionFailure failure={failure} heading="Not taken off sale" />
    </>
  );
}
