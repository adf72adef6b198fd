// Amounts no article can have: one of them is one article's trouble, wherever the supplier states it.

import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {largeAmounts} from '../../../server/db/connection/migrations/0001-to-0019/0012-large-amounts.ts';
import type {Misbehaviour} from '../../sandbox/supplier/start.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('an amount above 21,474,836.47', {articles: 60, shops: 7}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const tooLarge = 30_000_000;
  const during = async <T>(rules: readonly Misbehaviour[], work: () => Promise<T>): Promise<T> => {
    const ends = rules.map((rule) => app().supplier.misbehave(rule));
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  };
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const onSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
  const reasonOf = async (shop: Shop, id: string) => {
    const {db} = app().deps;
    const rows = db.selectFrom('quarantine').select('reason').where('shop', '=', shop.domain);
    return (await rows.where('article_id', '=', ArticleId.parse(id)).executeTakeFirst())?.reason;
  };

  it('in a=stock or a=list ends no run, and the article is priced again as soon as it is mended', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const {catalogue} = app().supplier;
    const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    catalogue.setStock(id, {price: tooLarge});
    expect((await shop.run()).state).toBe('done');
    catalogue.setStock(id, {price: cents / 100});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 0, held: 0}});
    expect(await shop.listing(id)).toMatchObject({state: 'active', previousCost: cents});
    expect(onSale(shop)).toBe(6);
  });

  it('of an article that was not imported yet keeps that article out alone', async () => {
    const shop = await app().openShop({brands});
    const {catalogue} = app().supplier;
    const [{id, cents} = {id: '', cents: 0}] = catalogue
      .listed()
      .filter((entry) => brands.includes(catalogue.get(entry.id)?.brand ?? ''));
    catalogue.setStock(id, {price: tooLarge});
    expect((await shop.run()).counts.created).toBe(5);
    catalogue.setStock(id, {price: cents / 100});
    expect((await shop.run()).counts.created).toBe(1);
  });

  it.each(['rrp', 'price_from', 'list_price', 'price_tiers'])(
    'as %s of the catalogue sets the article aside with the reason',
    async (field) => {
      const shop = await app().openShop({brands: ['Nordhaag']});
      await shop.run();
      const [id = ''] = idsOf(shop);
      const {catalogue} = app().supplier;
      const {[field as 'rrp']: before} = catalogue.get(id) ?? {rrp: null};
      const wrong = field === 'price_tiers' ? [{min_qty: 1, price: tooLarge}] : tooLarge;
      // The list as it was: the stand-in's would follow the tiers.
      const items = catalogue.listed().map((entry) => ({id: entry.id, price: entry.cents / 100}));
      const list = {kind: 'say', type: 'application/json', text: JSON.stringify({ok: true, items})} as const;
      catalogue.change(id, {[field]: wrong, name: 'Another name'});
      await during([{a: 'list', does: list}], async () => {
        expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1, writes: 0}});
      });
      expect(await reasonOf(shop, id)).toContain('over 1,000,000.00');
      expect(onSale(shop)).toBe(2);
      catalogue.change(id, {[field]: before});
    },
  );

  it('that was stored by an earlier version is forgotten with the upgrade, and read again', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands, pricing: {vatPercent: 22, capAtRrp: true}});
    await shop.run();
    const [id = '', other = ''] = idsOf(shop);
    const prices = () => [id, other].map((each) => shop.product(each).variants[0]);
    const before = prices();
    await sql`update articles set stock = stock || '{"price": 3000000000}' where shop = ${shop.domain} and article_id = ${id}`.execute(
      db,
    );
    await sql`update articles set data = data || '{"rrp": 3000000000}' where shop = ${shop.domain} and article_id = ${other}`.execute(
      db,
    );
    for (const statement of largeAmounts) await sql.raw(statement).execute(db);
    const {rows} = await sql<{poisoned: number}>`select count(*)::int as poisoned from articles
      where shop = ${shop.domain} and ((stock->>'price')::numeric > 100000000 or (data->>'rrp')::numeric > 100000000)`.execute(
      db,
    );
    expect(rows).toEqual([{poisoned: 0}]);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 0, retired: 0, quarantined: 0}});
    expect(prices()).toEqual(before);
    expect(onSale(shop)).toBe(6);
  });
});
