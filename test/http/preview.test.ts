// What a preview foretells: brakes, holds, and what prices leave after the supplier's shipping fee.
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {loadShop, loadStoredSettings, saveSettings, saveShopFacts} from '../../server/db/shops/shops.ts';
import {Preview} from '../../server/http/contract/preview.ts';
import {Importing, ProductsPart} from '../../server/http/contract/settings.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, choose, onSale, openCatalogueTestApp, stock} from './catalogue-test-app.ts';

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

  describe('is needed to save', () => {
    const importing = {newProducts: 'draft', retireAs: 'draft', onRequest: false, historyDays: 30};
    const set = async (vatPercent: number) => {
      const choice = [rule({id: 'all', brands: ['Nordwind', 'Sever']})];
      await saveSettings(app.db, shop, {choice, pricing: {vatPercent}}, new Date());
      await choose(app);
    };
    const refusal = async (path: string, body: object) => {
      expect((await app.merchant.call('PUT', path, body)).status).toBe(409);
      return app.merchant.refusal('PUT', path, body);
    };
    const saved = async () => (await loadStoredSettings(app.db, shop)).settings;
    beforeEach(async () => {
      await stock(app, {'C-1': {brand: 'Sever', pricing: 'on_request', stock: {price: 3_000}}});
      await set(19);
    });
    afterEach(async () => {
      await app.db.deleteFrom('articles').where('brand', '=', 'Sever').execute();
      await saveSettings(app.db, shop, {}, new Date());
    });

    it('that prices on request are sold, or held back again', async () => {
      const refused = (body: object) => refusal('/settings/importing', {...importing, ...body});
      const put = (body: object) => app.merchant.put('/settings/importing', {...importing, ...body}, Importing);
      expect(await refused({onRequest: true})).toEqual({status: 409, code: 'preview_needed', field: 'previewId'});
      const {id: asSaved} = await preview({});
      expect(await refused({onRequest: true, previewId: asSaved})).toMatchObject({code: 'preview_expired'});
      const sold = await preview({onRequest: true});
      expect([sold.created, sold.held]).toEqual([3, {}]);
      expect(sold.prices.map(({articleId}) => articleId)).toContain('C-1');
      await set(22);
      expect(await refused({onRequest: true, previewId: sold.id})).toMatchObject({
        status: 409,
        code: 'preview_expired',
      });
      expect((await saved()).onRequest).toBe(false);

      const {id} = await preview({onRequest: true});
      await put({onRequest: true, previewId: id});
      await onSale(app, ['C-1'], {written: {price: '60.00'}, cost: 3_000});
      expect(await refused({previewId: id})).toMatchObject({code: 'preview_expired'});
      const held = await preview({onRequest: false});
      expect(held).toMatchObject({takenOffSale: {on_request: 1}, brakes: []});
      await put({previewId: held.id});
      await put({historyDays: 60});
      expect(await saved()).toMatchObject({onRequest: false, historyDays: 60});
    });

    it('who writes the prices; the other fields need none', async () => {
      await onSale(app, ['A-1'], {written: {price: '15.00'}, cost: 1_000});
      const mine = {owned: {price: 'merchant'}};
      const refused = (body: object) => refusal('/settings/products', body);
      expect(await refused(mine)).toMatchObject({status: 409, code: 'preview_needed'});
      await app.merchant.put('/settings/products', {...mine, previewId: (await preview(mine)).id}, ProductsPart);
      const back = {owned: {}};
      const {id: stays} = await preview({});
      expect(await refused({...back, previewId: stays})).toMatchObject({status: 409, code: 'preview_expired'});
      const changes = await preview(back);
      expect(changes.pricesChanged).toBe(1);
      await app.merchant.put('/settings/products', {...back, previewId: changes.id}, ProductsPart);
      await app.merchant.put('/settings/products', {owned: {tags: 'sync'}}, ProductsPart);
      expect((await saved()).owned).toMatchObject({price: 'sync', tags: 'sync'});
    });
  });
});
