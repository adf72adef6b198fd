// One action on the chosen orders, and what came of each.
import {useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkAction, BulkResults} from '#contract/order-actions.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {type Selection, useSelection} from '../../shared/list/selection.tsx';
import {usePendingOrders, useSaySeveralPaid} from '../../shared/orders/paying.ts';
import {counted} from '../../text/words.ts';
import {bulkTexts} from './bulk-texts.ts';

type Failure = {readonly id: string; readonly orderName: string; readonly message: string};

/** A new object for each action, so that the same outcome is announced again. */
export type BulkOutcome = {
  readonly text: string;
  readonly failures: readonly Failure[];
  /** Whether it answers the button that was just pressed. A later outcome leaves the focus where it is. */
  readonly takesFocus: boolean;
};

export type Bulk = {
  /** An order that is about to be marked as paid cannot be chosen. */
  readonly selection: Selection<DropshipOrder>;
  readonly running: BulkAction | null;
  readonly outcome: BulkOutcome | null;
  readonly failureOf: (orderId: string) => string | null;
  readonly act: (action: BulkAction, orders: readonly DropshipOrder[]) => Promise<void>;
};

/** @param orders the rows of the page: only they can be chosen. */
export function useBulk(orders: readonly DropshipOrder[]): Bulk {
  const [running, setRunning] = useState<BulkAction | null>(null);
  const [ended, setEnded] = useState<BulkOutcome | null>(null);
  const pending = usePendingOrders();
  const selection = useSelection(orders, {
    keyOf: ({id}) => id,
    nameOf: ({orderName, articleName}) => `${orderName}, ${articleName}`,
    mayChoose: ({id}) => !pending.some((one) => one.id === id),
  });
  const post = useAction(({action, named}: {action: BulkAction; named: readonly string[]}) =>
    api.actOnOrders(action, named),
  );
  const saySeveralPaid = useSaySeveralPaid((named, results) => {
    setEnded(
      typeof results === 'string'
        ? {text: results, failures: [], takesFocus: false}
        : {...outcomeOf('paid', named, results), takesFocus: false},
    );
  });
  const act = async (action: BulkAction, named: readonly DropshipOrder[]) => {
    if (running !== null) return;
    if (action === 'paid') {
      saySeveralPaid(named);
      setEnded({text: `${counted(named.length, 'order')} will be marked as paid.`, failures: [], takesFocus: true});
      selection.choose(orders, false);
      return;
    }
    setRunning(action);
    setEnded(null);
    try {
      const {results} = await post.run({action, named: named.map(({id}) => id)});
      const outcome = outcomeOf(action, named, results);
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
    running,
    outcome: ended,
    failureOf: (orderId) => ended?.failures.find(({id}) => id === orderId)?.message ?? null,
    act,
  };
}

/** What came of the action, in words. */
function outcomeOf(
  action: BulkAction,
  orders: readonly DropshipOrder[],
  results: BulkResults['results'],
): Pick<BulkOutcome, 'text' | 'failures'> {
  const failures = results.flatMap(({id, error}) =>
    error === null ? [] : [{id, orderName: nameOf(orders, id), message: error.message}],
  );
  return {text: summary(action, results.length - failures.length, failures.length), failures};
}

const nameOf = (orders: readonly DropshipOrder[], id: string): string =>
  orders.find((order) => order.id === id)?.orderName ?? id;

function summary(action: BulkAction, done: number, failed: number): string {
  const text = bulkTexts.find((one) => one.action === action);
  if (text === undefined) return '';
  return [done > 0 && text.done(done), failed > 0 && text.notDone(failed)].filter(Boolean).join(' ');
}
