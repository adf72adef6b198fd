// Marks an order's flags as seen. A seen flag no longer asks for an action but stays listed. The mark has the time at which the flag was
// raised, so a flag that is raised again counts as unseen.
import type {Kysely} from 'kysely';
import {findSeenFlag, isFlaggedState} from '#domain/orders/flags.ts';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, actOnOrder, saveAction} from './merchant-actions.ts';

/** Marks the order's flags as seen by the merchant. @param upTo only flags raised up to this time are marked; null: all flags. */
export async function markFlagsSeen(
  db: Kysely<Tables>,
  context: ActionContext,
  upTo: string | null,
  now: Date,
): Promise<ActionOutcome> {
  return actOnOrder(db, context, now, async (trx, order) => {
    if (!isFlaggedState(order.state) || order.flags.length === 0) return null;
    const last = upTo === null ? null : Date.parse(upTo);
    const meant = order.flags.filter(({at}) => last === null || Date.parse(at) <= last);
    const fresh = meant.filter((flag) => findSeenFlag(flag, order.flags_seen) === null);
    if (fresh.length === 0) return {};
    await saveAction(trx, context, 'flags_seen', fresh.map(({code}) => code).join(', '), now);
    const before = order.flags_seen.filter((seen) => findSeenFlag(seen, order.flags) !== null);
    const seen = fresh.map(({code, at}) => ({code, at, seenAt: now.toISOString()}));
    return {flags_seen: JSON.stringify([...before, ...seen])};
  });
}
