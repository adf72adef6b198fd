import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {type AnyEnding, endingWords} from '../../text/ending-words.ts';
import {api} from '../api/api.ts';
import {useAttempt} from '../api/remote.ts';
import {AskFirstButton} from '../list/ask-first-button.tsx';
import {ActionFailure} from '../page/action-failure.tsx';
import {usePaidPending} from './paying.ts';

type EndingButtonProps = {readonly order: DropshipOrder; readonly ending: AnyEnding};

/** Closes or replaces an order whose buyer changed it or that loses money, after one question. A toast says what it led to. */
export function EndingButton({order: {id, orderName, unit}, ending}: EndingButtonProps) {
  // An order that is about to be marked as paid must not be replaced by one that is paid too.
  const isBeingPaid = usePaidPending(id) !== null;
  const {action, button, question, done} = endingWords(ending, unit);
  const {attempt, isRunning, failure} = useAttempt(() => api.actOnOrder(id, action), {
    onDone: () => shopify.toast.show(`${orderName}: ${done}`),
  });
  return (
    <>
      <AskFirstButton
        label={button}
        heading={`${button}: ${orderName}`}
        confirmLabel={button}
        isRunning={isRunning}
        isDisabled={isBeingPaid}
        onConfirm={() => void attempt(undefined)}
      >
        <s-paragraph>{question}</s-paragraph>
      </AskFirstButton>
      {failure !== null && (
        // Below all buttons of its row, not between two of them.
        <div style={{order: 1, flexBasis: '100%'}}>
          <ActionFailure failure={failure} />
        </div>
      )}
    </>
  );
}
