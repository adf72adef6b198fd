// What an undo does to prices: it names those that lose money today, and the cost stays what the supplier asks.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {defaultSettings} from '#domain/settings/settings.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {sumUndo} from '../../../server/http/api/sum-undo.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';
import {change, undoRequests} from './undo-requests.ts';

describe.each(engines.databases)('prices of an undo, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
  });
  beforeEach(async () => {
    await onSale(app, ['A-1', 'A-2', 'A-3'], {written: {price: '12.00', currency: 'EUR'}});
  });
  afterAll(() => app.close());

  const {aRun, previewOf} = undoRequests(() => app);

  it('names the products that lose money at the price the undo sets, by what the supplier asks today', async () => {
    const {db} = app;
    const withVat = (vatPercent: number | null) =>
      saveSettings(db, shop, {...defaultSettings, pricing: {...defaultSettings.pricing, vatPercent}}, new Date());
    await withVat(0);
    await db
      .updateTable('shops')
      .set({ships_to: JSON.stringify(['DE'])})
      .where('shop', '=', shop)
      .execute();
    await stock(app, {
      'A-1': {name: 'Linen shirt', stock: {price: 1_500, shipping: {EU: {label: '', fee: 500, transit: ''}}}},
      'A-2': {name: 'Wool coat', stock: {price: 100, shipping: {EU: {label: '', fee: 500, transit: ''}}}},
      'A-3': {name: 'Silk scarf', stock: {price: 4_000, shipping: {EU: {label: '', fee: 500, transit: ''}}}},
    });
    await db
      .updateTable('listings')
      .set({state: 'held', lowered: true})
      .where('article_id', '=', ArticleId.parse('A-3'))
      .execute();
    const held = {kind: 'hold', field: 'status', undo: {from: 'DRAFT', to: 'ACTIVE'}} as const;
    const id = await aRun([change(), change({id: 'A-2'}), change({id: 'A-3', ...held})]);
    expect((await previewOf(id)).losing).toEqual({
      count: 2,
      notKnown: 0,
      currency: 'EUR',
      sample: [
        {articleId: 'A-1', name: 'Linen shirt', price: 1_000, least: 2_000},
        {articleId: 'A-3', name: 'Silk scarf', price: 1_200, least: 4_500},
      ],
    });
    // Without the tax that prices contain nothing is known.
    await withVat(null);
    expect((await previewOf(id)).losing).toMatchObject({count: 0, notKnown: 3, sample: []});
  });

  it('the cost stays: it is what the supplier asks', async () => {
    const id = await aRun([change(), change({field: 'cost', undo: {from: '8.00', to: '7.00'}})]);
    const {fields, stays} = await previewOf(id);
    expect(fields).toEqual([{field: 'price', count: 1}]);
    expect(stays).toMatchObject([{reason: 'The cost is what the supplier asks, so it stays.', count: 1}]);
  });

  it('is not summed up any further once the page is closed', async () => {
    const id = await aRun([change()]);
    const tax = {taxesIncluded: false, vatPercent: null};
    const terms = {currency: 'EUR', perEuro: null, ...tax, payment: {percent: 0, fixed: 0}, shipping: null};
    const sales = {terms, zones: []};
    expect(await sumUndo(app.db, shop, id, sales, AbortSignal.abort())).toBeNull();
    expect(await sumUndo(app.db, shop, id, sales, new AbortController().signal)).toMatchObject({products: 1});
  });
});
