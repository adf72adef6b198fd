// Data that released programs left (support/releases), brought to the newest schema: every row is kept, what was sealed opens, and the app
// serves it. That the newest program goes on with such data is in processes/upgraded-program.test.ts.
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {ShopDomain} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {migrate, migrations} from '../../../server/db/connection/migrate.ts';
import {resealSecrets} from '../../../server/db/secrets/reseal.ts';
import {placeOfSession} from '../../../server/db/secrets/sessions.ts';
import {createSealer} from '../../../server/sealing.ts';
import {type BareApp, openBareApp, pageOf} from '../../http/bare-app.ts';
import {allRoutes} from '../../support/all-routes.ts';
import {allEngines, engines, openTestDatabase, silentLog, type TestDatabase} from '../../support/database.ts';
import {loadDump} from '../../support/releases/dumps.ts';
import {compareSnapshots, rowsIn, type Snapshot, takeSnapshot} from '../../support/releases/kept-rows.ts';
import {dumpKey, playedDomain} from '../../support/releases/played-shop.ts';
import {releases} from '../../support/releases/releases.ts';

/** The values that a migration writes again in another form, and its number. All others stay as they are. */
const rewritten = [
  {what: 'listings.planned_for', how: 'changed', by: 20},
  {what: 'quarantine.input_hash', how: 'changed', by: 20},
];

/** These ask the store, and there is none here. */
const asksTheStore = [
  'GET /articles/:id/margins',
  'GET /dropship-orders/:id/buyer-refund',
  'GET /dropship-orders/:id/delivery',
  'GET /dropship-orders/:id/entered',
];
const noStore = new Failure('connection refused', {remote: 'shopify', kind: 'unreachable', sent: false});

const each = allEngines.databases.flatMap((engine) => releases.map((release) => ({engine, ...release})));

