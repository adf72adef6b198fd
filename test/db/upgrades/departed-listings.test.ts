// Migration 66 on the data of a departure that began before it: what that deleted is marked, and nothing that was deleted otherwise.
import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {migrate, migrations} from '../../../server/db/connection/migrate.ts';
import {allEngines, openTestDatabase, type TestDatabase} from '../../support/database.ts';

const leaving = 'leaving.myshopify.com';
const staying = 'staying.myshopify.com';
const asked = '2026-11-20T10:00:00Z';
const before = '2026-11-01T10:00:00Z';
const now = new Date('2026-11-27T10:00:00Z');

describe.each(allEngines.databases)('a departure of before migration 66, on %s', (engine) => {
  let database: TestDatabase;
  const run = (text: ReturnType<typeof sql>) => text.execute(database.kysely);

  async function saveRun(shop: string, kind: string, startedAt: string, counts = {}): Promise<string> {
    const id = randomUUID();
    await run(sql`insert into runs (id, shop, kind, trigger, state, fence, counts, started_at, heartbeat_at)
      values (${id}, ${shop}, ${kind}, 'merchant', 'done', 1, ${JSON.stringify(counts)}::jsonb, ${startedAt}, ${startedAt})`);
    return id;
  }

  /** A product that is deleted, or not, with one variant that went with it and one that the merchant had deleted with an earlier product. */
  async function saveListing(shop: string, id: string, state = 'deleted_in_store'): Promise<void> {
    await run(sql`insert into listings (shop, article_id, product_gid, state, created_at, updated_at)
      values (${shop}, ${id}, ${`gid://P/${id}`}, ${state}, ${before}, ${before})`);
    for (const product of ['P', 'Q'])
      await run(sql`insert into listing_variants (shop, variant_gid, article_id, product_gid, state, updated_at)
        values (${shop}, ${`gid://V/${product}-${id}`}, ${id}, ${`gid://${product}/${id}`}, ${state === 'active' ? 'live' : 'deleted_in_store'}, ${before})`);
  }

  const saveDeletion = (shop: string, id: string, runId: string, {kind = 'delete', applied = true} = {}) =>
    run(sql`insert into run_changes (shop, run_id, article_id, kind, field, why, applied, at)
      values (${shop}, ${runId}, ${id}, ${kind}, 'product', 'w', ${applied}, ${asked})`);

  let runs: Readonly<Record<'departure' | 'named' | 'empty', string>>;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await run(sql`drop schema public cascade`);
    await run(sql`create schema public`);
    await migrate(
      database,
      now,
      migrations.filter(({version}) => version < 66),
    );
    for (const shop of [leaving, staying])
      await run(sql`insert into shops (shop, installed_at, updated_at) values (${shop}, ${before}, ${before})`);
    const earlier = await saveRun(leaving, 'departure', before);
    const departure = await saveRun(leaving, 'departure', asked);
    const named = await saveRun(leaving, 'delete', asked, {writes: 3, retired: 0});
    const empty = await saveRun(leaving, 'delete', asked, {retired: 2});
    const ended = await saveRun(staying, 'departure', asked, {writes: 5});
    runs = {departure, named, empty};
    await run(sql`insert into departures (shop, products, actor, asked_at, run_id)
      values (${leaving}, 'delete', 'user:1', ${asked}, ${departure})`);
    for (const id of ['departed', 'named', 'earlier', 'failed', 'drafted', 'by-hand']) await saveListing(leaving, id);
    await saveListing(leaving, 'there', 'active');
    await saveListing(staying, 'departed');
    await saveDeletion(leaving, 'departed', departure);
    await saveDeletion(leaving, 'there', departure);
    await saveDeletion(leaving, 'named', named);
    await saveDeletion(leaving, 'earlier', earlier);
    await saveDeletion(leaving, 'failed', departure, {applied: false});
    await saveDeletion(leaving, 'drafted', departure, {kind: 'retire'});
    await saveDeletion(staying, 'departed', ended);
    await migrate(database, now);
  });
  afterAll(() => database?.dispose());

  it('marks what this departure deleted, and nothing that was deleted otherwise, is still there or is of a merchant who stayed', async () => {
    const {rows} = await sql<{shop: string; id: string; as: string}>`
      select shop, article_id as id, departed_as as as from listings where departed_as is not null
    `.execute(database.kysely);
    expect(rows).toEqual([{shop: leaving, id: 'departed', as: 'active'}]);
  });

  it('makes the variants that went with the product ones to make again, but not those that were deleted before', async () => {
    const {rows} = await sql<{gid: string}>`
      select variant_gid as gid from listing_variants where state = 'suppressed'
    `.execute(database.kysely);
    expect(rows).toEqual([{gid: 'gid://V/P-departed'}]);
    const {rows: others} = await sql<{state: string; count: number}>`
      select state, count(*)::int as count from listing_variants group by state order by state
    `.execute(database.kysely);
    expect(others).toEqual([
      {state: 'deleted_in_store', count: 13},
      {state: 'live', count: 2},
      {state: 'suppressed', count: 1},
    ]);
  });

  it('counts what runs deleted as their pages say, and no other run’s writes', async () => {
    const {rows} = await sql<{id: string; counts: object}>`select id, counts from runs`.execute(database.kysely);
    const counts = new Map(rows.map((row) => [row.id, row.counts]));
    expect(counts.get(runs.named)).toEqual({writes: 3, retired: 3});
    expect(counts.get(runs.empty)).toEqual({retired: 2});
    expect([...counts.values()]).toContainEqual({writes: 5});
  });
});
