// Erasing what was typed of a buyer, and the answers kept for a repeated click, which may hold what was typed as well.
import {expect, it} from 'vitest';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {eraseBuyerData} from '../../server/db/secrets/details.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const at = new Date('2026-11-21T10:00:00Z');
const gid = (number: number): string => `gid://shopify/Order/${number}`;

onEachDatabase('a buyer of ten thousand orders', (current) => {
  it('is erased in a shop with thousands of answered moves, and no answer about another order goes', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: ''}, at);
    const others = Array.from({length: 2_000}, (_, index) => 200_000 + index);
    const answered = [12, 123, ...others].map((number) => ({
      shop,
      key: `key-${number}`,
      request: 'a request',
      status: 200,
      answer: JSON.stringify({orderGid: gid(number), siblings: 'x'.repeat(2_000)}),
      at,
    }));
    for (let from = 0; from < answered.length; from += 500) {
      await db
        .insertInto('repeats')
        .values(answered.slice(from, from + 500))
        .execute();
    }
    const erased = [12, ...Array.from({length: 9_999}, (_, index) => 1_000 + index)].map(gid);
    await eraseBuyerData(
      db,
      shop,
      erased.map((id) => OrderGid.parse(id)),
      at,
    );
    const kept = await db.selectFrom('repeats').select('key').execute();
    expect(kept).toHaveLength(2_001);
    expect(kept.map(({key}) => key)).not.toContain('key-12');
  });
});
