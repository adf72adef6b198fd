// Statistics of tables that grew are refreshed, on the engine that does so by itself and on the one that does not.
import {sql} from 'kysely';
import {expect, test} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {refreshStatistics} from '../../server/db/connection/statistics.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase, type TestDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('grown.myshopify.com');

onEachDatabase('statistics', (current) => {
  test('after many articles came the planner knows how many there are; a few more are not worth another look', async () => {
    const {kysely} = current();
    const facts = {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'};
    await saveInstalledShop(kysely, shop, facts, new Date());
    await list(current(), 0, 3_000);
    await refreshStatistics(kysely);
    expect(await known(current())).toEqual({articles: 3_000, changedSince: 0});
    await list(current(), 3_000, 3_020);
    await refreshStatistics(kysely);
    expect(await known(current())).toEqual({articles: 3_000, changedSince: 20});
  });
});

async function list({kysely}: TestDatabase, from: number, to: number): Promise<void> {
  const listed = Array.from({length: to - from}, (_, at) => ({id: ArticleId.parse(`A-${from + at}`), price: 1_000}));
  await saveListedArticles(kysely, shop, listed, new Date());
  // What a connection changed is otherwise counted within a second.
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
}

async function known({kysely}: TestDatabase): Promise<unknown> {
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  const {rows} = await sql`
    select known.reltuples::int as articles, counted.n_mod_since_analyze::int as "changedSince"
    from pg_class known join pg_stat_user_tables counted on counted.relid = known.oid where known.relname = 'articles'
  `.execute(kysely);
  return rows[0];
}
