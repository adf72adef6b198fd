// A night in which nothing changed: everything is walked, nothing is written to the store. Beside it the same answers
// downloaded and parsed, right after each run, since the machine is not equally busy all the time.
import {setTimeout as sleep} from 'node:timers/promises';
import {RunId} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import type {StoredRun} from '../../../server/db/runs/runs.ts';
import {engines} from '../../support/database.ts';
import {againstFloor, byItself, type Figure, median} from '../figure.ts';
import {startWorkerProcess} from '../worker-process.ts';
import {type BenchShop, openTiedShop} from './bench-shop.ts';
import {walkBare} from './walk-bare.ts';

const rounds = 5;
const large = 100_000;
const small = 10_000;

type Reading = {readonly ms: number; readonly floorMs: number};
type Nights = {readonly readings: readonly Reading[]; readonly writes: number; readonly peakMegabytes: number};

export async function* measureUnchangedRun(scale: number): AsyncGenerator<Figure> {
  const articles = Math.round(large * scale);
  const name = `unchanged run over ${articles} articles`;
  if (engines.databases.includes('postgres')) {
    const fewer = Math.round(small * scale);
    const [few, many] = [await spendNights(fewer), await spendNights(articles)];
    yield toFigure(`${name} (postgres)`, many.readings);
    yield byItself(`${name} (postgres): writes to Shopify`, many.writes, 'writes', {atMost: 0});
    yield byItself(`${name} (postgres): most memory of the worker`, many.peakMegabytes, 'MB', {atMost: 300});
    yield againstFloor(
      `${name} (postgres): most memory beside ${fewer} articles`,
      {value: many.peakMegabytes, floor: few.peakMegabytes, unit: 'MB'},
      {atMost: 1.3},
    );
  } else
    process.stderr.write('left out, because Postgres is not here: the unchanged run of a worker, and its memory\n');
  const embedded = await spendEmbeddedNights(articles);
  yield toFigure(`${name} (embedded)`, embedded.readings);
  yield byItself(`${name} (embedded): writes to Shopify`, embedded.writes, 'writes', {atMost: 0});
}

/** The reading in the middle, by the ratio to its own floor. */
function toFigure(name: string, readings: readonly Reading[]): Figure {
  const middle = median(readings.map(({ms, floorMs}) => ms / floorMs));
  const reading = readings.find(({ms, floorMs}) => ms / floorMs === middle);
  if (reading === undefined) throw new Error('nothing was measured');
  return againstFloor(name, {value: reading.ms, floor: reading.floorMs, unit: 'ms'}, {atMost: 1.5});
}

/**
 * As in production: a worker that is nothing else, started with the flags of `npm run worker`, takes each run off the queue
 * (on Postgres as well). Its memory is the most it took in all of these nights.
 */
async function spendNights(articles: number): Promise<Nights> {
  const bench = await openTiedShop('postgres', articles);
  try {
    const worker = await startWorkerProcess(bench.env);
    try {
      const readings = await readEach(bench, () => runOnWorker(bench));
      return {readings, writes: bench.writes(), peakMegabytes: (await worker.stop()).peakMegabytes};
    } finally {
      await worker.end();
    }
  } finally {
    await bench.close();
  }
}

/** One process has everything: its memory says nothing about the run. */
async function spendEmbeddedNights(articles: number): Promise<Omit<Nights, 'peakMegabytes'>> {
  const bench = await openTiedShop('pglite', articles);
  const {deps, shop} = bench;
  try {
    const readings = await readEach(bench, async () => {
      const begun = performance.now();
      const run = await syncCatalogue(deps, {shop, kind: 'full', trigger: 'merchant'});
      const ms = performance.now() - begun;
      assertWholeAndUnchanged(run);
      return ms;
    });
    return {readings, writes: bench.writes()};
  } finally {
    await bench.close();
  }
}

async function readEach({supplier}: BenchShop, run: () => Promise<number>): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  // The first of each is to warm up.
  await run();
  await walkBare(supplier);
  for (let round = 0; round < rounds; round += 1) readings.push({ms: await run(), floorMs: await walkBare(supplier)});
  return readings;
}

/** Milliseconds from asking for the run to its end, as the worker wrote it down. */
async function runOnWorker({deps, shop}: BenchShop): Promise<number> {
  const runId = RunId.parse(deps.newId());
  const asked = Date.now();
  await deps.queues.enqueue('sync', {shop, runId, kind: 'full', trigger: 'merchant'});
  for (;;) {
    await sleep(250);
    const run = await deps.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run?.finished_at === undefined || run.finished_at === null) continue;
    assertWholeAndUnchanged(run);
    return run.finished_at.getTime() - asked;
  }
}

/** Everything was walked and compared, or the figure would be of something else. */
function assertWholeAndUnchanged(run: Pick<StoredRun, 'state' | 'reason' | 'counts'> | null): void {
  if (run?.state !== 'done') throw new Error(`the run ended as ${run?.state}: ${run?.reason}`);
  const {articles, listed, chosen, unchanged, held} = run.counts;
  const isWhole = articles >= listed && listed > 0.9 * articles && chosen === listed && unchanged + held === chosen;
  if (!isWhole) throw new Error(`the run did something else: ${JSON.stringify(run.counts)}`);
}
