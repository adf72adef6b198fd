// Own prices of articles over the API: shown before they are saved, saved as they were shown, taken back, and all of them as a file.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {Settings} from '#domain/settings/settings.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {ArticleDetail} from '../../../server/http/contract/article.ts';
import {Articles} from '../../../server/http/contract/articles.ts';
import {Preview, RulesCount} from '../../../server/http/contract/preview.ts';
import {PriceTry} from '../../../server/http/contract/pricing.ts';
import {OwnPrices} from '../../../server/http/contract/products/own-prices.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

const fixed = (amount: number, currency = 'EUR') => ({kind: 'fixed', amount, currency});
const markup = (percent: number) => ({kind: 'markup', percent});
const all = [{id: 'all', effect: 'include'}];

describe.each(engines.databases)('own prices, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'X-1': {stock: {price: 1_000}}}, otherShop);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['own_prices', 'audit', 'listings', 'articles'] as const) {
      await app.db.deleteFrom(table).where('shop', '=', shop).execute();
    }
    await saveSettings(app.db, shop, Settings.parse({choice: all, pricing: {vatPercent: 20}}), new Date());
    await stock(app, {
      'A-1': {name: 'Shirt', rrp: 5_000, stock: {price: 1_000}},
      'A-2': {name: '=Trousers', rrp: null, stock: {price: 2_000}},
      'A-3': {name: 'Not read'},
    });
  });

  const ask = (changes: readonly object[], more: object = {}) =>
    app.merchant.post('/own-prices', {changes, ...more}, OwnPrices);
  const set = async (changes: readonly object[], more: object = {}) => {
    const {previewId} = await ask(changes);
    return ask(changes, {previewId, ...more});
  };
  const stored = async (id: string) => (await app.merchant.get(`/articles/${id}`, ArticleDetail)).ownPrice;
  const change = (articleId: string, own: object | null) => ({articleId, own});

  it('are shown before they are saved: the price, what is left of a piece, and what to think of', async () => {
    const {effects, saved, currency} = await ask([
      change('A-1', fixed(6_000)),
      change('A-2', markup(45)),
      change('A-3', fixed(100)),
      change('not known', fixed(100)),
    ]);
    expect([saved, currency]).toEqual([0, 'EUR']);
    expect(effects).toMatchObject([
      {articleId: 'A-1', state: 'changes', cost: 1_000, price: 6_000, rrp: 5_000, warnings: ['above_rrp'], saved: null},
      {articleId: 'A-2', state: 'changes', price: 3_480, reason: null},
      {articleId: 'A-3', price: null, reason: 'The price would be below cost.', warnings: ['off_sale']},
      {articleId: 'not known', state: 'unknown', price: null},
    ]);
    // 60.00 less 20 % tax, the cost of 10.00 and the dearest fee.
    expect(effects[0]?.left?.left).toBeLessThan(4_000);
    expect(await stored('A-1')).toBeNull();
    expect(await loadAudit(app.db, shop)).toEqual([]);
  });

  it('are saved as they were shown, stand in “Why this price”, in the plan, in the list and in what is tried', async () => {
    const answer = await set([change('A-1', fixed(6_000)), change('A-2', markup(45)), change('no such', markup(1))]);
    expect(answer).toMatchObject({previewId: null, runId: null, saved: 2});
    expect(await stored('A-1')).toEqual(fixed(6_000));
    const {next} = await app.merchant.get('/articles/A-1', ArticleDetail);
    expect(next).toMatchObject({kind: 'create', price: 6_000});
    const {articles} = await app.merchant.get('/articles?ownPrice=true', Articles);
    expect(
      articles.map(({id, ownPrice, expectedPrice, isOwnPriceShown: shown}) => [id, ownPrice, expectedPrice, shown]),
    ).toEqual([
      ['A-2', markup(45), 3_480, true],
      ['A-1', fixed(6_000), 6_000, true],
    ]);
    expect((await app.merchant.get('/articles?ownPrice=false', Articles)).articles.map(({id}) => id)).toEqual(['A-3']);
    const tried = await app.merchant.post('/pricing/try', {pricing: {vatPercent: 20}, articleId: 'A-2'}, PriceTry);
    expect(tried.trace).toContainEqual({step: 'own_markup', percent: 45, amount: 2_900});
  });

  it('can be taken back, and each change stands once in the audit trail', async () => {
    for (const _again of [1, 2]) await set([change('A-1', fixed(6_000))]);
    await set([change('A-1', markup(12.5))]);
    for (const _again of [1, 2]) await set([change('A-1', null)]);
    expect(await stored('A-1')).toBeNull();
    const trail = (await loadAudit(app.db, shop)).toReversed();
    expect(trail.map(({action, subject, before, after}) => [action, subject, before, after])).toEqual([
      ['own_price_set', 'A-1', null, '€60.00'],
      ['own_price_set', 'A-1', '€60.00', '12.5 %'],
      ['own_price_taken_back', 'A-1', '12.5 %', null],
    ]);
  });

  it('of a second tab overwrite nothing, and what was not shown like that is not saved', async () => {
    const mine = [change('A-1', fixed(6_000))];
    const {previewId} = await ask(mine);
    await set([change('A-1', markup(45))]);
    const refused = {status: 409, code: 'preview_expired', field: 'previewId'};
    expect(await app.merchant.refusal('POST', '/own-prices', {changes: mine, previewId})).toEqual(refused);
    expect(await stored('A-1')).toEqual(markup(45));
    const {previewId: other} = await ask([change('A-2', fixed(9_000))]);
    for (const changes of [mine, [change('A-2', fixed(9_100))], [change('A-2', null)]]) {
      expect(await app.merchant.refusal('POST', '/own-prices', {changes, previewId: other})).toEqual(refused);
    }
    // The cost moved: what the shopper pays is the same, but what was shown to be sold is not any more.
    const {previewId: before} = await ask([change('A-2', fixed(2_500))]);
    await stock(app, {'A-2': {name: '=Trousers', stock: {price: 2_400}}});
    const late = {changes: [change('A-2', fixed(2_500))], previewId: before};
    expect(await app.merchant.refusal('POST', '/own-prices', late)).toEqual(refused);
    expect(await stored('A-2')).toBeNull();
  });

  it('of two tabs at the same moment leave the one that was saved first', async () => {
    const tabs = [[change('A-1', fixed(6_000))], [change('A-1', fixed(7_000))]];
    const shown = await Promise.all(tabs.map((changes) => ask(changes)));
    const answers = await Promise.all(
      tabs.map((changes, at) => app.merchant.call('POST', '/own-prices', {changes, previewId: shown[at]?.previewId})),
    );
    expect(answers.map(({status}) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const won = answers.findIndex(({status}) => status === 200);
    expect(await stored('A-1')).toEqual(tabs[won]?.[0]?.own);
  });

  it('say that they replace a price edited in the store, and then it is given back', async () => {
    const written = {price: '19.20', compareAt: null, currency: 'EUR'};
    await onSale(app, ['A-1'], {price: 1_920, written});
    const edits = JSON.stringify({price: {written: '19.20', live: '15.00'}});
    await app.db.updateTable('listings').set({edits}).where('shop', '=', shop).execute();
    const {effects} = await ask([change('A-1', fixed(4_000))]);
    expect(effects).toMatchObject([{before: 1_500, price: 4_000, warnings: ['loses', 'replaces_edit']}]);
    await set([change('A-1', fixed(4_000))]);
    const {listing, next} = await app.merchant.get('/articles/A-1', ArticleDetail);
    expect(listing?.fields.find(({field}) => field === 'price')).toMatchObject({owner: 'sync', edit: null});
    expect(next).toMatchObject({kind: 'update', price: 4_000});
    // The price in the store is another one until the next update, and while an edit keeps it.
    const shown = async () => (await app.merchant.get('/articles?ownPrice=true', Articles)).articles[0];
    expect(await shown()).toMatchObject({price: 1_920, isOwnPriceShown: false, ownPriceNext: 4_000});
    const before = await shown();
    await app.db.updateTable('listings').set({edits, price: 4_000}).where('shop', '=', shop).execute();
    expect(await shown()).toMatchObject({price: 1_500, isOwnPriceShown: false, ownPriceNext: null});
    await app.db.updateTable('listings').set({edits: '{}'}).where('shop', '=', shop).execute();
    expect(await shown()).toMatchObject({price: 4_000, isOwnPriceShown: true, ownPriceNext: null, leftNext: null});
    // What was announced beside the price that the update writes is what is left afterwards.
    expect(before?.leftNext).not.toEqual(before?.left);
    expect((await shown())?.left).toEqual(before?.leftNext);
    // No update writes the price of an article that is not chosen, or whose price the merchant keeps.
    await app.db.updateTable('listings').set({price: 1_920}).where('shop', '=', shop).execute();
    const chooseIt = (chosen: boolean) =>
      app.db.updateTable('articles').set({chosen}).where('article_id', '=', ArticleId.parse('A-1')).execute();
    await chooseIt(false);
    expect(await shown()).toMatchObject({price: 1_920, ownPriceNext: null});
    await chooseIt(true);
    await app.db
      .updateTable('listings')
      .set({owned: JSON.stringify({price: 'merchant'})})
      .where('shop', '=', shop)
      .execute();
    expect(await shown()).toMatchObject({price: 1_920, ownPriceNext: null});
    await app.db.updateTable('listings').set({owned: '{}'}).where('shop', '=', shop).execute();
    expect(await shown()).toMatchObject({price: 1_920, ownPriceNext: 4_000});
  });

  it('count in the preview of other prices and of rules as a run would price them', async () => {
    await set([change('A-1', fixed(6_000)), change('A-2', markup(45)), change('A-3', fixed(100))]);
    const pricing = {vatPercent: 20, markupPercent: 300};
    const shown = await app.merchant.post('/preview', {pricing, charges: true}, Preview);
    expect(new Map(shown.prices.map(({articleId, after, own}) => [articleId, [after, own]]))).toEqual(
      new Map([
        ['A-1', [6_000, true]],
        ['A-2', [3_480, true]],
      ]),
    );
    expect(shown.held).toEqual({below_cost: 1});
    // No markup would help a price that no markup changes.
    expect(shown).toMatchObject({losing: 1, losingOwn: 1, charges: []});
    const counted = await app.merchant.post('/rules/count', {choice: all}, RulesCount);
    expect(counted.held).toBe(1);
  });

  it('start an update at once where that is asked for, of the changed articles alone', async () => {
    const {runId} = await set([change('A-1', fixed(6_000)), change('no such', fixed(1))], {applyNow: true});
    const run = await app.db
      .selectFrom('runs')
      .select(['kind', 'article_ids'])
      .where('id', '=', RunId.parse(runId))
      .execute();
    expect(run).toEqual([{kind: 'selected', article_ids: ['A-1']}]);
    expect((await set([change('A-1', fixed(6_000))], {applyNow: true})).runId).toBeNull();
  });

  it.each([
    ['nothing', {changes: []}, 422, 'changes'],
    ['an article twice', {changes: [change('A-1', null), change('A-1', markup(1))]}, 422, 'changes'],
    ['more than fit', {changes: Array.from({length: 201}, (_, at) => change(`${at}`, null))}, 422, 'changes'],
    ['a price of zero', {changes: [change('A-1', fixed(0))]}, 422, 'changes.0.own.amount'],
    ['a part of a cent', {changes: [change('A-1', fixed(1.5))]}, 422, 'changes.0.own.amount'],
    ['a price beyond all', {changes: [change('A-1', fixed(1e15))]}, 422, 'changes.0.own.amount'],
    ['a markup below zero', {changes: [change('A-1', markup(-1))]}, 422, 'changes.0.own.percent'],
    ['a markup above a thousand', {changes: [change('A-1', markup(1_000.01))]}, 422, 'changes.0.own.percent'],
    ['three decimals of a per cent', {changes: [change('A-1', markup(1.005))]}, 422, 'changes.0.own.percent'],
    ['another kind', {changes: [change('A-1', {kind: 'gift'})]}, 422, 'changes.0.own.kind'],
    ['both kinds', {changes: [change('A-1', {...fixed(1), percent: 1})]}, 422, 'changes.0.own'],
    ['another currency', {changes: [change('A-1', fixed(100, 'CHF'))]}, 422, 'changes.0'],
    ['a forged preview', {changes: [change('A-1', markup(1))], previewId: 'x'}, 409, 'previewId'],
    ['no body', undefined, 422, 'changes'],
  ])('are refused in words: %s', async (_what, body, status, field) => {
    expect(await app.merchant.refusal('POST', '/own-prices', body)).toMatchObject({status, field});
    expect(await stored('A-1')).toBeNull();
  });

  it('are one shop’s: another one’s article is unknown, its preview is none, and its prices are not in the file', async () => {
    const {effects} = await ask([change('X-1', fixed(100))]);
    expect(effects).toMatchObject([{state: 'unknown', name: '', cost: null}]);
    await stock(app, {'A-1': {stock: {price: 1_000}}}, otherShop);
    const changes = [change('A-1', fixed(6_000))];
    const {previewId} = await app.stranger.post('/own-prices', {changes}, OwnPrices);
    expect(await app.merchant.refusal('POST', '/own-prices', {changes, previewId})).toMatchObject({status: 409});
    await app.stranger.post('/own-prices', {changes, previewId}, OwnPrices);
    expect(await stored('A-1')).toBeNull();
    expect((await app.merchant.call('GET', '/own-prices.csv')).text).not.toContain('A-1');
  });

  it('are a file with a line each, in which no cell is a formula', async () => {
    await set([change('A-1', fixed(129_90)), change('A-2', markup(45))]);
    const {status, text} = await app.merchant.call('GET', '/own-prices.csv');
    expect(status).toBe(200);
    expect(text.split('\r\n')).toEqual([
      '\ufeff"article","price or markup","name"',
      '"A-1","129.90 EUR","Shirt"',
      `"A-2","45 %","'=Trousers"`,
      '',
    ]);
  });
});
