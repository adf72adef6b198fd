// Marks flags as seen. A seen flag no longer asks for an action but stays listed. The mark stores the time each flag was raised, so a flag
// raised again later is unseen.
import type {Kysely} from 'kysely';
import {findSeen, isFlaggedState} from '#domain/orders/flags.ts';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, act, saveAction} from './merchant-actions.ts';

/** @param upTo flags raised later are left alone; null: all flags. */
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
