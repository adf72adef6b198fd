// Step one: reads `a=list`, which decides what can be bought singly.
import type {ListedArticle} from '#domain/catalogue/article.ts';
import {
  countListed,
  loadListedIds,
  saveListed,
  saveUnlisted,
  selectFresh,
} from '../../../server/db/catalogue/article-list.ts';
import {chooseAgain} from '../../../server/db/catalogue/choose-again.ts';
import {forgetAbsences} from '../../../server/db/runs/brakes.ts';
import {saveListRead} from '../../../server/db/shops/shops.ts';
import {type DropshipList, fetchDropshipList} from '../../../server/supplier/dropship.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';
import {freeListedOrders} from './free-orders.ts';

export type ListReading = {readonly complete: boolean};

const batchSize = 1_000;

/** Only a complete list removes articles; an incomplete one can still add and change them. */
export async function readList(run: RunWithStore): Promise<ListReading> {
  await enterStep(run, 'list');
  const {now} = run.deps;
  const {complete, incompleteBecause, prices} = await fetchList(run);
  run.report.count('listed', prices.size);
  for (const batch of batchesOf(prices)) {
    await saveFresh(run, batch);
    await run.beat();
  }
  await freeListedOrders(run, prices);
  if (complete) {
    await saveGone(run, prices);
    await run.write((transaction) => saveListRead(transaction, run.shop, now()));
    await run.write((transaction) => forgetAbsences(transaction, run.shop));
  } else {
    run.report.note(
      `The supplier's list was not complete (${incompleteBecause ?? 'no reason given'}), so nothing was retired.`,
    );
  }
  run.deps.checkpoint('list-read');
  return {complete};
}

async function fetchList(run: Run): Promise<DropshipList> {
  const list = await fetchDropshipList(run.deps.supplier, run.keys.dropship, run.signal);
  const {unreadable} = list;
  if (unreadable.length > 0) {
    const first = unreadable.slice(0, 20).map(({id, reason}) => ({article: id, reason}));
    run.log.warn({entries: unreadable.length, first}, 'entries of the supplier’s list cannot be read');
  }
  return list;
}

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
 * Articles that are new in the list or have a new price, which rules may use. The database compares, because most nights nothing
 * changed.
 */
async function saveFresh(run: Run, listed: readonly ListedArticle[]): Promise<void> {
  const {db, now} = run.deps;
  const fresh = await selectFresh(db, run.shop, listed);
  if (fresh.length === 0) return;
  await run.write(async (transaction) => {
    await saveListed(transaction, run.shop, fresh, now());
    await chooseAgain(
      transaction,
      run.shop,
      fresh.map(({id}) => id),
    );
  });
}

/** When the whole list is saved and the database has more listed articles than the list, some have been removed. */
async function saveGone(run: Run, prices: ReadonlyMap<string, number | null>): Promise<void> {
  const {db, now} = run.deps;
  if ((await countListed(db, run.shop)) === prices.size) return;
  for await (const ids of loadListedIds(db, run.shop, batchSize)) {
    const gone = ids.filter((id) => !prices.has(id));
    if (gone.length > 0) await run.write((transaction) => saveUnlisted(transaction, run.shop, gone, now()));
    await run.beat();
  }
}
