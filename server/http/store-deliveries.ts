// Into the inbox, several at a time: what comes while a statement is under way is written down by the next one, all of it
// together. A storm costs the database some statements, and a single webhook no wait.
import {type NewDelivery, saveDeliveries} from '../db/deliveries/deliveries.ts';
import type {Deps} from '../deps.ts';

/** Statements under way at once. */
const maxStatements = 2;
/** Deliveries in one statement. */
const most = 100;
/** Shopify waits five seconds for an answer; it has to hear in time that nothing is known to be written down. */
const shopifysPatienceMs = 3_000;

type Saved = Awaited<ReturnType<typeof saveDeliveries>>[number];

/** Null: of a shop we have no row of. Rejects where nothing is known to be written down, when patience ends at the latest. */
export type StoreDelivery = (delivery: NewDelivery) => Promise<Saved>;

export function createDeliveryStore(
  {webhookDb: db}: Pick<Deps, 'webhookDb'>,
  patienceMs = shopifysPatienceMs,
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
    // What is under way by then may still be stored: Shopify's repetition finds the row, or the sweep does.
    const timer = setTimeout(() => {
      waiting.delete(entry);
      answer.reject(new Error(`The database did not answer within ${patienceMs} ms.`));
    }, patienceMs);
    waiting.add(entry);
    if (open < maxStatements) void serve();
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The oldest, and no longer waiting. */
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

/** What is read from a webhook has a form the database takes, so a statement that fails is no fault of one delivery. */
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
