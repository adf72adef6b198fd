// Prices that a merchant sets for single articles, in the store: the next run writes them, later runs keep them, and they are guarded like
// any price.
import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {setOwnPrices} from '../../../../server/actions/own-prices/set-own-prices.ts';
import {loadAudit} from '../../../../server/db/shops/audit.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

onEachSyncTestApp('own prices', {articles: 60, shops: 9}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const idsOf = (shop: Shop): readonly string[] => [...shop.products().keys()].toSorted();
  const set = async (shop: Shop, changes: Readonly<Record<string, OwnPrice | null>>) => {
    const {deps} = app();
    const all = Object.entries(changes).map(([id, own]) => ({articleId: ArticleId.parse(id), own}));
    return setOwnPrices(deps.db, {shop: shop.domain, actor: 'user:42', now: deps.now()}, all, () => {});
  };
  const pricesOf = (shop: Shop, id: string) => [...new Set(shop.product(id).variants.map(({price}) => Number(price)))];
  const fixed = (amount: number): OwnPrice => ({kind: 'fixed', amount, currency: 'EUR'});
  const moveCost = (id: string, factor: number) => {
    const {catalogue} = app().supplier;
    const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    catalogue.setStock(id, {price: Math.round(cents * factor) / 100});
  };

  it('are written by the next run, which plans no other product, and stay through later ones', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = '', second = ''] = idsOf(shop);
    const before = pricesOf(shop, second);
    await set(shop, {[first]: fixed(123_45)});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 1}});
    expect(pricesOf(shop, first)).toEqual([123.45]);
    expect(pricesOf(shop, second)).toEqual(before);
    await shop.set({brands, markupPercent: 200});
    moveCost(first, 1.1);
    await app().passDays(7);
    expect(await shop.run()).toMatchObject({state: 'done'});
    expect(pricesOf(shop, first)).toEqual([123.45]);
    expect(pricesOf(shop, second)).not.toEqual(before);
  });

  it('are written by an update of these products alone, and an own markup follows the cost', async () => {
    const shop = await app().openShop({brands, vatPercent: 0});
    await shop.run();
    const [first = ''] = idsOf(shop);
    await set(shop, {[first]: {kind: 'markup', percent: 100}});
    expect(await shop.runOver('selected', [first])).toMatchObject({state: 'done', counts: {updated: 1}});
    const cost = Number((await shop.listing(first)).previousCost);
    expect(pricesOf(shop, first)).toEqual([(2 * cost) / 100]);
  });

  it('taken back give way to the price of the rules with the next run', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = ''] = idsOf(shop);
    const byRules = pricesOf(shop, first);
    await set(shop, {[first]: fixed(123_45)});
    await shop.run();
    await set(shop, {[first]: null});
    await shop.run();
    expect(pricesOf(shop, first)).toEqual(byRules);
    const trail = (await loadAudit(app().deps.db, shop.domain)).toReversed();
    expect(trail.map(({action, subject, before, after}) => [action, subject, before, after])).toEqual([
      ['own_price_set', first, null, '€123.45'],
      ['own_price_taken_back', first, '€123.45', null],
    ]);
  });

  it('below cost take the product off sale with the reason, and above it put it back', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = ''] = idsOf(shop);
    await set(shop, {[first]: fixed(1)});
    await shop.run();
    expect(await shop.listing(first)).toMatchObject({state: 'held', reasonCode: 'below_cost'});
    expect(shop.product(first).status).toBe('DRAFT');
    await set(shop, {[first]: fixed(500_00)});
    await shop.run();
    expect(shop.product(first).status).toBe('ACTIVE');
    expect(pricesOf(shop, first)).toEqual([500]);
  });

  it('replace a price that was edited in the store, which the audit trail keeps', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = ''] = idsOf(shop);
    const product = shop.product(first);
    for (const variant of product.variants) shop.store.editVariant(variant.id, {price: '199.00'});
    await shop.notice(product.id);
    await set(shop, {[first]: fixed(123_45)});
    await shop.run();
    expect(pricesOf(shop, first)).toEqual([123.45]);
    const [entry] = await loadAudit(app().deps.db, shop.domain);
    expect(entry?.detail).toBe('price given back, edited to "199.00"');
    // One that is edited afterwards stands: the merchant said so last.
    for (const variant of shop.product(first).variants) shop.store.editVariant(variant.id, {price: '88.00'});
    app().clock.turn(11 * 60_000);
    await shop.notice(product.id);
    await shop.run();
    expect(pricesOf(shop, first)).toEqual([88]);
  });

  it('set while a run goes on are written by the next one', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = ''] = idsOf(shop);
    await shop.set({brands, markupPercent: 200});
    let isSet = false;
    app().onCheckpoint = () => {
      if (isSet) return;
      isSet = true;
      void set(shop, {[first]: fixed(123_45)});
    };
    await shop.run();
    app().onCheckpoint = () => {};
    expect(isSet).toBe(true);
    await shop.run();
    expect(pricesOf(shop, first)).toEqual([123.45]);
  });

  it('of an article whose product is made later are its first price', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [first = ''] = idsOf(shop);
    const other = await app().openShop({brands});
    await set(other, {[first]: fixed(123_45)});
    await other.run();
    expect(pricesOf(other, first)).toEqual([123.45]);
    // The other shop, which has the same article, keeps the price of its rules.
    expect(pricesOf(shop, first)).not.toEqual([123.45]);
  });
});
