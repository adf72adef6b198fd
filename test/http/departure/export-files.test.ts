// What a merchant takes along as files, and what another store's merchant or another's request gets to see or changes.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {deletionWord} from '#domain/departure/plan-departure.ts';
import {loadDeparture} from '../../../server/db/departures/departures.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';
import {saveOrder} from '../orders/acting.ts';

describe.each(engines.databases)('leaving over HTTP, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const many = Array.from({length: 1_100}, (_, at) => [`M-${String(at).padStart(4, '0')}`, {brand: 'Many'}] as const);
    await stock(app, {
      ...Object.fromEntries(many),
      'A-1': {name: '=1+1', sku: 'LH-70', brand: 'Nordwind', category: 'Shirts', stock: {price: 1_500}},
    });
    await onSale(app, ['A-1', ...many.map(([id]) => id)], {price: 1_000, cost: 1_500});
    await stock(app, {'X-1': {name: 'Linen of another shop', brand: 'Nordwind'}}, otherShop);
    await saveOrder(app);
  }, 60_000);
  afterAll(() => app.close());
  const linesOf = async (file: string): Promise<readonly string[]> => {
    const {text} = await app.merchant.call('GET', `/export/${file}.csv`);
    return text.split('\r\n').slice(0, -1);
  };

  it('has a line for each product, once, without formulas', async () => {
    const [headings, first, ...others] = await linesOf('products');
    expect(headings).toMatch(
      /^\uFEFF"article","sku","name",.*"product in Shopify","variants in Shopify","made by Piecewise"/,
    );
    expect(first).toMatch(/^"A-1","LH-70","'=1\+1","Nordwind","Shirts","gid:\/\/shopify\/Product\/.*"true","active",/);
    expect(first).toMatch(/"15","10","EUR"$/);
    expect(new Set(others).size).toBe(1_100);
    expect(others.join()).not.toContain('X-1');
  });

  it('has the orders without anything of buyers, and the settings by name', async () => {
    const [headings, ...orders] = await linesOf('orders');
    expect(headings).toBe(
      '\uFEFF"order","reference","number at the supplier","article","name","pieces","zone","state","price EUR","shipping fee EUR","taken in"',
    );
    expect(orders).toHaveLength(1);
    const settings = await linesOf('settings');
    expect(settings).toContain('"Markup on cost","60 %"');
    expect(settings).toContain('"New products arrive as","Drafts, which you publish yourself"');
    expect(settings.join()).not.toMatch(/key|secret|token/i);
    await saveSettings(app.db, shop, {choice: 7}, new Date());
    expect(await linesOf('settings')).toEqual([
      '\uFEFF"setting","value"',
      expect.stringMatching(/^"The settings of this store cannot be read, .*",(?:"")?$/),
    ]);
    await saveSettings(app.db, shop, {}, new Date());
  });

  it('refuses a wrong word and an unknown choice, and changes nothing', async () => {
    const refusal = (body: object) => app.merchant.refusal('POST', '/departure', body);
    expect(await refusal({products: 'delete'})).toMatchObject({status: 422, code: 'wrong_word', field: 'word'});
    expect(await refusal({products: 'delete', word: 'DELETE\0'})).toMatchObject({status: 422, code: 'wrong_word'});
    expect(await refusal({products: 'burn'})).toMatchObject({status: 422, field: 'products'});
    expect(await refusal({products: 'draft', shop: otherShop})).toMatchObject({status: 422});
    for (const path of ['/departure/again', '/departure/stop', '/departure/end'])
      expect(await app.merchant.refusal('POST', path)).toMatchObject({status: 409, code: 'not_leaving'});
    expect(await loadDeparture(app.db, shop)).toBeNull();
  });

  it('is asked for once by two requests at once, and only of the store that asks', async () => {
    const body = {products: 'delete', word: deletionWord};
    const answers = await Promise.all([1, 2].map(() => app.merchant.call('POST', '/departure', body)));
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([202, 409]));
    expect(await loadDeparture(app.db, otherShop)).toBeNull();
    expect(await app.merchant.refusal('POST', '/departure', {products: 'keep'})).toMatchObject({code: 'under_way'});
    expect(await app.merchant.refusal('POST', '/departure/end')).toMatchObject({code: 'under_way'});
    expect(await loadDeparture(app.db, shop)).toMatchObject({products: 'delete', run_id: expect.any(String)});
  });
});
