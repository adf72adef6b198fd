// A database from before rules, owned fields and history: brought up to date it goes on where it was.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {migrate} from '../../../server/db/connection/migrate.ts';
import {firstTables} from '../../../server/db/connection/migrations/0001-to-0019/0001-thread.ts';
import {loadStoredSettings} from '../../../server/db/shops/shops.ts';
import type {Deps} from '../../../server/deps.ts';
import {onEachSyncTestApp} from './sync-test-app.ts';

const carried = ['shops', 'sessions', 'articles', 'listings', 'listing_variants', 'runs'] as const;

onEachSyncTestApp('an upgrade', {articles: 60, shops: 1}, (app) => {
  it('keeps settings, products and what is known of articles, and makes no product twice', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen'], markupPercent: 70});
    expect((await shop.run()).counts.created).toBe(4);
    const before = [...shop.products()].map(([id, {id: gid, variants}]) => ({id, gid, variants}));
    const filters = await filtered(db);
    expect(filters.filter((row) => row.has_image).length).toBeGreaterThan(1);

    await rebuildAsFirst(app().deps);
    await db
      .updateTable('shops')
      .set({
        settings: JSON.stringify({
          choice: {brands: ['Nordhaag', 'Sablefen'], categories: []},
          markupPercent: 70,
          vatPercent: 22,
          newProducts: 'active',
          orders: {standingSize: 'one size'},
          template: {title: '{name}', standing: {Shirts: {size: '42', colour: null}, Bags: {colour: '', size: null}}},
        }),
      })
      .execute();
    await sql`update listings set fingerprint = 'of another form', written = '{"cost": 1234}'`.execute(db);
    await sql`update articles set hash = 'of another form'`.execute(db);
    await migrateNow(app().deps);

    const settings = (await loadStoredSettings(db, shop.domain)).settings;
    expect(settings).toMatchObject({
      choice: [{id: 'brands', effect: 'include', brands: ['Nordhaag', 'Sablefen']}],
      pricing: {markupPercent: 70, vatPercent: 22},
      newProducts: 'active',
      orders: {
        standingSize: 'one size',
        standingAnswers: [{articleId: null, category: 'Shirts', colour: null, size: '42'}],
      },
    });
    // Words that a search compares in another spelling come with the first run.
    const migrated = await filtered(db);
    for (const [at, {search}] of migrated.entries())
      expect(`${filters[at]?.search} `.startsWith(`${search} `)).toBe(true);
    expect(migrated.map((row, at) => ({...row, search: filters[at]?.search}))).toEqual(filters);
    for (const {id} of before) expect((await shop.listing(id)).previousCost).toBe(1234);
    // The cost of before is made up; what products are priced on now is not to be held for it.
    await sql`update listings set cost = (a.stock->>'price')::int from articles a
      where a.shop = listings.shop and a.article_id = listings.article_id`.execute(db);

    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, retired: 0, held: 0}});
    expect([...shop.products()].map(([id, {id: gid, variants}]) => ({id, gid, variants}))).toEqual(before);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {unchanged: 4, writes: 0}});
    expect(await filtered(db)).toEqual(filters);
  });
});

type Db = Deps['db'];

const filtered = (db: Db) =>
  db.selectFrom('articles').select(['article_id', 'has_image', 'on_request', 'search']).orderBy('article_id').execute();

/** The first version's tables, with what of today's rows they could hold. */
async function rebuildAsFirst(deps: Deps): Promise<void> {
  const {db} = deps;
  const kept: {readonly table: string; readonly rows: string}[] = [];
  for (const table of carried) {
    const {rows} = await sql<{all: string}>`select jsonb_agg(t)::text as all from ${sql.table(table)} t`.execute(db);
    kept.push({table, rows: rows[0]?.all ?? '[]'});
  }
  const {rows: tables} = await sql<{name: string}>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(db);
  for (const {name} of tables) await sql`drop table ${sql.table(name)} cascade`.execute(db);
  await migrateNow(deps, true);
  for (const {table, rows} of kept) {
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(
      db,
    );
  }
}

/** @param onlyFirst up to the first version alone. */
function migrateNow({db, config, now}: Deps, onlyFirst = false): Promise<number> {
  const list = onlyFirst ? [{version: 1, name: 'thread', statements: firstTables}] : undefined;
  const engine = config.databaseUrl === null ? 'pglite' : 'postgres';
  return migrate({kysely: db, engine}, now(), list);
}
