import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {Settings} from '#domain/settings/settings.ts';
import {rulesFingerprint} from '../../server/db/catalogue/choice.ts';
import {saveRetiredFor} from '../../server/db/listings/listings-to-retire.ts';
import {loadStoredSettings} from '../../server/db/shops/shops.ts';
import {Articles} from '../../server/http/contract/articles.ts';
import {Preview, RulesCount} from '../../server/http/contract/preview.ts';
import {Importing, Pricing, ProductsPart, Rules, Template} from '../../server/http/contract/settings.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, choose, onSale, openCatalogueTestApp, otherShop, stock} from './catalogue-test-app.ts';

const importing = {newProducts: 'draft', retireAs: 'draft', onRequest: false, historyDays: 30};
const rule = (facts: Partial<ChoiceRule> & {readonly id: string}) => ChoiceRule.parse({effect: 'include', ...facts});

describe.each(engines.databases)('the catalogue’s settings, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {brand: 'Nordwind', stock: {price: 1_000}},
      'A-2': {brand: 'Nordwind', stock: {price: 2_000}},
      'A-3': {brand: 'Sever', stock: {price: 3_000}, pricing: 'on_request'},
      'A-4': {brand: 'Sever', colours: ['Red', 'Blue']},
      'A-5': {brand: 'Sever', currency: 'USD', stock: {price: 500}},
    });
    await stock(app, {'X-1': {brand: 'Nordwind'}}, otherShop);
  });
  beforeEach(async () => {
    await app.db.deleteFrom('listings').execute();
    await app.db.updateTable('shops').set({settings: '{}', retired_for: null}).execute();
    await choose(app);
  });
  afterAll(() => app.close());

  const stored = async () => (await loadStoredSettings(app.db, shop)).settings;
  const retiredFor = async () =>
    (await app.db.selectFrom('shops').select('retired_for').where('shop', '=', shop).executeTakeFirstOrThrow())
      .retired_for;
  const preview = (body: object) => app.merchant.post('/preview', body, Preview);
  const savePricing = async (pricing: object) => {
    const {id} = await preview({pricing});
    return app.merchant.put('/settings/pricing', {pricing, previewId: id}, Pricing);
  };
  const putRules = async (choice: readonly ChoiceRule[]) => {
    const {id} = await preview({choice});
    return app.merchant.put('/settings/rules', {choice, previewId: id}, Rules);
  };

  /** The refusal of these rules; an assertion where they are saved instead. */
  const refusalOf = async (choice: readonly ChoiceRule[], previewId?: string) => {
    expect((await app.merchant.call('PUT', '/settings/rules', {choice, previewId})).status).toBe(409);
    return app.merchant.refusal('PUT', '/settings/rules', {choice, previewId});
  };

  it('each part is replaced by itself, and two at once both count', async () => {
    await savePricing({markupPercent: 80, vatPercent: 19});
    await putRules([rule({id: 'one', brands: ['Nordwind']})]);
    await Promise.all([
      app.merchant.put('/settings/template', {template: {title: '{brand} {name}'}, standingSize: 'one size'}, Template),
      app.merchant.put('/settings/products', {owned: {title: 'sync'}}, ProductsPart),
      app.merchant.put('/settings/importing', {...importing, newProducts: 'active', retireAs: 'archive'}, Importing),
    ]);
    expect(await stored()).toMatchObject({
      choice: [{id: 'one'}],
      pricing: {markupPercent: 80, vatPercent: 19},
      template: {title: '{brand} {name}'},
      owned: {title: 'sync', price: 'sync', vendor: 'merchant'},
      newProducts: 'active',
      retireAs: 'archive',
      historyDays: 30,
      orders: {standingSize: 'one size', sendingPaused: false},
    });
    expect(await app.merchant.get('/settings/pricing', Pricing)).toMatchObject({currency: 'EUR', taxesIncluded: true});
    expect(await app.merchant.get('/settings/template', Template)).toMatchObject({standingSize: 'one size'});
    expect((await app.stranger.get('/settings/rules', Rules)).choice).toEqual([]);
  });

  it('shows at once what rules choose', async () => {
    await putRules([rule({id: 'one', brands: ['nordwind']}), rule({id: 'two', effect: 'exclude', costFrom: 1_500})]);
    const {articles} = await app.merchant.get('/articles?chosen=true', Articles);
    expect(articles.map(({id, chosenBy}) => [id, chosenBy])).toEqual([['A-1', 'one']]);
  });

  it('counts what rules would choose while they are written, and saves nothing', async () => {
    await savePricing({vatPercent: 19});
    await onSale(app, ['A-1'], {written: {price: '15.00'}, cost: 1_000});
    const body = {choice: [rule({id: 'all'})]};
    const counted = await app.merchant.post('/rules/count', body, RulesCount);
    expect(counted).toMatchObject({chosen: 5, held: 1, quarantined: 1, products: 3, created: 2, unread: 1});
    const {held, ...sum} = RulesCount.extend({held: Preview.shape.held}).parse(await preview(body));
    // The preview has no pictures.
    const figures = {...counted, examples: []};
    expect({...sum, held: Object.values(held).reduce((all, count) => all + count, 0)}).toEqual(figures);
    expect((await stored()).choice).toEqual([]);
  });

  it('a preview tells what a run would make of it, by kind and by reason, and writes nothing', async () => {
    await onSale(app, ['A-1'], {written: {price: '15.00'}, cost: 1_000});
    const sum = await preview({choice: [rule({id: 'all'})], pricing: {vatPercent: 19}});
    expect(sum).toMatchObject({
      articles: 5,
      chosen: 5,
      created: 2,
      updated: 1,
      held: {on_request: 1},
      quarantined: 1,
      retired: 0,
      unread: 1,
      products: 3,
      variants: 4 + 4 + 2 * 5,
      variantsEstimated: 2 * 5,
      pricesChanged: 1,
    });
    expect(sum.prices.find(({articleId}) => articleId === 'A-1')).toMatchObject({
      cost: 1_000,
      before: 1_500,
      after: 1_904,
    });
    expect(await stored()).toEqual(Settings.parse({}));
    expect(await app.db.selectFrom('runs').selectAll().execute()).toEqual([]);
  });

  it('without VAT everything is held, and the preview says so', async () => {
    expect((await preview({choice: [rule({id: 'all'})]})).held).toEqual({vat_missing: 3, on_request: 1});
  });

  it('rules are saved with the preview that shows what they do, and with no other; the same rules again need none', async () => {
    await putRules([rule({id: 'all'})]);
    await onSale(app, ['A-1', 'A-2', 'A-3', 'A-4']);
    await saveRetiredFor(app.db, shop, 'the choice before');

    const nothing = [rule({id: 'none', effect: 'exclude'})];
    expect(await refusalOf(nothing)).toEqual({status: 409, code: 'preview_needed', field: 'previewId'});
    const seen = await preview({choice: nothing});
    expect(seen).toMatchObject({retired: 4, products: 0});
    expect(seen.brake).toMatch(/no longer among the chosen/);
    expect(await refusalOf([rule({id: 'other', brands: ['Sever']})], seen.id)).toMatchObject({code: 'preview_expired'});
    expect((await stored()).choice).toEqual([rule({id: 'all'})]);

    const unconfirmed = rulesFingerprint({settings: Settings.parse({choice: nothing})});
    await app.merchant.put('/settings/rules', {choice: nothing, previewId: seen.id}, Rules);
    expect(await retiredFor()).not.toBe(unconfirmed);
    await app.merchant.put('/settings/rules', {choice: nothing}, Rules);
    expect(await retiredFor()).not.toBe(unconfirmed);
  });

  it('rules are not saved on a preview from before articles were picked by hand or prices on request were taken in', async () => {
    const choice = [rule({id: 'all'})];
    const attempt = (previewId: string) => refusalOf(choice, previewId);
    const {id} = await preview({choice});
    await app.merchant.call('PUT', '/articles/hand', {articleIds: ['A-2'], hand: 'left_out'});
    expect(await attempt(id)).toMatchObject({code: 'preview_expired'});
    const again = await preview({choice});
    await app.merchant.call('PUT', '/articles/hand', {articleIds: ['A-2'], hand: null});
    expect(await attempt(again.id)).toMatchObject({code: 'preview_expired'});
    const before = await preview({choice});
    const {id: seen} = await preview({onRequest: true});
    await app.merchant.put('/settings/importing', {...importing, onRequest: true, previewId: seen}, Importing);
    expect(await attempt(before.id)).toMatchObject({code: 'preview_expired'});
    const {id: fresh} = await preview({choice});
    expect((await app.merchant.put('/settings/rules', {choice, previewId: fresh}, Rules)).choice).toEqual(choice);
  });

  it('a preview that is another shop’s, an hour old or made up confirms nothing', async () => {
    const choice = [rule({id: 'all'})];
    const foreign = (await app.stranger.post('/preview', {choice}, Preview)).id;
    for (const previewId of [foreign, 'made up', 'a.b.c.d']) {
      expect(await app.merchant.refusal('PUT', '/settings/rules', {choice, previewId})).toEqual({
        status: 409,
        code: 'preview_expired',
        field: 'previewId',
      });
    }
    expect((await stored()).choice).toEqual([]);
  });

  it.each([
    ['/settings/rules', {}, 'choice'],
    ['/settings/rules', {choice: [{id: 'a', effect: 'perhaps'}]}, 'choice.0.effect'],
    ['/settings/rules', {choice: [rule({id: 'a'}), rule({id: 'a'})]}, 'choice'],
    ['/settings/rules', {choice: [{id: 'a', effect: 'include', costFrom: 1.5}]}, 'choice.0.costFrom'],
    ['/settings/rules', {choice: [{id: 'a', effect: 'include', brands: [7]}]}, 'choice.0.brands.0'],
    ['/settings/pricing', {pricing: {markupPercent: -1}}, 'pricing.markupPercent'],
    ['/settings/pricing', {pricing: {markupPercent: '60'}}, 'pricing.markupPercent'],
    ['/settings/pricing', {pricing: {vatPercent: 51}}, 'pricing.vatPercent'],
    [
      '/settings/pricing',
      {pricing: {rate: {currency: 'CZK', perEuro: 'many', asOf: '2026-11-01'}}},
      'pricing.rate.perEuro',
    ],
    ['/settings/pricing', {pricing: {rate: {currency: 'CZK', perEuro: '25.1', asOf: 'today'}}}, 'pricing.rate.asOf'],
    ['/settings/pricing', {pricing: {rounding: [{currency: 'EUR', endings: [99], step: 10}]}}, 'pricing.rounding.0'],
    ['/settings/template', {template: {title: ''}}, 'template.title'],
    ['/settings/template', {template: {weights: {Shirts: 0}}}, 'template.weights.Shirts'],
    ['/settings/products', {owned: {price: 'unknown'}}, 'owned.price'],
    ['/settings/importing', {newProducts: 'draft', retireAs: 'delete', onRequest: false, historyDays: 30}, 'retireAs'],
    ['/settings/importing', {newProducts: 'draft', retireAs: 'draft', onRequest: false, historyDays: 1}, 'historyDays'],
  ])('PUT %s refuses %j in words and changes nothing', async (path, body, field) => {
    expect(await app.merchant.refusal('PUT', path, body)).toEqual({status: 422, code: 'invalid_input', field});
    expect(await stored()).toEqual(Settings.parse({}));
  });

  it('__proto__ as a key is no key of ours', async () => {
    await app.merchant.call(
      'PUT',
      '/settings/template',
      '{"template":{"vendors":{"__proto__":"x","Nordwind":"NW"}},"__proto__":{"a":1}}',
    );
    const {template} = await app.merchant.get('/settings/template', Template);
    expect(template.vendors).toEqual({Nordwind: 'NW'});
    expect(await app.merchant.refusal('POST', '/preview', '{"choice":{"__proto__":[]}}')).toMatchObject({
      status: 422,
    });
  });
});
