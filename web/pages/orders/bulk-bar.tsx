import {useEffect, useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction} from '#contract/order-actions.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {counted} from '../../text/words.ts';
import type {Bulk, BulkOutcome} from './bulk.ts';
import {bulkTexts, mayBeDone} from './bulk-texts.ts';

type BulkBarProps = {readonly orders: readonly DropshipOrder[]; readonly bulk: Bulk};

/** Above the rows: chooses all of the page, and offers what can be done to the chosen ones. */
export function BulkBar({orders, bulk}: BulkBarProps) {
  const {free, chosen, choose, running, outcome, act} = bulk;
  if (orders.length === 0 && outcome === null) return null;
  const ids = free.map(({id}) => id);
  const ofAction = (action: BulkAction) => chosen.filter((order) => mayBeDone(action, order));
  return (
    <s-stack gap="small-300">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-checkbox
          label={chosen.length === 0 ? 'Choose all on this page' : `${counted(chosen.length, 'order')} chosen`}
          checked={free.length > 0 && chosen.length === free.length}
          disabled={free.length === 0}
          indeterminate={chosen.length > 0 && chosen.length < free.length}
          onChange={(event) => choose(ids, event.currentTarget.checked)}
        />
        {chosen.length > 0 &&
          bulkTexts.map(({action}) => (
            <BulkButton
              key={action}
              action={action}
              orders={ofAction(action)}
              isRunning={running === action}
              isBusy={running !== null}
              onAct={() => void act(action, ofAction(action))}
            />
          ))}
      </s-stack>
      <Status outcome={outcome} orders={orders} />
    </s-stack>
  );
}

type BulkButtonProps = {
  readonly action: BulkAction;
  readonly orders: readonly DropshipOrder[];
  readonly isRunning: boolean;
  readonly isBusy: boolean;
  readonly onAct: () => void;
};

/** Each asks first, because it can act on many orders. */
function BulkButton({action, orders, isRunning, isBusy, onAct}: BulkButtonProps) {
  const text = bulkTexts.find((one) => one.action === action);
  if (text === undefined) return null;
  const number = orders.length;
  return (
    <AskFirstButton
      label={`${text.button} (${number})`}
      what={`${text.button}: ${counted(number, 'order')}`}
      confirm={text.button}
      isRunning={isRunning}
      isDisabled={number === 0 || (isBusy && !isRunning)}
      onConfirm={onAct}
    >
      {text.question(orders).map((sentence) => (
        <s-paragraph key={sentence}>{sentence}</s-paragraph>
      ))}
    </AskFirstButton>
  );
}

/** The focus goes to what the button led to: the chosen rows may have left the list. */
function Status({outcome, orders}: {outcome: BulkOutcome | null; orders: readonly DropshipOrder[]}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome?.takesFocus === true) status.current?.focus();
  }, [outcome]);
  // An order that is still on the page shows its failure in its row.
  const gone = outcome?.failures.filter(({id}) => !orders.some((order) => order.id === id)) ?? [];
  return (
    <div
      ref={status}
      role="status"
      tabIndex={-1}
      style={outcome === null ? {display: 'contents'} : {borderRadius: '4px'}}
    >
      {outcome !== null && (
        <s-stack gap="small-500">
          <s-text type="strong">{outcome.text}</s-text>
          {gone.map(({id, orderName, message}) => (
            <s-text key={id} tone="critical">
              {orderName}: {message}
            </s-text>
          ))}
        </s-stack>
      )}
    </div>
  );
}
