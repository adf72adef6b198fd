// Prices: shown before they are saved, tried on an article, and what must be charged so that no zone loses money.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadStoredSettings, saveSettings, saveShopFacts} from '../../../server/db/shops/shops.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {PriceTry} from '../../../server/http/contract/pricing.ts';
import {Rules} from '../../../server/http/contract/settings.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, choose, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('prices, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {brand: 'Nordwind', origin: 'Italy', stock: {price: 3_683}},
      'A-2': {brand: 'Nordwind', stock: {price: 20_000}},
      'A-3': {brand: 'Sever'},
    });
  });
  beforeEach(async () => {
    const choice = [ChoiceRule.parse({id: 'n', effect: 'include', brands: ['Nordwind']})];
    await saveSettings(app.db, shop, {choice, pricing: {vatPercent: 22}}, new Date());
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE', 'GB', 'AU']}, new Date());
    await choose(app);
  });
  afterAll(() => app.close());

  const pricing = async () => (await loadStoredSettings(app.db, shop)).settings.pricing;
  const preview = (body: object) => app.merchant.post('/preview', body, Preview);
  const put = (body: object) => app.merchant.call('PUT', '/settings/pricing', body);
  const refusal = async (body: object) => {
    expect((await put(body)).status).toBe(409);
    return app.merchant.refusal('PUT', '/settings/pricing', body);
  };
  const tried = (body: object) => app.merchant.post('/pricing/try', body, PriceTry);

  it('are not saved unless the preview that shows their losses is named', async () => {
    const dearer = {...(await pricing()), markupPercent: 70};
    expect(await refusal({pricing: dearer})).toEqual({status: 409, code: 'preview_needed', field: 'previewId'});
    const seen = await preview({pricing: dearer});
    expect(seen).toMatchObject({losing: 1, losingByZone: {GB: 1, AU: 1}});
    expect(await refusal({pricing: {...dearer, markupPercent: 71}, previewId: seen.id})).toMatchObject({
      status: 409,
      code: 'preview_expired',
    });
    expect((await pricing()).markupPercent).toBe(60);
    expect((await put({pricing: dearer, previewId: seen.id})).status).toBe(200);
    expect((await pricing()).markupPercent).toBe(70);
    // Nothing changes, so there is nothing to show.
    expect((await put({pricing: dearer})).status).toBe(200);
  });

  it('are not saved on a preview that knew fewer zones, or another choice', async () => {
    const dearer = {...(await pricing()), markupPercent: 70};
    const {id} = await preview({pricing: dearer});
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE', 'GB', 'AU', 'KR']}, new Date());
    expect(await refusal({pricing: dearer, previewId: id})).toMatchObject({code: 'preview_expired'});
    const again = await preview({pricing: dearer});
    const {id: noRules} = await preview({choice: []});
    await app.merchant.put('/settings/rules', {choice: [], previewId: noRules}, Rules);
    expect(await refusal({pricing: dearer, previewId: again.id})).toMatchObject({code: 'preview_expired'});
  });

  it('are not saved on a preview from before an article was picked by hand, or prices on request were taken in', async () => {
    const dearer = {...(await pricing()), markupPercent: 70};
    const {id} = await preview({pricing: dearer});
    await app.merchant.call('PUT', '/articles/hand', {articleIds: ['A-3'], hand: 'picked'});
    expect(await refusal({pricing: dearer, previewId: id})).toMatchObject({code: 'preview_expired'});
    await app.merchant.call('PUT', '/articles/hand', {articleIds: ['A-3'], hand: null});
    expect((await put({pricing: dearer, previewId: id})).status).toBe(200);

    const dearest = {...dearer, markupPercent: 90};
    const again = await preview({pricing: dearest});
    const {id: seen} = await preview({onRequest: true});
    const importing = {newProducts: 'draft', retireAs: 'draft', onRequest: true, historyDays: 30, previewId: seen};
    expect((await app.merchant.call('PUT', '/settings/importing', importing)).status).toBe(200);
    expect(await refusal({pricing: dearest, previewId: again.id})).toMatchObject({code: 'preview_expired'});
  });

  it('that take products off sale, because their margin is below the floor, are counted apart from what is not on sale', async () => {
    await onSale(app, ['A-1'], {written: {price: '71.89'}, cost: 3_683});
    const high = {...(await pricing()), floorMarginPercent: 50};
    expect(await preview({pricing: high})).toMatchObject({held: {below_floor: 2}, takenOffSale: {below_floor: 1}});
    expect(await preview({})).toMatchObject({held: {}, takenOffSale: {}});
    await app.db.deleteFrom('listings').execute();
  });

  it('a preview says what must be charged, and that is enough: markup, add-on, or the fee of the dearest zone in the price', async () => {
    const saved = await pricing();
    const {charges, carry} = await preview({charges: true});
    expect(charges).toEqual([{rule: null, articles: 2, losing: 1, markupPercent: 95.02, addOn: 1_290, capped: 0}]);
    expect(carry).toEqual({zone: 'AU', losing: 0});
    for (const change of [{markupPercent: 95.02}, {addOn: 1_290}, {carryZone: 'AU'}]) {
      expect(await preview({pricing: {...saved, ...change}})).toMatchObject({losing: 0, losingByZone: {}});
    }
    for (const change of [{markupPercent: 95.01}, {addOn: 1_289}]) {
      expect((await preview({pricing: {...saved, ...change}})).losing).toBeGreaterThan(0);
    }
    expect(await preview({})).toMatchObject({charges: [], carry: null});
  });

  it('of the merchant’s own count as the store shows them: no run changes them, and no markup helps', async () => {
    const {db} = app;
    await onSale(app, ['A-1', 'A-2'], {written: {price: '390.40', currency: 'EUR'}});
    const set = (id: string, columns: {readonly edits?: string; readonly owned?: string}) =>
      db.updateTable('listings').set(columns).where('article_id', '=', ArticleId.parse(id)).execute();
    // The calculated price of A-2 loses nowhere; the merchant's does, the lowest of its variants.
    expect(await preview({})).toMatchObject({losing: 1, losingOwn: 0});
    await set('A-2', {edits: JSON.stringify({price: {written: '390.40', live: '240.00, 200.00'}})});
    const own = await preview({charges: true});
    expect(own).toMatchObject({losing: 2, losingOwn: 1, losingByZone: {EU: 1, GB: 2, AU: 2}});
    // Its price of 200.00 is in the store already; what is not on sale loses nothing yet.
    expect(own.prices.map(({articleId, losesAlready}) => [articleId, losesAlready])).toEqual([
      ['A-2', true],
      ['A-1', false],
    ]);
    expect(own.losingAlready).toBe(1);
    await db.updateTable('listings').set({state: 'retired'}).where('article_id', '=', ArticleId.parse('A-2')).execute();
    expect((await preview({})).losingAlready).toBe(0);
    await db.updateTable('listings').set({state: 'active'}).where('article_id', '=', ArticleId.parse('A-2')).execute();
    expect(own.prices[0]).toMatchObject({articleId: 'A-2', own: true, before: 20_000, after: 20_000});
    // 200.00 without 22 % tax is 163.93, and the article costs 200.00.
    expect(own.prices[0]?.zones[0]).toEqual({zone: 'EU', fee: 1_600, margin: 16_393 - 20_000 - 1_600});
    expect(own.prices[1]).toMatchObject({articleId: 'A-1', own: false});
    expect(own.charges).toMatchObject([{articles: 1, losing: 1}]);
    expect(own.carry).toMatchObject({losing: 0});
    // By the setting of one product, what the app wrote last is what the store shows.
    await set('A-2', {edits: '{}', owned: JSON.stringify({price: 'merchant'})});
    expect((await preview({})).prices.find(({articleId}) => articleId === 'A-2')).toMatchObject({
      own: true,
      after: 39_040,
    });
    await set('A-2', {edits: '{}', owned: '{}'});
    expect((await preview({})).prices.every((price) => !price.own)).toBe(true);
    await db.deleteFrom('listings').execute();
  });

  it('that lose money are all named, page by page, worst first', async () => {
    const many = Object.fromEntries(
      Array.from({length: 45}, (_, at) => [
        `L-${String(at).padStart(2, '0')}`,
        {brand: 'Lots', stock: {price: 500 + at}},
      ]),
    );
    await stock(app, many);
    const choice = [ChoiceRule.parse({id: 'l', effect: 'include', brands: ['Lots']})];
    const named: string[] = [];
    const margins: number[] = [];
    let from: number | null = 0;
    let losing = 0;
    while (from !== null) {
      const page: Preview = await preview({choice, pricesFrom: from});
      named.push(...page.prices.map(({articleId}) => articleId));
      margins.push(...page.prices.map(({zones}) => Math.min(...zones.map(({margin}) => margin ?? 0))));
      ({losing, pricesNext: from} = page);
    }
    expect([named.length, new Set(named).size, losing]).toEqual([45, 45, 45]);
    expect(margins).toEqual(margins.toSorted((one, other) => one - other));
    expect(await preview({choice})).toMatchObject({pricesListed: 45});
    await app.db.deleteFrom('articles').where('brand', '=', 'Lots').execute();
  });

  it('are tried on an article: each step, what is left in each zone, and the least price that loses nowhere', async () => {
    const answer = await tried({pricing: await pricing(), articleId: 'A-1'});
    expect(answer).toMatchObject({
      article: {id: 'A-1', brand: 'Nordwind'},
      cost: 3_683,
      isListCost: false,
      currency: 'EUR',
      price: 7_189,
      reason: null,
      leastPrice: 8_763,
    });
    expect(answer.trace.map(({step}) => step)).toEqual(['supplier', 'rule', 'markup', 'tax', 'compare_at']);
    const left = Object.fromEntries(answer.zones.map(({zone, one, three}) => [zone, [one, three]]));
    expect(left).toMatchObject({EU: [610, 5_030], GB: [-790, 3_630], KR: [-1_290, 3_130]});
    const duty = (zone: string) => answer.zones.find((one) => one.zone === zone)?.duty ?? '';
    expect(duty('EU')).toBe('');
    expect(duty('JP')).toContain('The declared origin is “Italy”: goods of EU preferential origin');
    const carried = await tried({pricing: {...(await pricing()), carryZone: 'AU'}, articleId: 'A-1'});
    expect(carried.zones.find(({zone}) => zone === 'AU')?.one).toBeGreaterThanOrEqual(0);
    expect(carried.trace).toContainEqual(expect.objectContaining({step: 'shipping', zone: 'AU', fee: 3_500}));
  });

  it('are tried on any cost, on an article whose details were not read, and refused in words', async () => {
    const saved = await pricing();
    expect(await tried({pricing: saved, cost: 1_000})).toMatchObject({article: null, cost: 1_000, price: 1_952});
    expect(await tried({pricing: saved, articleId: 'A-3'})).toMatchObject({cost: 1_800, isListCost: true});
    const missing = await tried({pricing: {...saved, vatPercent: null}, cost: 1_000});
    expect(missing).toMatchObject({
      price: null,
      zones: [],
      reason: expect.stringContaining('set the VAT they contain'),
    });
    const attempt = (body: object) => app.merchant.refusal('POST', '/pricing/try', body);
    expect(await attempt({pricing: saved, articleId: 'Z-9'})).toMatchObject({status: 404, code: 'not_found'});
    expect(await attempt({pricing: saved})).toMatchObject({status: 422, field: 'articleId'});
    expect(await attempt({pricing: saved, cost: 1, articleId: 'A-1'})).toMatchObject({status: 422});
    expect(await attempt({pricing: saved, cost: 0})).toMatchObject({status: 422, field: 'cost'});
    expect(await attempt({pricing: {...saved, carryZone: 'XX'}, cost: 5})).toMatchObject({field: 'pricing.carryZone'});
  });
});
