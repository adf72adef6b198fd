import {type ReactNode, useEffect, useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction} from '#contract/order-actions.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {SelectionBar} from '../../shared/list/selection.tsx';
import {countNoun} from '../../text/words.ts';
import type {BulkOutcome, BulkState} from './bulk.ts';
import {bulkTexts, mayActOn} from './bulk-texts.ts';

/** The bar above the orders, with the box that selects all of the page and the actions on the selected orders. */
export function BulkBar({bulk, help}: {bulk: BulkState; help: ReactNode}) {
  const {selection, runningAction, outcome, runAction} = bulk;
  if (selection.rows.length === 0 && outcome === null) return null;
  const ofAction = (action: BulkAction) => selection.chosen.filter((order) => mayActOn(action, order));
  return (
    <s-stack gap="small-300">
      <SelectionBar selection={selection} noun="order" lineEnd={help}>
        {bulkTexts.map(({action}) => (
          <BulkButton
            key={action}
            action={action}
            orders={ofAction(action)}
            isRunning={runningAction === action}
            isBusy={runningAction !== null}
            onAct={() => void runAction(action, ofAction(action))}
          />
        ))}
      </SelectionBar>
      <BulkStatus outcome={outcome} orders={selection.rows} />
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

/** The button of one action, which asks first because it can act on many orders. */
function BulkButton({action, orders, isRunning, isBusy, onAct}: BulkButtonProps) {
  const text = bulkTexts.find((one) => one.action === action);
  if (text === undefined) return null;
  const number = orders.length;
  return (
    <AskFirstButton
      label={`${text.button} (${number})`}
      heading={`${text.button}: ${countNoun(number, 'order')}`}
      confirmLabel={text.button}
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

/** The outcome of the last action. It takes the focus if the button was just pressed, because the selected rows may have left the list. */
function BulkStatus({outcome, orders}: {outcome: BulkOutcome | null; orders: readonly DropshipOrder[]}) {
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
