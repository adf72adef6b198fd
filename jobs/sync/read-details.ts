// Step four: price, colours and sizes from `a=stock`, for chosen articles only, and only when the last reading has grown old.
import pMap from 'p-map';
import {Failure} from '#domain/failure.ts';
import {type FreshReading, saveStockReadings} from '../../server/db/articles.ts';
import {type DueDetail, loadDueDetails} from '../../server/db/candidates.ts';
import {saveQuarantine} from '../../server/db/quarantine.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {enterStep} from './heartbeat.ts';
import type {Run} from './open-run.ts';

/** As many as there are connections to the supplier. */
const concurrency = 32;
const savedAtOnce = 200;
/** More answers than these that cannot be read, and it is not the articles' fault: the run ends. */
const mostUnreadable = {count: 20, share: 0.05};

type Reading = {readonly fresh: FreshReading[]; asked: number; unreadable: number};

export async function readDetails(run: Run): Promise<void> {
  await enterStep(run, 'details');
  const {db, now} = run.deps;
  const reading: Reading = {fresh: [], asked: 0, unreadable: 0};
  const due = loadDueDetails(db, {shop: run.shop, ...(run.only ? {only: run.only} : {})}, now());
  await pMap(due, (detail) => readOne(run, reading, detail), {concurrency});
  await saveReadings(run, reading.fresh.splice(0));
  run.deps.checkpoint('details-read');
}

async function readOne(run: Run, reading: Reading, {id, readFor}: DueDetail): Promise<void> {
  await run.beat();
  reading.asked += 1;
  try {
    // Null where the supplier does not know it after all: an older reading stays what it was, and is asked for again.
    const stock = await fetchDropshipStock(run.deps.supplier, run.keys.dropship, id, run.signal);
    if (stock !== null) reading.fresh.push({id, stock, readFor});
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'malformed') throw error;
    await setAside(run, reading, id, error);
  }
  if (reading.fresh.length >= savedAtOnce) await saveReadings(run, reading.fresh.splice(0));
}

async function saveReadings(run: Run, readings: readonly FreshReading[]): Promise<void> {
  if (readings.length === 0) return;
  await run.write((transaction) => saveStockReadings(transaction, run.shop, readings, run.deps.now()));
}

async function setAside(run: Run, reading: Reading, id: DueDetail['id'], failure: Failure): Promise<void> {
  reading.unreadable += 1;
  const {count, share} = mostUnreadable;
  if (reading.unreadable > count && reading.unreadable > share * reading.asked) throw failure;
  run.counts.quarantined += 1;
  const entry = {articleId: id, reason: failure.message, inputHash: null};
  await run.write((transaction) => saveQuarantine(transaction, run.shop, run.id, [entry], run.deps.now()));
}
