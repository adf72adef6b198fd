// The state of actions on the selected orders, and the result for each order.
import {useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction, BulkResults} from '#contract/order-actions.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {type Selection, useSelection} from '../../shared/list/selection.tsx';
import {forgetPaid, useMarkSeveralPaid, usePendingOrders} from '../../shared/orders/paying.ts';
import {countNoun} from '../../text/words.ts';
import {bulkTexts} from './bulk-texts.ts';

/** An order for which the action was refused, and why. */
type OrderFailure = {readonly id: string; readonly orderName: string; readonly message: string};

/** The result of an action. Each action makes a new object, so that an equal outcome is announced again. */
export type BulkOutcome = {
  readonly text: string;
  readonly failures: readonly OrderFailure[];
  /** Whether the outcome takes the focus: true for the button just pressed, false for a result that arrives later. */
  readonly takesFocus: boolean;
};

export type BulkState = {
  /** The rows of the page and the selected orders. An order that is about to be marked as paid cannot be selected. */
  readonly selection: Selection<DropshipOrder>;
  /** The action that is being carried out; null: none. */
  readonly runningAction: BulkAction | null;
  /** What the last action led to; null: there was none, or another one has begun. */
  readonly outcome: BulkOutcome | null;
  /** Why the last action was not done to this order; null: no reason is known. */
  readonly failureOf: (orderId: string) => string | null;
  /** Carries out the action on these orders; does nothing while another action is carried out. */
  readonly runAction: (action: BulkAction, orders: readonly DropshipOrder[]) => Promise<void>;
};

/** Remembers the selected orders and acts on them. @param orders the rows of the page: only they can be selected. */
export function useBulk(orders: readonly DropshipOrder[]): BulkState {
  const [running, setRunning] = useState<BulkAction | null>(null);
  const [ended, setEnded] = useState<BulkOutcome | null>(null);
  const pending = usePendingOrders();
  const selection = useSelection(orders, {
    keyOf: ({id}) => id,
    nameOf: ({orderName, articleName}) => `${orderName}, ${articleName}`,
    mayChoose: ({id}) => !pending.some((one) => one.id === id),
  });
  const post = useAction(({action, named}: {action: BulkAction; named: readonly DropshipOrder[]}) =>
    api.actOnOrders(
      action,
      named.map(({id}) => id),
      action === 'approve' ? shownOf(named) : undefined,
    ),
  );
  const saySeveralPaid = useMarkSeveralPaid((named, results) => {
    setEnded(
      typeof results === 'string'
        ? {text: results, failures: [], takesFocus: false}
        : {...toOutcome('paid', named, results), takesFocus: false},
    );
  });
  const act = async (action: BulkAction, named: readonly DropshipOrder[]) => {
    if (running !== null) return;
    if (action === 'paid') {
      saySeveralPaid(named);
      setEnded({text: `${countNoun(named.length, 'order')} will be marked as paid.`, failures: [], takesFocus: true});
      selection.choose(orders, false);
      return;
    }
    setRunning(action);
    setEnded(null);
    try {
      const {results} = await post.run({action, named});
      if (action === 'unpaid') for (const {id, error} of results) if (error === null) forgetPaid(id);
      const outcome = toOutcome(action, named, results);
      setEnded({...outcome, takesFocus: true});
      selection.choose(
        orders.filter(({id}) => !outcome.failures.some((failure) => failure.id === id)),
        false,
      );
    } catch (failed) {
      setEnded({text: sentenceOf(failed), failures: [], takesFocus: true});
    } finally {
      setRunning(null);
    }
  };
  return {
    selection,
    runningAction: running,
    outcome: ended,
    failureOf: (orderId) => ended?.failures.find(({id}) => id === orderId)?.message ?? null,
    runAction: act,
  };
}

/** What the list shows of each order, by id. */
const shownOf = (orders: readonly DropshipOrder[]) =>
  Object.fromEntries(orders.map(({id, reason, quantity, price, fee}) => [id, {reason, quantity, price, fee}]));

/** The results of an action in words. */
function toOutcome(
  action: BulkAction,
  orders: readonly DropshipOrder[],
  results: BulkResults['results'],
): Pick<BulkOutcome, 'text' | 'failures'> {
  const failures = results.flatMap(({id, error}) =>
    error === null ? [] : [{id, orderName: orderNameOf(orders, id), message: error.message}],
  );
  return {text: summaryText(action, results.length - failures.length, failures.length), failures};
}

const orderNameOf = (orders: readonly DropshipOrder[], id: string): string =>
  orders.find((order) => order.id === id)?.orderName ?? id;

function summaryText(action: BulkAction, done: number, failed: number): string {
  const text = bulkTexts.find((one) => one.action === action);
  if (text === undefined) return '';
  return [done > 0 && text.done(done), failed > 0 && text.notDone(failed)].filter(Boolean).join(' ');
}
