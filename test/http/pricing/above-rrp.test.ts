// Prices above the one that the brand recommends are counted and named before they are saved.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadStoredSettings, saveSettings, saveShopFacts} from '../../../server/db/shops/shops.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, choose, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('prices above the recommended one, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    // At 60 % and 22 % VAT: 19.52 each.
    await stock(app, {
      'A-1': {brand: 'Nordwind', rrp: 1_951, stock: {price: 1_000}},
      'A-2': {brand: 'Nordwind', rrp: 1_952, stock: {price: 1_000}},
      'A-3': {brand: 'Nordwind', rrp: null, stock: {price: 1_000}},
    });
    const choice = [ChoiceRule.parse({id: 'n', effect: 'include', brands: ['Nordwind']})];
    await saveSettings(app.db, shop, {choice, pricing: {vatPercent: 22}}, new Date());
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE']}, new Date());
    await choose(app);
  });
  afterAll(() => app.close());

  const above = async (change: object = {}) => {
    const {pricing} = (await loadStoredSettings(app.db, shop)).settings;
    const {aboveRrp, prices} = await app.merchant.post('/preview', {pricing: {...pricing, ...change}}, Preview);
    return {aboveRrp, named: prices.filter((price) => price.aboveRrp).map(({articleId}) => articleId)};
  };

  it('are counted and named; one that is equal to it, or has none to compare with, is not', async () => {
    expect(await above()).toEqual({aboveRrp: 1, named: ['A-1']});
    expect(await above({markupPercent: 61})).toMatchObject({aboveRrp: 2});
  });

  it('are none where prices are capped at it', async () => {
    expect(await above({capAtRrp: true})).toEqual({aboveRrp: 0, named: []});
  });

  it('count by the price in the store where that is the merchant’s own', async () => {
    await onSale(app, ['A-2'], {written: {price: '19.52', currency: 'EUR'}});
    const edits = JSON.stringify({price: {written: '19.52', live: '25.00'}});
    await app.db.updateTable('listings').set({edits}).where('article_id', '=', ArticleId.parse('A-2')).execute();
    expect(await above({capAtRrp: true})).toEqual({aboveRrp: 1, named: ['A-2']});
  });

  it('are compared without the tax that is added to them, so that one that is named is above for certain', async () => {
    await app.db.updateTable('shops').set({taxes_included: false}).where('shop', '=', shop).execute();
    // Without VAT: 16.00.
    expect(await above()).toEqual({aboveRrp: 1, named: ['A-2']});
    expect((await above({markupPercent: 96})).named.toSorted()).toEqual(['A-1', 'A-2']);
  });
});
