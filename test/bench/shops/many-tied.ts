// Nights of shops whose whole catalogue is tied: how many articles a second, what the processes take, what a shop takes, and how long an
// order of one more shop waits meanwhile.
import {readFile} from 'node:fs/promises';
import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {policies} from '../../../server/queue/policies.ts';
import {testRedisUrl} from '../../support/database.ts';
import type {AskedProcess} from '../asked-process.ts';
import {againstFloor, besideFloor, byItself, type Figure, median, withoutGoal} from '../figure.ts';
import {percentile} from '../orders/send-webhooks.ts';
import {tieWholeCatalogue} from '../sync/tied-shop.ts';
import {type Ground, openGround, type Partner} from './ground.ts';
import {downloadNight, spendNight} from './nights.ts';
import {importBrand, sentOrders, timeOrders} from './ordering-shop.ts';
import type {Sizes} from './sizes.ts';

const rounds = 3;
/** Of a worker. */
const runsAtOnce = policies.sync.worker.concurrency;

export async function* measureTiedShops({shops, articles, workers}: Sizes, scale: number): AsyncGenerator<Figure> {
  const ground = await openGround(
    articles,
    Array.from({length: shops + 1}, () => 'standard'),
  );
  try {
    const [ordering, ...tied] = ground.partners;
    if (ordering === undefined) throw new Error('no shop');
    const {size: bytesBefore} = await measureDatabase(ground);
    for (const partner of tied) await tieWholeCatalogue(ground.deps, partner.shop, partner);
    await sql`vacuum analyze`.execute(ground.deps.db);
    const {size, rows} = await measureDatabase(ground);
    const bytes = (size - bytesBefore) / shops / 1_024;
    const floor = await measureBareRows(ground, rows);
    yield besideFloor(`database of a shop with ${articles} articles, all in the store`, {
      value: bytes,
      floor: floor / shops / 1_024,
      unit: 'kB',
    });
    await importBrand(ground, ordering);
    yield* measureNights(ground, tied, {shops, articles, workers});
    yield* measureOrdersAtNight(ground, {ordering, tied, workers}, Math.max(10, Math.round(200 * scale)));
    yield withoutGoal('Redis of a shop, its schedules and jobs', (await measureRedis(ground)) / shops / 1_024, 'kB');
  } finally {
    await ground.close();
  }
}

/** A fourth of the shops first, by workers of their own: what the rest adds to a worker's memory. */
async function* measureNights(ground: Ground, tied: readonly Partner[], sizes: Sizes): AsyncGenerator<Figure> {
  const {shops, articles, workers: count} = sizes;
  const name = `unchanged night of ${shops} shops × ${articles} articles, ${count} workers`;
  const few = tied.slice(0, Math.ceil(shops / 4));
  const beside = await onWorkers(ground, count, () => spendNights(ground, few));
  const standIns = () => Promise.all([ground.supplier.use(), ground.shopify.use()]);
  const before = await standIns();
  const all = await onWorkers(ground, count, () => spendNights(ground, tied));
  const [supplier, shopify] = await standIns();
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) floors.push(await downloadNight(ground, tied, count * runsAtOnce));
  const {articles: walked} = all.nights[0] ?? {articles: 0};
  const seconds = median(all.nights.map((night) => night.seconds));
  yield besideFloor(name, {value: walked / seconds, floor: walked / median(floors), unit: 'articles/s'});
  const nights = all.nights.length + 1;
  yield withoutGoal('the same: CPU of all workers, a night', all.cpuSeconds / nights, 's');
  yield withoutGoal('the same: CPU of Postgres', all.databaseSeconds / nights, 's');
  yield withoutGoal(
    "the same: CPU of the supplier's stand-in",
    (supplier.cpuSeconds - before[0].cpuSeconds) / nights,
    's',
  );
  yield withoutGoal("the same: CPU of Shopify's stand-in", (shopify.cpuSeconds - before[1].cpuSeconds) / nights, 's');
  yield againstFloor(
    `the same: most memory of a worker, beside ${few.length} shops`,
    {value: all.peakMegabytes, floor: beside.peakMegabytes, unit: 'MB'},
    {atMost: 1.3},
  );
}