describe.each(each)('data of $version with schema $schema, on $engine,', ({engine, ...release}) => {
  let database: TestDatabase;
  let app: BareApp;
  let before: Snapshot;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await loadDump(database, release);
    before = await takeSnapshot(database.kysely);
  });
  afterAll(async () => {
    await app?.close();
    await database?.dispose();
  });

  it('is of that schema, and has orders in every state, a brake, quarantined articles and a delivery that waits', () => {
    expect(Math.max(...rowsIn(before, 'schema_ledger').map(({version}) => Number(version)))).toBe(release.schema);
    expect(new Set(rowsIn(before, 'dropship_orders').map(({state}) => state))).toEqual(new Set(dropshipStates));
    expect(rowsIn(before, 'brakes').map(({state}) => state)).toEqual(['held']);
    expect(rowsIn(before, 'quarantine').length).toBeGreaterThan(0);
    expect(rowsIn(before, 'deliveries').map(({state}) => state)).toContain('pending');
  });

  it('is kept by the upgrade: every row, and every value but those that a migration rewrites', async () => {
    expect(await migrate(database, new Date())).toBe(migrations.at(-1)?.version);
    expect(compareSnapshots(before, await takeSnapshot(database.kysely))).toEqual(
      rewritten.filter(({by}) => by > release.schema).map(({what, how}) => ({what, how})),
    );
  });

  it('says of each key that it was answered when the last good night read with it', async () => {
    const shops = await database.kysely.selectFrom('shops').selectAll().execute();
    expect(shops.some(({list_read_at: read}) => read !== null)).toBe(true);
    for (const shop of shops) {
      expect(shop.catalogue_answered_at).toEqual(
        shop.catalogue_key_state === 'absent' ? null : shop.last_good_night_at,
      );
      expect(shop.dropship_answered_at).toEqual(shop.dropship_key_state === 'absent' ? null : shop.list_read_at);
    }
  });

  // The app's statements on either engine are what the other suites are about.
  if (engines.databases.includes(engine))
    it('is served by the app: every page answers, and each order is in its state, with its number, link and history', async () => {
      const {databaseUrl} = database;
      app = await openBareApp(
        {
          ...(databaseUrl === undefined ? {DATA_FOLDER: 'memory://'} : {DATABASE_URL: databaseUrl}),
          ENCRYPTION_KEYS: dumpKey,
        },
        (deps) => ({...deps, admin: {call: () => Promise.reject(noStore)}}),
        {log: silentLog, openDatabase: async () => ({...database, close: async () => {}})},
      );
      const page = pageOf(app, playedDomain);
      for (const path of pathsOf(before)) {
        const {status, text} = await page('GET', path);
        expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200);
      }
      for (const row of rowsIn(before, 'dropship_orders')) {
        const {json} = await page('GET', `/dropship-orders/${String(row['id'])}`);
        const stored = {
          state: row['state'],
          ref: row['ref'],
          checkoutUrl: row['checkout_url'],
          articleId: row['article_id'],
          typed: {email: row['details_sealed'] !== null},
        };
        expect(json).toMatchObject(stored);
        const acted = rowsIn(before, 'audit').filter(({subject}) => subject === row['id']);
        const {history} = json as {history: readonly {id: number}[]};
        expect(new Set(history.map(({id}) => id))).toEqual(new Set(acted.map(({id}) => id)));
      }
    });

  it('has secrets that open: each is sealed again with another key', async () => {
    const keys = [
      {kid: 'next', key: Buffer.alloc(32, 7)},
      {kid: 'k1', key: Buffer.from(dumpKey.slice('k1:'.length), 'base64')},
    ] as const;
    const sealer = createSealer(keys);
    await resealSecrets(database.kysely, sealer, 500);
    const {rows: columns} = await sql<{table: string; column: string}>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_sealed' and table_name <> 'sessions' order by 1, 2
    `.execute(database.kysely);
    const known = new Set([...before.values()].map(({name}) => name));
    // A table that the release did not have is empty.
    const filled = columns.filter(({table}) => known.has(table));
    expect(filled.length).toBeGreaterThanOrEqual(3);
    for (const {table, column} of filled) {
      const {rows} = await sql<{sealed: string}>`
        select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null
      `.execute(database.kysely);
      expect(rows.length, `${table}.${column}`).toBeGreaterThan(0);
      for (const {sealed} of rows) expect(sealed).toMatch(/^next\./);
    }
    // A session is sealed again when its token is renewed.
    const sessions = await database.kysely.selectFrom('sessions').selectAll().execute();
    expect(sessions.length).toBeGreaterThan(0);
    for (const {id, payload_sealed} of sessions) {
      const place = placeOfSession({shop: ShopDomain.parse(playedDomain), id});
      expect(sealer.open(payload_sealed, place)).toContain('accessToken');
    }
  });
});

/** Every GET route, with the ids of all orders, runs and brakes and of some articles and products. */
function pathsOf(snapshot: Snapshot): readonly string[] {
  const values = (table: string, column: string): readonly string[] => [
    ...new Set(rowsIn(snapshot, table).flatMap(({[column]: value}) => (typeof value === 'string' ? [value] : []))),
  ];
  const ids: Readonly<Record<string, readonly string[]>> = {
    'articles/:id': values('listings', 'article_id').slice(0, 2),
    'runs/:id': values('runs', 'id'),
    'brakes/:id': values('brakes', 'id'),
    'dropship-orders/:id': values('dropship_orders', 'id'),
    'store-orders/:gid': values('store_orders', 'order_gid'),
    'products/:gid': values('listings', 'product_gid').slice(0, 2),
  };
  return allRoutes
    .filter((route) => route.startsWith('GET ') && !asksTheStore.includes(route))
    .map((route) => route.slice('GET '.length))
    .flatMap((path) => {
      const [, pattern, name] = /^\/(.+\/(:\w+))/.exec(path) ?? [];
      if (pattern === undefined || name === undefined) return [path];
      const found = ids[pattern] ?? [];
      expect(found.length, `ids for ${path}`).toBeGreaterThan(0);
      return found.map((id) => path.replace(name, encodeURIComponent(id)));
    });
}
