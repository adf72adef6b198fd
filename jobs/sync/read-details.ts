// Step four: price, colours and sizes from `a=stock`, for chosen articles only, and only when the last reading has grown old.
import pMap from 'p-map';
import {type FreshReading, saveStockReadings} from '../../server/db/articles.ts';
import {type DueDetail, loadDueDetails} from '../../server/db/candidates.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {settingAside} from './article-trouble.ts';
import {enterStep} from './heartbeat.ts';
import type {Run} from './open-run.ts';

/** As many as there are connections to the supplier. */
const concurrency = 32;
const savedAtOnce = 100;

export async function readDetails(run: Run): Promise<void> {
  await enterStep(run, 'details');
  const {db, now, supplier} = run.deps;
  const readArticle = await settingAside(run);
  const fresh: FreshReading[] = [];
  const due = loadDueDetails(db, {shop: run.shop, ...(run.only ? {only: run.only} : {})}, now());
  const readOne = async ({id, readFor}: DueDetail) => {
    await run.beat();
    // Null where the supplier does not know it after all: an older reading stays what it was, and is asked for again.
    const ask = () => fetchDropshipStock(supplier, run.keys.dropship, id, run.signal);
    const stock = await readArticle(id, ask);
    if (stock !== null) fresh.push({id, stock, readFor});
    if (fresh.length >= savedAtOnce) await saveReadings(run, fresh.splice(0));
  };
  try {
    await pMap(due, readOne, {concurrency, signal: run.signal});
  } finally {
    await saveReadings(run, fresh.splice(0));
  }
  run.deps.checkpoint('details-read');
}

async function saveReadings(run: Run, readings: readonly FreshReading[]): Promise<void> {
  if (readings.length === 0) return;
  await run.write((to) => saveStockReadings(to, run.shop, readings, run.deps.now()));
  run.deps.checkpoint('detail-saved');
}
