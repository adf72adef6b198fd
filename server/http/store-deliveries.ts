// Stores webhooks in the inbox in batches: those that arrive while two statements run are stored together by the next one. Many
// webhooks need few statements, and a webhook that arrives alone does not wait.
import {type NewDelivery, saveDeliveries} from '../db/deliveries/save-deliveries.ts';
import type {Deps} from '../deps.ts';

/** Concurrent statements. */
const maxStatements = 2;
/** Deliveries per statement. */
const most = 100;
/** Shopify waits five seconds for an answer; a delivery that cannot be stored must be refused before that. */
const shopifyTimeoutMs = 3_000;

type Saved = Awaited<ReturnType<typeof saveDeliveries>>[number];

/** Null: the shop has no row. Rejects if it is not certain that the delivery is stored, at the latest after `timeoutMs`. */
export type StoreDelivery = (delivery: NewDelivery) => Promise<Saved>;

export function createDeliveryStore(
  {webhookDb: db}: Pick<Deps, 'webhookDb'>,
  timeoutMs = shopifyTimeoutMs,
): StoreDelivery {
  const waiting = new Set<Entry>();
  let open = 0;

  async function serve(): Promise<void> {
    open += 1;
    while (waiting.size > 0) {
      const entries = takeSome(waiting);
      void writeAll(db, entries);
      // A statement that hangs blocks the next one only until its callers give up.
      await Promise.allSettled(entries.map(({answer}) => answer.promise));
    }
    open -= 1;
  }

  return async (delivery) => {
    const answer = Promise.withResolvers<Saved>();
    const entry = {delivery, answer};
    // A running statement may still store it: then Shopify's repetition, or the sweep, finds the row.
    const timer = setTimeout(() => {
      waiting.delete(entry);
      answer.reject(new Error(`The database did not answer within ${timeoutMs} ms.`));
    }, timeoutMs);
    waiting.add(entry);
    if (open < maxStatements) void serve();
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Takes the oldest entries out of `waiting`. */
function takeSome(waiting: Set<Entry>): readonly Entry[] {
  const taken: Entry[] = [];
  for (const entry of waiting) {
    if (taken.length === most) break;
    taken.push(entry);
    waiting.delete(entry);
  }
  return taken;
}

type Entry = {readonly delivery: NewDelivery; readonly answer: PromiseWithResolvers<Saved>};

/** Parsed deliveries always fit the database, so a failing statement is not one delivery's fault. */
async function writeAll(db: Deps['webhookDb'], entries: readonly Entry[]): Promise<void> {
  try {
    const saved = await saveDeliveries(
      db,
      entries.map(({delivery}) => delivery),
    );
    for (const [index, {answer}] of entries.entries()) answer.resolve(saved[index] ?? null);
  } catch (error) {
    for (const {answer} of entries) answer.reject(error);
  }
}
