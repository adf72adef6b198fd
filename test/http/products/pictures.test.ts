// What a merchant sees of the catalogue before choosing: pictures, counts and costs of brands and categories, of what rules choose, and
// the articles that prices are tried on.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {RulesCount} from '../../../server/http/contract/preview.ts';
import {PriceExamples} from '../../../server/http/contract/pricing.ts';
import {Choices} from '../../../server/http/contract/settings.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, choose, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

const pictureOf = (id: string) => `https://img.example/${id}.jpg`;
const pictured = (id: string) => ({images: [pictureOf(id), pictureOf(`${id}-back`)]});

describe.each(engines.databases)('the catalogue in pictures, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const entries = Array.from({length: 20}, (_, at) => [
      `N-${String(at).padStart(2, '0')}`,
      {brand: 'Nordwind', category: 'Shirts', stock: {price: 1_000 + 100 * at}, ...pictured(`N-${at}`)},
    ]);
    await stock(app, {
      ...Object.fromEntries(entries),
      'S-1': {brand: 'Sever', category: 'Hats', ...pictured('S-1')},
      'S-2': {brand: 'sever', category: 'Hats', stock: {price: 9_900}, images: []},
      'S-3': {brand: 'sever', category: 'Hats', stock: {price: 4_000}, ...pictured('S-3')},
      'B-1': {brand: 'Bare', category: '', stock: {price: 5}, images: []},
      'R-1': {brand: 'Nordwind', category: 'Shirts', pricing: 'on_request', ...pictured('R-1')},
    });
    // The same ids as here: each store has its own copy of the catalogue.
    const theirs = {brand: 'Nordwind', category: 'Coats', ...pictured('X-1')};
    await stock(app, {'N-00': theirs, 'N-01': theirs, 'S-1': theirs}, otherShop);
  });
  afterAll(() => app.close());

  const chosenBy = (rule: object) => ({choice: [ChoiceRule.parse({id: 'one', effect: 'include', ...rule})]});
  const examplesOf = async (rule: object) =>
    (await app.merchant.post('/rules/count', chosenBy(rule), RulesCount)).examples;

  it('brands and categories have the picture of one of their articles, and what these cost, in all spellings', async () => {
    const {brands, categories} = await app.merchant.get('/choices', Choices);
    expect(brands).toEqual([
      {name: 'Bare', articles: 1, picture: null, costFrom: 5, costTo: 5},
      {name: 'Nordwind', articles: 21, picture: pictureOf('N-0'), costFrom: 1_000, costTo: 2_900},
      {name: 'sever', articles: 3, picture: pictureOf('S-3'), costFrom: 1_800, costTo: 9_900},
    ]);
    expect(categories.map(({name}) => name)).toEqual(['Hats', 'Shirts']);
    const theirs = await app.stranger.get('/choices', Choices);
    expect(theirs.brands).toMatchObject([{name: 'Nordwind', articles: 3, picture: pictureOf('X-1')}]);
  });

  it('rules show what they choose, in turn one of each brand, and nothing without a picture or of another store', async () => {
    expect(await examplesOf({brands: ['Sever']})).toEqual([
      {articleId: 'S-1', name: expect.any(String), brand: 'Sever', picture: pictureOf('S-1')},
      {articleId: 'S-3', name: expect.any(String), brand: 'sever', picture: pictureOf('S-3')},
    ]);
    const all = await examplesOf({});
    expect(all).toHaveLength(12);
    expect(
      all
        .slice(0, 3)
        .map(({brand}) => brand)
        .toSorted(),
    ).toEqual(['Nordwind', 'Sever', 'sever']);
    expect(all.map(({picture}) => picture)).not.toContain(pictureOf('X-1'));
    expect(await examplesOf({brands: ['Bare']})).toEqual([]);
    expect(await examplesOf({brands: ['No such brand']})).toEqual([]);
  });

  it('prices are tried on a cheap, a middle and a dear article of the choice that has a picture and a price', async () => {
    const examples = async () => (await app.merchant.get('/pricing/examples', PriceExamples)).examples;
    const save = async (rule: object) => {
      await saveSettings(app.db, shop, chosenBy(rule), new Date());
      await choose(app);
    };
    await save({brands: ['Nordwind']});
    expect((await examples()).map(({articleId}) => articleId)).toEqual(['N-01', 'N-09', 'N-17']);
    expect((await examples())[0]).toMatchObject({brand: 'Nordwind', picture: pictureOf('N-1')});
    await save({brands: ['Sever']});
    expect((await examples()).map(({articleId}) => articleId)).toEqual(['S-1', 'S-3']);
    await save({brands: ['Bare']});
    expect(await examples()).toMatchObject([{articleId: 'B-1', picture: null}]);
    await save({brands: ['None of them']});
    expect(await examples()).toEqual([]);
    expect((await app.stranger.get('/pricing/examples', PriceExamples)).examples).toEqual([]);
  });
});
