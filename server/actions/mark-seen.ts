// A flag that a person has marked as seen asks for no action any more; it stays listed. The mark is stored beside the flags, by the
// time each was raised, so a flag raised again since then is unseen.
import type {Kysely} from 'kysely';
import {findSeen, isFlaggedState} from '#domain/orders/flags.ts';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, act, saveAction} from './merchant-actions.ts';

/** @param upTo flags that were raised later are not meant; null: all there are. */
export async function markSeen(
  db: Kysely<Tables>,
  context: ActionContext,
  upTo: string | null,
  now: Date,
): Promise<ActionOutcome> {
  return act(db, context, now, async (trx, order) => {
    if (!isFlaggedState(order.state) || order.flags.length === 0) return null;
    const last = upTo === null ? null : Date.parse(upTo);
    const meant = order.flags.filter(({at}) => last === null || Date.parse(at) <= last);
    const fresh = meant.filter((flag) => findSeen(flag, order.flags_seen) === null);
    if (fresh.length === 0) return {};
    await saveAction(trx, context, 'flags_seen', fresh.map(({code}) => code).join(', '), now);
    const before = order.flags_seen.filter((seen) => findSeen(seen, order.flags) !== null);
    const seen = fresh.map(({code, at}) => ({code, at, seenAt: now.toISOString()}));
    return {flags_seen: JSON.stringify([...before, ...seen])};
  });
}
