// Step one of a run: reads `a=list`, which decides which articles can be bought singly.
import type {ListedArticle} from '#domain/catalogue/article.ts';
import {
  countListedArticles,
  loadListedIds,
  saveListedArticles,
  saveUnlistedArticles,
  selectNewOrRepriced,
} from '../../../server/db/catalogue/article-list.ts';
import {chooseAgain} from '../../../server/db/catalogue/choose-again.ts';
import {clearAbsenceDecisions} from '../../../server/db/runs/brakes.ts';
import {saveListReadAt} from '../../../server/db/shops/shops.ts';
import {type DropshipList, fetchDropshipList} from '../../../server/supplier/dropship.ts';
import {enterStep} from '../heartbeat.ts';
import {noteAnswer, type Run, type RunWithStore} from '../run.ts';
import {freeListedOrders} from './free-orders.ts';

/** Whether the list was complete. Only then may listings be retired because of it. */
export type ListReading = {readonly complete: boolean};

/** How many entries are saved in one transaction. */
const batchSize = 1_000;

/** Reads and saves the list. Only a complete list removes articles; an incomplete one can still add and change them. */
export async function readList(run: RunWithStore): Promise<ListReading> {
  await enterStep(run, 'list');
  const {now} = run.deps;
  const {complete, incompleteBecause, prices} = await fetchList(run);
  run.report.count('listed', prices.size);
  for (const batch of batchesOf(prices)) {
    await saveChangedEntries(run, batch);
    await run.beat();
  }
  await freeListedOrders(run, prices);
  if (complete) {
    await saveRemovedEntries(run, prices);
    await run.write((transaction) => saveListReadAt(transaction, run.shop, now()));
    await run.write((transaction) => clearAbsenceDecisions(transaction, run.shop));
  } else {
    run.report.note(
      `The supplier's list was not complete (${incompleteBecause ?? 'no reason given'}), so nothing was taken off sale.`,
    );
  }
  run.deps.checkpoint('list-read');
  return {complete};
}

/** Reads the list, and logs entries that cannot be read. */
async function fetchList(run: Run): Promise<DropshipList> {
  const list = await fetchDropshipList(run.deps.supplier, run.keys.dropship, run.signal);
  await noteAnswer(run, 'dropship');
  const {unreadable} = list;
  if (unreadable.length > 0) {
    const first = unreadable.slice(0, 20).map(({id, reason}) => ({article: id, reason}));
    run.log.warn({entries: unreadable.length, first}, 'entries of the supplier’s list cannot be read');
  }
  return list;
}

/** Splits the list into batches of `batchSize` entries. */
function* batchesOf(prices: DropshipList['prices']): Generator<readonly ListedArticle[]> {
  let batch: ListedArticle[] = [];
  for (const [id, price] of prices) {
    batch.push({id, price});
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Saves entries that are new or have a new price, and chooses their articles again because rules may use the price. The database compares,
 * because on most nights nothing changed.
 */
async function saveChangedEntries(run: Run, listed: readonly ListedArticle[]): Promise<void> {
  const {db, now} = run.deps;
  const fresh = await selectNewOrRepriced(db, run.shop, listed);
  if (fresh.length === 0) return;
  await run.write(async (transaction) => {
    await saveListedArticles(transaction, run.shop, fresh, now());
    await chooseAgain(
      transaction,
      run.shop,
      fresh.map(({id}) => id),
    );
  });
}

/**
 * Marks articles that the list no longer names. Does nothing if the database has as many listed articles as the list, because then none can
 * be missing.
 */
async function saveRemovedEntries(run: Run, prices: ReadonlyMap<string, number | null>): Promise<void> {
  const {db, now} = run.deps;
  if ((await countListedArticles(db, run.shop)) === prices.size) return;
  for await (const ids of loadListedIds(db, run.shop, batchSize)) {
    const gone = ids.filter((id) => !prices.has(id));
    if (gone.length > 0) await run.write((transaction) => saveUnlistedArticles(transaction, run.shop, gone, now()));
    await run.beat();
  }
}
