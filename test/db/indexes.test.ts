// What the schema promises about its indexes.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

onEachDatabase('a row that others refer to', (current) => {
  it('is deleted without reading through all of theirs: each reference has an index that begins with its column', async () => {
    const {rows} = await sql<{reference: string; found: boolean}>`
      select c.conrelid::regclass || ' (' || a.attname || ')' as reference, exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
      ) as found
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    `.execute(current().kysely);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({found}) => !found)).toEqual([]);
  });
});

onEachDatabase('what each run looks for among all articles', (current) => {
  it.each([
    ['articles that were never read', 'listed and data is null', 'articles_without_data'],
    [
      'articles that were asked for in vain',
      "listed and chosen and data is not null and asked_at > '2026-11-24'",
      'articles_asked_in_vain',
    ],
  ])('%s are found by an index of their own', async (_, condition, index) => {
    const db = current().kysely;
    await saveInstalledShop(db, ShopDomain.parse('a.myshopify.com'), {scopes: 'write_products'}, new Date());
    await sql`
      insert into articles (shop, article_id, data, listed, chosen, updated_at)
      select 'a.myshopify.com', n::text, '{}', true, true, now() from generate_series(1, 5000) n
    `.execute(db);
    await sql`analyze articles`.execute(db);
    const {rows} = await sql<Record<string, string>>`
      explain select article_id from articles where shop = 'a.myshopify.com' and ${sql.raw(condition)}
    `.execute(db);
    expect(JSON.stringify(rows)).toContain(index);
  });
});
