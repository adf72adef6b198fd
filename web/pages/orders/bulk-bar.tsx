import {type ReactNode, useEffect, useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction} from '#contract/order-actions.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {SelectionBar} from '../../shared/list/selection.tsx';
import {counted} from '../../text/words.ts';
import type {Bulk, BulkOutcome} from './bulk.ts';
import {bulkTexts, mayBeDone} from './bulk-texts.ts';

/** Above the rows: chooses all of the page, and offers what can be done to the chosen ones. */
export function BulkBar({bulk, help}: {bulk: Bulk; help: ReactNode}) {
  const {selection, running, outcome, act} = bulk;
  if (selection.rows.length === 0 && outcome === null) return null;
  const ofAction = (action: BulkAction) => selection.chosen.filter((order) => mayBeDone(action, order));
  return (
    <s-stack gap="small-300">
      <SelectionBar selection={selection} what="order" aside={help}>
        {bulkTexts.map(({action}) => (
          <BulkButton
            key={action}
            action={action}
            orders={ofAction(action)}
            isRunning={running === action}
            isBusy={running !== null}
            onAct={() => void act(action, ofAction(action))}
          />
        ))}
      </SelectionBar>
      <Status outcome={outcome} orders={selection.rows} />
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
