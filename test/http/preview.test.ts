// What a preview foretells: brakes, holds, and what prices leave after the supplier's shipping fee.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {loadShop, saveShopFacts} from '../../server/db/shops/shops.ts';
import {Preview} from '../../server/http/contract/preview.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from './catalogue-test-app.ts';

const rule = (facts: Partial<ChoiceRule> & {readonly id: string}) => ChoiceRule.parse({effect: 'include', ...facts});

describe.each(engines.databases)('what a preview foretells, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {brand: 'Nordwind', stock: {price: 1_000}},
      'A-2': {brand: 'Nordwind', stock: {price: 2_000}},
    });
  });
  beforeEach(async () => {
    await app.db.deleteFrom('listings').execute();
  });
  afterAll(() => app.close());

  const preview = (body: object) => app.merchant.post('/preview', body, Preview);

  it('a preview names every article that a brake or a hold would stop, with the reason and in pages', async () => {
    const ids = ['B-1', 'B-2', 'B-3', 'B-4'];
    await stock(app, Object.fromEntries(ids.map((id) => [id, {brand: 'Brakes', pricing: 'on_request', stock: {}}])));
    await stock(app, {'B-5': {brand: 'Brakes', pricing: 'on_request', stock: {}}});
    await onSale(app, ids);
    const body = {choice: [rule({id: 'b', brands: ['Brakes']})], pricing: {vatPercent: 19}};
    const sum = await preview(body);
    expect(sum.brakes).toMatchObject([{kind: 'hold', articles: 4, unlessConfirmed: false}]);
    expect(sum.stopped.items.map(({articleId, by}) => [articleId, by])).toEqual([
      ...ids.map((id) => [id, 'hold']),
      ['B-5', 'held'],
    ]);
    expect(sum.stopped.items.every(({name, reason}) => name !== '' && /on request/.test(reason))).toBe(true);
    // What the brake stops stays on sale.
    expect(sum).toMatchObject({products: 4, held: {on_request: 1}});
    expect((await preview({...body, stoppedFrom: 4})).stopped).toMatchObject({total: 5, items: [{articleId: 'B-5'}]});
    await app.db.deleteFrom('articles').where('brand', '=', 'Brakes').execute();
  });

  it('costs that moved together are foretold as a brake, and their products keep their prices', async () => {
    await onSale(app, ['A-1', 'A-2'], {written: {price: '7.00'}, cost: 500, price: 700});
    const sum = await preview({choice: [rule({id: 'n', brands: ['Nordwind']})], pricing: {vatPercent: 19}});
    expect(sum.brakes).toMatchObject([{kind: 'cost', articles: 2}]);
    expect(sum.stopped.items.map(({articleId, by}) => [articleId, by])).toEqual([
      ['A-1', 'cost'],
      ['A-2', 'cost'],
    ]);
    expect(sum.prices.map(({cost}) => cost)).toEqual([500, 500]);
  });

  it('the margins of a preview contain the fee of each zone, and losses are counted', async () => {
    const sum = await preview({choice: [rule({id: 'n', brands: ['Nordwind']})], pricing: {vatPercent: 0}});
    const [first] = sum.prices;
    // 60 % on 10.00 leaves 6.00, less the zone's fee.
    expect(first).toMatchObject({articleId: 'A-1', cost: 1_000, after: 1_600});
    expect(first?.zones).toHaveLength(11);
    expect(first?.zones.slice(0, 2)).toEqual([
      {zone: 'EU', fee: 1_600, margin: -1_000},
      {zone: 'GB', fee: 3_000, margin: -2_400},
    ]);
    expect(sum.losing).toBe(2);
    expect(sum.losingByZone).toMatchObject({EU: 2, CA: 2});
    expect(sum.notes.join(' ')).toContain('so the fee of every zone counts');
    // Nothing was asked of Shopify, which this shop's lack of a token would have shown.
    const {needsReauth} = (await loadShop(app.db, shop)) ?? {};
    expect(needsReauth).toBe(false);
    const carried = await preview({
      choice: [rule({id: 'n', brands: ['Nordwind']})],
      pricing: {vatPercent: 0, addOn: 3_500},
    });
    expect(carried).toMatchObject({losing: 0, losingByZone: {}});
  });

  it('only the fees of the zones that the store sells to count', async () => {
    const body = {choice: [rule({id: 'n', brands: ['Nordwind']})], pricing: {vatPercent: 0, addOn: 1_500}};
    // Puerto Rico and Jersey are delivered nowhere.
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE', 'FR', 'AU', 'PR', 'JE']}, new Date());
    const sold = await preview(body);
    expect(sold.prices[0]?.zones.map(({zone}) => zone)).toEqual(['EU', 'AU']);
    // 10.00 and 15.00 at 60 % more: 26.00 to 27.00 sold, less what was paid and 16.00 or 35.00.
    expect(sold.losingByZone).toEqual({AU: 2});
    expect(sold.notes.join(' ')).toContain('sells to these zones: EU, AU.');
    await saveShopFacts(app.db, shop, {shipsToCountries: []}, new Date());
    const none = await preview(body);
    expect(none).toMatchObject({losing: 0});
    expect(none.notes.join(' ')).toContain('sells to no country the supplier delivers to');
    await saveShopFacts(app.db, shop, {shipsToCountries: null}, new Date());
  });
});
