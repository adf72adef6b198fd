// Stores webhooks in the inbox in batches: those that arrive while two statements run are stored together by the next one. Many
// webhooks need few statements, and a webhook that arrives alone does not wait.
import {type NewDelivery, saveDeliveries} from '../../db/deliveries/save-deliveries.ts';
import type {Deps} from '../../deps.ts';

/** Concurrent statements. */
const maxStatements = 2;
/** Deliveries per statement. */
const deliveriesPerStatement = 100;
/** Shopify waits five seconds for an answer; a delivery that cannot be stored must be refused before that. */
const shopifyTimeoutMs = 3_000;

/** What was saved of a delivery; null: its shop has no row. */
type SavedDelivery = Awaited<ReturnType<typeof saveDeliveries>>[number];

/**
 * Stores one delivery; resolves to null if the shop has no row. Rejects if it is not certain that the delivery is stored, at the latest
 * after `timeoutMs`.
 */
export type StoreDelivery = (delivery: NewDelivery) => Promise<SavedDelivery>;

/** Creates the function that stores deliveries in batches. @param timeoutMs how long a delivery may wait until it is stored. */
export function createDeliveryStore(
  {webhookDb: db}: Pick<Deps, 'webhookDb'>,
  timeoutMs = shopifyTimeoutMs,
): StoreDelivery {
  const waiting = new Set<WaitingDelivery>();
  let open = 0;

  async function serve(): Promise<void> {
    open += 1;
    while (waiting.size > 0) {
      const entries = takeOldestEntries(waiting);
      void saveAll(db, entries);
      // A hanging statement blocks the next one only until the callers of its deliveries time out.
      await Promise.allSettled(entries.map(({answer}) => answer.promise));
    }
    open -= 1;
  }

  return async (delivery) => {
    const answer = Promise.withResolvers<SavedDelivery>();
    const entry = {delivery, answer};
    // A running statement may still store the delivery: then Shopify's next attempt, or the sweep, finds the row.
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
function takeOldestEntries(waiting: Set<WaitingDelivery>): readonly WaitingDelivery[] {
  const taken: WaitingDelivery[] = [];
  for (const entry of waiting) {
    if (taken.length === deliveriesPerStatement) break;
    taken.push(entry);
    waiting.delete(entry);
  }
  return taken;
}

/** A delivery that waits to be stored, and the promise of its caller. */
type WaitingDelivery = {readonly delivery: NewDelivery; readonly answer: PromiseWithResolvers<SavedDelivery>};

/**
 * Stores all entries with one statement and settles each. If the statement fails, all are rejected: parsed deliveries always fit the
 * database, so no single one is the cause.
 */
async function saveAll(db: Deps['webhookDb'], entries: readonly WaitingDelivery[]): Promise<void> {
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
