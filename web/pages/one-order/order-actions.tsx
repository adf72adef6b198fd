import {useEffect, useRef, useState} from 'react';
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {api} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {offersCheckout} from '../../shared/orders/checkout-button.tsx';
import {LossWarning} from '../../shared/orders/loss-warning.tsx';
import {PaidButton} from '../../shared/orders/paid-button.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';
import {ActionForm} from './action-form.tsx';
import {textOf} from './action-forms.ts';
import {inOrder, nextAction} from './next-action.ts';
import {UnservedDestination} from './unserved-destination.tsx';

/** What an action led to; a new object for each action, so that the same outcome is announced again. */
type Outcome = {
  readonly text: string;
  /** The order that took this one's place. */
  readonly successor: string | null;
  /** State and reason of the order before and after the action: with any other, the text no longer holds. */
  readonly holdsAt: readonly string[];
};

/** Shows the actions that the server allows now. While "paid" is not saved yet, it shows only the button that undoes it. */
export function OrderActions({order}: {order: DropshipOrderDetail}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [past, setPast] = useState<Outcome | null>(null);
  if (outcome !== past && outcome !== null && hasMovedOn(outcome, order)) setPast(outcome);
  const willBePaid = usePaidPending(order.id) !== null && order.actions.includes('paid');
  const post = useAction(({action, input}: {action: ActionName; input: object}) =>
    api.actOnOrder(order.id, action, input),
  );
  const act = async (action: ActionName, input: object) => {
    setOutcome(null);
    const {done} = textOf(action, order);
    const answer = await post.run({action, input: action === 'seen' ? {upTo: newestFlag(order)} : input});
    const successor = answer.id === order.id ? null : answer.id;
    setOutcome({text: done, successor, holdsAt: [placeOf(order), placeOf(answer)]});
  };
  const next = nextAction(order);
  // Every other action would contradict the payment that is about to be saved.
  const actions = willBePaid ? (['paid'] as const) : inOrder(order);
  return (
    <s-section heading="What you can do">
      <Status outcome={outcome} isPast={outcome === past} />
      <UnservedDestination order={order} />
      {actions.length === 0 && <s-paragraph>Nothing more can be done with this order.</s-paragraph>}
      {actions.map((action) =>
        action === 'paid' ? (
          <s-stack key={action} gap="small-200">
            {!willBePaid && <s-text>{textOf(action, order).meaning}</s-text>}
            <PaidButton order={order} isPrimary={next === action && !offersCheckout(order)} />
            <LossWarning order={order} isAnswered={willBePaid} />
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

const placeOf = ({state, reasonCode}: DropshipOrderDetail): string => `${state} ${reasonCode}`;

/** An order that was placed again stays as it is; the new one moves. */
const hasMovedOn = ({successor, holdsAt}: Outcome, order: DropshipOrderDetail): boolean =>
  successor === null && !holdsAt.includes(placeOf(order));

/** The element keeps the focus when its text disappears. */
function Status({outcome, isPast}: {outcome: Outcome | null; isPast: boolean}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== null) status.current?.focus();
  }, [outcome]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={outcome === null ? {display: 'contents'} : {outline: 'none'}}>
      {outcome !== null && !isPast && <s-text type="strong">{outcome.text}</s-text>}
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
