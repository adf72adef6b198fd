// A flag that a person has seen and dealt with calls for nobody any more; it stays listed. It is kept beside the flags, by the
// moment each was raised: what is raised anew meanwhile has not been seen.
import type {Kysely} from 'kysely';
import {findSeen, isFlaggedState} from '#domain/orders/flags.ts';
import {type Moved, type Mover, move, saveAction} from './merchant-moves.ts';
import type {Tables} from './tables.ts';

/** @param upTo flags that were raised later are not meant; null: all there are. */
export async function markSeen(db: Kysely<Tables>, mover: Mover, upTo: string | null, now: Date): Promise<Moved> {
  return move(db, mover, now, async (trx, order) => {
    if (!isFlaggedState(order.state) || order.flags.length === 0) return null;
    const last = upTo === null ? null : Date.parse(upTo);
    const meant = order.flags.filter(({at}) => last === null || Date.parse(at) <= last);
    const fresh = meant.filter((flag) => findSeen(flag, order.flags_seen) === null);
    if (fresh.length === 0) return {};
    await saveAction(trx, mover, 'flags_seen', fresh.map(({code}) => code).join(', '), now);
    const before = order.flags_seen.filter((seen) => findSeen(seen, order.flags) !== null);
    const seen = fresh.map(({code, at}) => ({code, at, seenAt: now.toISOString()}));
    return {flags_seen: JSON.stringify([...before, ...seen])};
  });
}
