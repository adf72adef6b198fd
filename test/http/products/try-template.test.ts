// A template tried on one article, and the settings of how products look saved by the merchant.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {ProductsPart} from '../../../server/http/contract/settings.ts';
import {TemplateTry} from '../../../server/http/contract/template/template-try.ts';
import {engines} from '../../support/database.ts';
import {fieldErrorsOf, shop} from '../bare-app.ts';
import {type CatalogueTestApp, choose, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('how products look, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {brand: 'Nordwind', name: 'Parka', category: 'Coats', stock: {price: 1_000}},
      'A-2': {brand: 'Nordwind', name: 'Shirt', category: 'Shirts', origin: 'Italia', stock: {price: 2_000}},
    });
    await stock(app, {'X-1': {brand: 'Foreign'}}, otherShop);
  });
  beforeEach(async () => {
    await app.db.deleteFrom('listings').execute();
    const choice = [ChoiceRule.parse({id: 'all', effect: 'include'})];
    await saveSettings(app.db, shop, {choice, pricing: {vatPercent: 20}}, new Date());
    await choose(app);
  });
  afterAll(() => app.close());

  const tried = async (body: object) => (await app.merchant.post('/template/try', body, TemplateTry)).tried;
  const put = (body: object) => app.merchant.call('PUT', '/settings/products', body);
  const preview = (body: object) => app.merchant.post('/preview', body, Preview);
  const settings = async () => (await loadStoredSettings(app.db, shop)).settings;
  const typed = {
    template: {
      title: '{brand} {name}',
      tags: ['{category}', 'new'],
      vendors: {nordwind: 'North'},
      types: {Shirts: 'Tops'},
      weights: {Shirts: 250},
      origin: true,
    },
    owned: {},
  };

  it('is tried on the first article in the store, beside what the saved settings make', async () => {
    await onSale(app, ['A-2'], {written: {title: 'Shirt'}, cost: 2_000});
    expect(await tried(typed)).toEqual({
      article: {id: 'A-2', name: 'Shirt', brand: 'Nordwind', picture: expect.anything()},
      saved: {title: 'Shirt', tags: [], vendor: 'Nordwind', type: 'Shirts', weightGrams: null, origin: null},
      typed: {
        title: 'Nordwind Shirt',
        tags: ['Shirts', 'new'],
        vendor: 'North',
        type: 'Tops',
        weightGrams: 250,
        origin: 'IT',
      },
      notes: [],
      owners: {title: 'merchant', tags: 'merchant', vendor: 'merchant', type: 'merchant'},
    });
    expect((await settings()).template.title).toBe('{name}');
  });

  it('is tried on the first article of the catalogue where the store has none, or on the one that is named', async () => {
    expect(await tried(typed)).toMatchObject({article: {id: 'A-1'}, owners: null});
    expect(await tried({...typed, articleId: 'A-2'})).toMatchObject({article: {id: 'A-2'}, typed: {type: 'Tops'}});
  });

  it('says who writes the fields of the product: what the merchant edited stays the merchant’s', async () => {
    await onSale(app, ['A-2'], {written: {title: 'Shirt', vendor: 'Nordwind'}, cost: 2_000});
    const edits = JSON.stringify({title: {written: 'Shirt', live: 'My shirt'}});
    await app.db.updateTable('listings').set({edits}).execute();
    expect(await tried({...typed, owned: {title: 'sync', vendor: 'sync'}})).toMatchObject({
      owners: {title: 'merchant', vendor: 'sync'},
    });
  });

  it.each(['X-1', 'none', '\0', 'x'.repeat(200)])(
    'knows no article %j of another shop or of none',
    async (articleId) => {
      const refused = await app.merchant.call('POST', '/template/try', {...typed, articleId});
      expect([404, 422]).toContain(refused.status);
    },
  );

  it('names every wrong field at once, in the trial, the preview and the save', async () => {
    const template = {title: '{colour}', tags: ['a, b'], vendors: {Nordwind: ' '}, weights: {Shirts: 0.5}};
    for (const answer of [
      await app.merchant.call('POST', '/template/try', {template, owned: {}}),
      await app.merchant.call('POST', '/preview', {template}),
      await put({template}),
    ]) {
      expect(answer.status).toBe(422);
      expect(fieldErrorsOf(answer)).toMatchObject({
        'template.title': expect.stringContaining('{colour} stands for nothing.'),
        'template.tags.0': expect.stringContaining('no comma'),
        'template.vendors.Nordwind': expect.stringContaining('remove the row'),
        'template.weights.Shirts': 'Enter whole grams, such as 350.',
      });
    }
    expect((await settings()).template.title).toBe('{name}');
  });

  it.each(['\0', '\ud83d'])('text that no column can store is refused, not an error of ours: %j', async (sign) => {
    for (const template of [{title: sign}, {tags: [sign]}, {vendors: {[sign]: 'North'}}, {vendors: {Nordwind: sign}}]) {
      for (const answer of [
        await app.merchant.call('POST', '/template/try', {template, owned: {}}),
        await put({template}),
      ]) {
        expect([JSON.stringify(template), answer.status]).toEqual([JSON.stringify(template), 422]);
      }
    }
  });

  it('counts the products of which the next update writes a field, and no field that is the merchant’s', async () => {
    await onSale(app, ['A-1', 'A-2'], {written: {title: 'x'}, cost: 1_000});
    await app.db
      .updateTable('listings')
      .set({edits: '{"title":{"written":"x","live":"y"}}'})
      .where('article_id', '=', ArticleId.parse('A-1'))
      .execute();
    const mine = await preview({template: typed.template});
    expect(mine.fieldsWritten.title).toBeUndefined();
    const synced = await preview({template: typed.template, owned: {title: 'sync'}});
    expect(synced.fieldsWritten.title).toBe(1);
  });

  it('that products stay on sale is saved only with the preview that shows it', async () => {
    await app.db
      .updateTable('articles')
      .set({listed: false})
      .where('article_id', '=', ArticleId.parse('A-2'))
      .execute();
    try {
      await choose(app);
      await onSale(app, ['A-1', 'A-2'], {written: {price: '15.00'}, cost: 1_000});
      expect(await app.merchant.refusal('PUT', '/settings/products', {keepOnSale: true})).toMatchObject({
        status: 409,
        code: 'preview_needed',
      });
      const kept = await preview({keepOnSale: true});
      expect(kept).toMatchObject({retired: 0, products: 2});
      expect((await put({keepOnSale: true, previewId: kept.id})).status).toBe(200);
      expect(
        await app.merchant.refusal('PUT', '/settings/products', {keepOnSale: false, previewId: kept.id}),
      ).toMatchObject({code: 'preview_expired'});
      expect(await app.merchant.refusal('PUT', '/settings/importing', {keepOnSale: false})).toMatchObject({
        code: 'preview_needed',
      });
      const retired = await preview({keepOnSale: false});
      expect(retired).toMatchObject({retired: 1, products: 1});
      expect((await put({keepOnSale: false, previewId: retired.id})).status).toBe(200);
    } finally {
      await app.db.updateTable('articles').set({listed: true}).execute();
    }
  });

  it('a standing word is saved beside a template that could not be entered today', async () => {
    await saveSettings(app.db, shop, {template: {title: '{colour} {name}'}}, new Date());
    const words = {standingColour: 'as pictured', standingSize: null};
    expect((await app.merchant.call('PUT', '/settings/template', words)).status).toBe(200);
    expect(await settings()).toMatchObject({
      template: {title: '{colour} {name}'},
      orders: {standingColour: 'as pictured'},
    });
  });

  it('what is left out of a save stays as it is', async () => {
    expect((await put({template: typed.template})).status).toBe(200);
    expect((await put({historyDays: 30, retireAs: 'archive'})).status).toBe(200);
    expect(await app.merchant.get('/settings/products', ProductsPart)).toMatchObject({
      template: {title: '{brand} {name}', origin: true},
      retireAs: 'archive',
      historyDays: 30,
      owned: {title: 'merchant'},
    });
    expect((await app.merchant.call('PUT', '/settings/products', {})).status).toBe(422);
  });
});
