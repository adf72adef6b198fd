// What must be so of every line at the end of a history, whatever happened in it.
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import type {Played} from './play-history.ts';

/** The states the dropship orders ended in. Throws, and says of which order, where a promise was broken. */
export function judgeHistory(played: Played): readonly StoredDropshipOrder['state'][] {
  const {rows} = played;
  const taken = takenOf(played);
  for (const {lines} of played.orders) {
    for (const line of lines)
      judgeLine(
        played,
        line,
        rows.filter(({line_gid}) => line_gid === line),
        taken,
      );
  }
  return rows.map(({state}) => state);
}

type Taken = ReadonlyMap<string, number>;

function judgeLine(played: Played, line: string, rows: readonly StoredDropshipOrder[], taken: Taken): void {
  if (rows.length === 0) throw new Error(`lost: nothing is known of ${line}`);
  const words = rows.filter(({id}) => played.placedAgain.has(id)).length;
  if (rows.length !== 1 + words)
    throw new Error(`a generation without the merchant's decision: ${line} has ${rows.length}`);
  for (const row of rows) {
    const fault = faultOf(row, taken.get(row.reference) ?? 0, played.placedAgain.get(row.id));
    if (fault !== null) {
      const {reference, state, reason} = row;
      throw new Error(`${fault}: ${reference} is ${state} (${reason ?? 'no reason'})`);
    }
  }
}

/** @param before the state in which the merchant had it placed again, if at all. */
function faultOf(
  {state}: StoredDropshipOrder,
  taken: number,
  before: StoredDropshipOrder['state'] | undefined,
): string | null {
  if (taken > 1) return `more than one: ${taken} supplier orders`;
  if (state === 'waiting' || state === 'placing') return 'stuck';
  if (state === 'awaiting_payment' && taken !== 1) return 'shown as placed, and the supplier does not have it';
  const told = state === 'awaiting_payment' || state === 'unconfirmed' || before === 'unconfirmed';
  return taken === 1 && !told ? 'not shown as placed, and the supplier has it' : null;
}

function takenOf({app}: Played): Taken {
  const taken = new Map<string, number>();
  for (const {reference} of app.supplier.orders()) taken.set(reference, (taken.get(reference) ?? 0) + 1);
  return taken;
}
