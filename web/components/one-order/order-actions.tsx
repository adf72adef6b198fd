import {useEffect, useRef, useState} from 'react';
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {api} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {ActionForm} from './action-form.tsx';
import {type ActionField, actionTexts, referenceField} from './action-forms.ts';

/** Every action the server allows for the order now. */
export function OrderActions({order}: {order: DropshipOrderDetail}) {
  const [outcome, setOutcome] = useState('');
  const status = useRef<HTMLDivElement>(null);
  const act = useAction(({action, input}: {action: ActionName; input: object}) =>
    api.actOnOrder(order.id, action, input),
  );
  useEffect(() => {
    if (outcome !== '') status.current?.focus();
  }, [outcome]);
  const [first] = order.actions;
  return (
    <s-section heading="What you can do">
      <div ref={status} role="status" tabIndex={-1} style={outcome === '' ? {display: 'contents'} : {outline: 'none'}}>
        {outcome !== '' && <s-text type="strong">{outcome}</s-text>}
      </div>
      {order.actions.length === 0 && <s-paragraph>Nothing more can be done with this order.</s-paragraph>}
      {order.actions.map((action) => (
        <ActionForm
          key={action}
          text={actionTexts[action]}
          fields={fieldsOf(action, order)}
          isPrimary={action === first}
          onAct={async (input) => {
            await act.run({action, input: action === 'seen' ? {upTo: newestFlag(order)} : input});
            setOutcome(actionTexts[action].done);
          }}
        />
      ))}
    </s-section>
  );
}

const fieldsOf = (action: ActionName, order: DropshipOrderDetail): readonly ActionField[] =>
  action === 'place-again' && order.placeAgainAsksForReference
    ? [referenceField(order.reference)]
    : actionTexts[action].fields;

/** Flags raised after the page was shown are not seen yet. */
const newestFlag = ({flags}: DropshipOrderDetail): string | undefined =>
  flags.map(({at}) => at).toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
