import {useEffect, useRef, useState} from 'react';
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {api} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {LossWarning} from '../orders/loss-warning.tsx';
import {PaidButton} from '../orders/paid-button.tsx';
import {usePaidPending} from '../orders/paying.ts';
import {ActionForm} from './action-form.tsx';
import {textOf} from './action-forms.ts';
import {inOrder, nextAction} from './next-action.ts';

/** What an action led to; a new one for each action, so that the same outcome is announced again. */
type Outcome = {
  readonly text: string;
  /** The order that took this one's place. */
  readonly successor: string | null;
};

/** Every action the server allows for the order now. */
export function OrderActions({order}: {order: DropshipOrderDetail}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const willBePaid = usePaidPending(order.id) !== null && order.actions.includes('paid');
  const post = useAction(({action, input}: {action: ActionName; input: object}) =>
    api.actOnOrder(order.id, action, input),
  );
  const act = async (action: ActionName, input: object) => {
    setOutcome(null);
    const {done} = textOf(action, order);
    const answer = await post.run({action, input: action === 'seen' ? {upTo: newestFlag(order)} : input});
    setOutcome({text: done, successor: answer.id === order.id ? null : answer.id});
  };
  const next = nextAction(order);
  // Every other action would contradict the payment that is about to be saved.
  const actions = willBePaid ? (['paid'] as const) : inOrder(order);
  return (
    <s-section heading="What you can do">
      <Status outcome={outcome} />
      {actions.length === 0 && <s-paragraph>Nothing more can be done with this order.</s-paragraph>}
      {actions.map((action) =>
        action === 'paid' ? (
          <s-stack key={action} gap="small-200">
            <s-text>{textOf(action, order).meaning}</s-text>
            <PaidButton order={order} isPrimary={next === action} />
            <LossWarning order={order} />
          </s-stack>
        ) : (
          <ActionForm
            key={action}
            text={textOf(action, order)}
            isPrimary={next === action}
            onAct={(input) => act(action, input)}
          />
        ),
      )}
    </s-section>
  );
}

function Status({outcome}: {outcome: Outcome | null}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== null) status.current?.focus();
  }, [outcome]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={outcome === null ? {display: 'contents'} : {outline: 'none'}}>
      {outcome !== null && <s-text type="strong">{outcome.text}</s-text>}
      {outcome !== null && outcome.successor !== null && (
        <s-stack direction="inline">
          <s-button href={`/orders/${outcome.successor}`}>Open the new order</s-button>
        </s-stack>
      )}
    </div>
  );
}

/** Flags raised after the page was shown are not seen yet. */
const newestFlag = ({flags}: DropshipOrderDetail): string | undefined =>
  flags.map(({at}) => at).toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
