import {useEffect, useRef, useState} from 'react';
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {api} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {offersCheckout} from '../../shared/orders/checkout-button.tsx';
import {LossWarning} from '../../shared/orders/loss-warning.tsx';
import {newestFlagTime} from '../../shared/orders/order-flags.tsx';
import {PaidButton} from '../../shared/orders/paid-button.tsx';
import {forgetPaid, usePaidPending} from '../../shared/orders/paying.ts';
import {ActionForm} from './action-form.tsx';
import {actionTextOf} from './action-forms.ts';
import {showsRefund} from './buyer-refund.tsx';
import {findNextAction, sortActions} from './next-action.ts';
import {UnservedDestination} from './unserved-destination.tsx';

/** What an action did. Each action makes a new object, so that an equal outcome is announced again. */
type ActionOutcome = {
  readonly text: string;
  /** The id of the new order, if the action placed this one again. */
  readonly successor: string | null;
  /** State and reason of the order before and after the action. The text is shown only while the order has one of these. */
  readonly validStates: readonly string[];
};

/** What the merchant saw of the order when the action was pressed. What changed since then is neither seen nor overruled. */
function shownWith(action: ActionName, {flags, reason, quantity, price, fee}: DropshipOrderDetail): object {
  if (action === 'seen') return {upTo: newestFlagTime(flags)};
  return action === 'approve' ? {shown: {reason, quantity, price, fee}} : {};
}

/** The actions that the server allows now. While "paid" is not saved yet, only the button that undoes it. */
export function OrderActions({order}: {order: DropshipOrderDetail}) {
  const [outcome, setOutcome] = useState<ActionOutcome | null>(null);
  const [past, setPast] = useState<ActionOutcome | null>(null);
  if (outcome !== past && outcome !== null && hasMovedOn(outcome, order)) setPast(outcome);
  const willBePaid = usePaidPending(order.id) !== null && order.actions.includes('paid');
  const post = useAction(({action, input}: {action: ActionName; input: object}) =>
    api.actOnOrder(order.id, action, input),
  );
  const act = async (action: ActionName, input: object) => {
    setOutcome(null);
    const {done} = actionTextOf(action, order);
    const answer = await post.run({action, input: {...input, ...shownWith(action, order)}});
    if (action === 'unpaid') forgetPaid(order.id);
    const successor = answer.id === order.id ? null : answer.id;
    setOutcome({text: done, successor, validStates: [stateKeyOf(order), stateKeyOf(answer)]});
  };
  const next = findNextAction(order);
  // Every other action would contradict the payment that is about to be saved.
  const actions = willBePaid ? (['paid'] as const) : sortActions(order);
  return (
    <s-section heading="What you can do">
      <OutcomeStatus outcome={outcome} isPast={outcome === past} />
      <UnservedDestination order={order} />
      {actions.length === 0 && (
        <s-paragraph>
          {showsRefund(order)
            ? 'Nothing more can be done with this order. The buyer’s money stands under “Refund to the buyer”.'
            : 'Nothing more can be done with this order.'}
        </s-paragraph>
      )}
      {actions.map((action) =>
        action === 'paid' ? (
          <s-stack key={action} gap="small-200">
            {!willBePaid && <s-text>{actionTextOf(action, order).meaning}</s-text>}
            <PaidButton order={order} isPrimary={next === action && !offersCheckout(order)} />
            <LossWarning order={order} isAnswered={willBePaid} />
          </s-stack>
        ) : (
          <ActionForm
            key={action}
            text={actionTextOf(action, order)}
            isPrimary={next === action}
            onAct={(input) => act(action, input)}
          />
        ),
      )}
    </s-section>
  );
}

/** State and reason of the order as one text, to tell whether the order has changed. */
const stateKeyOf = ({state, reasonCode}: DropshipOrderDetail): string => `${state} ${reasonCode}`;

/** Whether the order has changed since the action. An order that was placed again stays as it is, so its outcome stays shown. */
const hasMovedOn = ({successor, validStates}: ActionOutcome, order: DropshipOrderDetail): boolean =>
  successor === null && !validStates.includes(stateKeyOf(order));

/** The outcome of the last action. The element stays when its text disappears, because it may have the focus. */
function OutcomeStatus({outcome, isPast}: {outcome: ActionOutcome | null; isPast: boolean}) {
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
