// The list of articles as a file: what the list shows with the same filters, all pages of it, and nothing of another store.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('the file of articles, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await saveSettings(app.db, shop, {pricing: {vatPercent: 22}}, new Date());
    const many = Array.from({length: 2_100}, (_, at) => [`M-${String(at).padStart(4, '0')}`, {brand: 'Many'}]);
    await stock(app, {
      ...Object.fromEntries(many),
      'A-1': {name: '=1+1', sku: 'LH-70', brand: 'Nordwind', category: 'Shirts', stock: {price: 1_500}},
      'A-2': {name: 'Wool coat; "long"', brand: 'Nordwind', stock: {price: 20_000}},
    });
    await stock(app, {'X-1': {name: 'Linen of another shop', brand: 'Nordwind'}}, otherShop);
    await onSale(app, ['A-1'], {price: 1_000, cost: 1_500});
    await onSale(app, ['A-2'], {state: 'held', reasonCode: 'below_floor', reason: 'Below your floor.'});
  });
  afterAll(() => app.close());

  const linesOf = async (query: string): Promise<readonly string[]> => {
    const {text} = await app.merchant.call('GET', `/articles.csv?${query}`);
    return text.split('\r\n').slice(0, -1);
  };

  it('has a line for each article that the list shows, with its money in the currencies of the list', async () => {
    const {headers} = await app.merchant.call('GET', '/articles.csv?brand=Nordwind');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="articles-\d{4}-\d\d-\d\d\.csv"$/);
    const [headings, first, second, ...others] = await linesOf('brand=Nordwind');
    expect(headings).toMatch(/^\uFEFF"article","sku","name","brand"/);
    // A text that a spreadsheet would calculate is made harmless.
    expect(first).toMatch(/^"A-1","LH-70","'=1\+1","Nordwind","Shirts","true",.*"active",.*"15","10","","-\d+\.?\d*",/);
    expect(second).toMatch(/^"A-2",".*","Wool coat; ""long""",.*"held","Below your floor\.",/);
    expect(others).toEqual([]);
  });

  it('has all pages, in the order of the list, and only what the filters leave', async () => {
    const ids = (await linesOf('brand=Many')).slice(1).map((line) => line.slice(1, 7));
    expect(new Set(ids).size).toBe(2_100);
    expect((await linesOf('state=held')).length).toBe(2);
    const sorted = (await linesOf('sort=margin_low&brand=Nordwind')).slice(1).map((line) => line.slice(1, 4));
    expect(sorted).toEqual(['A-1', 'A-2']);
    expect((await linesOf('search=no-such-thing')).length).toBe(1);
  });

  it('refuses what the list refuses, in words', async () => {
    expect(await app.merchant.refusal('GET', '/articles.csv?state=gone')).toMatchObject({status: 422, field: 'state'});
    expect(await app.merchant.refusal('GET', '/articles.csv?brand=a&brand=b')).toMatchObject({status: 422});
  });
});