async function onWorkers(ground: Ground, count: number, work: () => Promise<Awaited<ReturnType<typeof spendNights>>>) {
  const workers = await ground.startWorkers(count);
  const begun = await Promise.all(workers.map((worker) => worker.use()));
  const backends = await cpuOfBackends(ground);
  const nights = await work();
  const databaseSeconds = (await cpuOfBackends(ground)) - backends;
  const ended = await stopAll(workers);
  const cpuOf = (uses: readonly {readonly cpuSeconds: number}[]) =>
    uses.reduce((sum, {cpuSeconds}) => sum + cpuSeconds, 0);
  const peakMegabytes = Math.max(...ended.map((use) => use.peakMegabytes));
  return {nights, cpuSeconds: cpuOf(ended) - cpuOf(begun), databaseSeconds, peakMegabytes};
}

/** Seconds of a core that Postgres took for this database's connections; NaN where it runs on another machine. */
async function cpuOfBackends({deps: {db}}: Ground): Promise<number> {
  const {rows} = await sql<{pid: number}>`select pid from pg_stat_activity where datname = current_database()`.execute(
    db,
  );
  let ticks = 0;
  for (const {pid} of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / 100;
}

const stopAll = (workers: readonly AskedProcess[]) => Promise.all(workers.map((worker) => worker.stop()));

/** The first warms up and is not counted. */
async function spendNights(ground: Ground, partners: readonly Partner[]) {
  await spendNight(ground, partners);
  const nights = [];
  for (let round = 0; round < rounds; round += 1) nights.push(await spendNight(ground, partners));
  return nights;
}

/** One night after the other, while another shop's orders come in. */
async function* measureOrdersAtNight(
  ground: Ground,
  {ordering, tied, workers: count}: {ordering: Partner; tied: readonly Partner[]; workers: number},
  orders: number,
): AsyncGenerator<Figure> {
  const web = await ground.startWeb();
  const workers = await ground.startWorkers(count);
  const idle = await timeOrders(ground, ordering, Math.ceil(orders / 4));
  const over = new AbortController();
  let nights = 0;
  const spendAll = async () => {
    for (; !over.signal.aborted; nights += 1) await spendNight(ground, tied);
  };
  const buyAll = () => timeOrders(ground, ordering, orders).finally(() => over.abort());
  const [times] = await Promise.all([buyAll(), spendAll()]);
  const name = `order seen to request while ${nights} such nights run (floor: idle), ${times.length} orders`;
  for (const share of [0.5, 0.99] as const)
    yield besideFloor(`${name}: p${share * 100}`, {
      value: percentile(times, share),
      floor: percentile(idle, share),
      unit: 'ms',
    });
  yield byItself('the same: orders sent twice', await countTwice(ground), 'orders', {atMost: 0});
  await stopAll(workers);
  yield withoutGoal('most memory of the web process', (await web.process.stop()).peakMegabytes, 'MB');
}

async function countTwice({supplier}: Ground): Promise<number> {
  const references = (await sentOrders(supplier, 0)).map(({reference}) => reference);
  return references.length - new Set(references).size;
}

type Measured = {readonly size: number; readonly rows: readonly {readonly name: string}[]};

/** Tables with their indexes, and which of them have rows. */
async function measureDatabase({deps: {db}}: Ground): Promise<Measured> {
  const {rows} = await sql<{name: string; size: number; live: number}>`
    select relname as name, pg_total_relation_size(oid) as size, greatest(reltuples, 0)::float8 as live
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return {size: rows.reduce((sum, row) => sum + row.size, 0), rows: rows.filter(({live}) => live > 0)};
}

/** The floor of the database's size: the same rows in tables without indexes. */
async function measureBareRows({deps: {db}}: Ground, tables: Measured['rows']): Promise<number> {
  let size = 0;
  for (const {name} of tables) {
    await sql`create table bare_rows as select * from ${sql.table(name)}`.execute(db);
    const {rows} = await sql<{size: number}>`select pg_total_relation_size('bare_rows') as size`.execute(db);
    size += rows[0]?.size ?? 0;
    await sql`drop table bare_rows`.execute(db);
  }
  return size;
}

/** Bytes of all keys of the app. */
async function measureRedis({prefix}: Ground): Promise<number> {
  const redis = new Redis(testRedisUrl);
  let bytes = 0;
  for await (const keys of redis.scanStream({match: `${prefix}:*`, count: 1_000}))
    if (Array.isArray(keys)) for (const key of keys) bytes += Number(await redis.memory('USAGE', String(key)));
  await redis.quit();
  return bytes;
}
