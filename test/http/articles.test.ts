import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {isSameWord} from '#domain/words/same-word.ts';
import {Articles, ManualChoices} from '../../server/http/contract/articles.ts';
import {Choices} from '../../server/http/contract/settings.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from './catalogue-test-app.ts';

describe.each(engines.databases)('the list of articles, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {name: 'Linen shirt', sku: 'LH-70/blue', brand: 'Nordwind', category: 'Shirts', stock: {price: 1_500}},
      'A-2': {name: 'Wool coat', sku: 'WC-1', brand: 'Nordwind', category: 'Coats', images: []},
      'A-3': {name: 'Čepice zimní', sku: '', brand: 'Sever', category: 'Hats', pricing: 'on_request'},
      'A-4': {name: 'Linen trousers', sku: 'LT-9', brand: 'Sever', category: 'Trousers'},
      ['__proto__']: {name: 'Prototype', sku: '', brand: 'Odd', category: 'Odd'},
      "O'Neil %_\\ <b>": {name: 'Zipper & co', sku: '', brand: "O'Neil", category: 'Odd'},
    });
    await stock(app, {'X-1': {name: 'Linen of another shop'}}, otherShop);
    await onSale(app, ['A-1']);
    await onSale(app, ['A-2'], {state: 'held', reasonCode: 'below_floor', reason: 'Below.'});
    await app.db
      .updateTable('listings')
      .set({edits: JSON.stringify({title: {written: 'Linen shirt', live: 'My shirt'}})})
      .where('article_id', '=', ArticleId.parse('A-1'))
      .execute();
    await app.db
      .insertInto('quarantine')
      .values({
        shop,
        article_id: ArticleId.parse('A-4'),
        run_id: RunId.parse('00000000-0000-4000-8000-000000000001'),
        reason: 'Odd.',
        since: new Date(),
      })
      .execute();
  });
  afterAll(() => app.close());

  const find = async (query: string) =>
    (await app.merchant.get(`/articles?${query}`, Articles)).articles.map(({id}) => id);

  it('shows the shop’s own articles by name, with how many there are', async () => {
    const page = await app.merchant.get('/articles', Articles);
    expect(page.articles.map(({name}) => name)).toEqual([
      'Linen shirt',
      'Linen trousers',
      'Prototype',
      'Wool coat',
      'Zipper & co',
      'Čepice zimní',
    ]);
    expect(page).toMatchObject({total: 6, nextCursor: null});
    expect(page.articles[0]).toMatchObject({id: 'A-1', cost: 1_500, state: 'active', edited: true, quarantine: null});
    expect((await app.stranger.get('/articles', Articles)).articles.map(({id}) => id)).toEqual(['X-1']);
  });

  it.each([
    ['linen', ['A-1', 'A-4']],
    ['LINEN  tro', ['A-4']],
    ['shirt nordwind', ['A-1']],
    ['lh-70', ['A-1']],
    ['70', ['A-1']],
    ['blue', ['A-1']],
    ['a-4', ['A-4']],
    ['čep', ['A-3']],
    ['C\u030cEP zimni', ['A-3']],
    ['cepice', ['A-3']],
    ['Zi\u200bpper', ["O'Neil %_\\ <b>"]],
    ['o’neil', ["O'Neil %_\\ <b>"]],
    ['Zipper,', ["O'Neil %_\\ <b>"]],
    ["o'n", ["O'Neil %_\\ <b>"]],
    ['\\', ["O'Neil %_\\ <b>"]],
    ["' & !", []],
    ['%', ["O'Neil %_\\ <b>"]],
    ['__proto__', ['__proto__']],
    ['inen', []],
  ])('finds articles whose words begin with "%s"', async (search, ids) => {
    expect(await find(`search=${encodeURIComponent(search)}`)).toEqual(ids);
  });

  it('knows a brand by any spelling: one choice, which finds all of it', async () => {
    await stock(
      app,
      {
        'X-2': {name: 'Shawl', brand: 'Kašmi\u0301r', category: "Men's"},
        'X-3': {name: 'Scarf', brand: 'Kašmír', category: 'Men’s'},
        'X-4': {name: 'Glove', brand: 'KAŠMÍR\u200b', category: 'Men’s'},
        'X-5': {name: 'Other', brand: 'Kasmir', category: 'Women'},
      },
      otherShop,
    );
    const {brands, categories} = await app.stranger.get('/choices', Choices);
    expect(brands.filter(({name}) => isSameWord(name, 'Kašmír'))).toMatchObject([{articles: 3}]);
    expect(categories.filter(({name}) => isSameWord(name, 'Men’s'))).toMatchObject([{name: 'Men’s', articles: 3}]);
    const found = async (query: string) =>
      (await app.stranger.get(`/articles?${query}`, Articles)).articles.map(({id}) => id).toSorted();
    for (const brand of ['Kašmír', 'Kašmi\u0301r', 'kašmír']) {
      expect(await found(`brand=${encodeURIComponent(brand)}`)).toEqual(['X-2', 'X-3', 'X-4']);
      expect(await found(`sort=margin_low&brand=${encodeURIComponent(brand)}`)).toEqual(['X-2', 'X-3', 'X-4']);
    }
    expect(await found(`category=${encodeURIComponent("Men's")}`)).toEqual(['X-2', 'X-3', 'X-4']);
    expect(await found('search=kasmir')).toEqual(['X-2', 'X-3', 'X-4', 'X-5']);
    expect(await found(`search=${encodeURIComponent('kašmír')}`)).toEqual(['X-2', 'X-3', 'X-4', 'X-5']);
  });

  it('stores a word that grows under normalisation past what the database takes', async () => {
    await stock(app, {'X-6': {name: '㌀'.repeat(200)}}, otherShop);
    const found = await app.stranger.get(`/articles?search=${encodeURIComponent('アパート')}`, Articles);
    expect(found.articles.map(({id}) => id)).toEqual(['X-6']);
  });

  it('finds an article stored by an earlier version, whose words are only in lower case, as that version did', async () => {
    await app.db
      .updateTable('articles')
      .set({search: 'čepice zimní'})
      .where('article_id', '=', ArticleId.parse('A-3'))
      .execute();
    expect(await find(`search=${encodeURIComponent('Čep')}`)).toEqual(['A-3']);
  });

  it.each([
    ['brand=Nordwind', ['A-1', 'A-2']],
    ['brand=Nordwind&category=Coats', ['A-2']],
    ['state=held', ['A-2']],
    ['held=below_floor', ['A-2']],
    ['held=no_rate', []],
    ['state=active', ['A-1']],
    ['quarantined=true', ['A-4']],
    ['edited=true', ['A-1']],
    ['hasImage=false', ['A-2']],
    ['onRequest=true', ['A-3']],
    ['chosen=true', []],
    ['listed=false', []],
    ['state=none&brand=Sever', ['A-4', 'A-3']],
    ['quarantined=false&edited=false&state=held&search=wool', ['A-2']],
  ])('filters by %s', async (query, ids) => {
    expect(await find(query)).toEqual(ids);
    expect((await app.merchant.get(`/articles?${query}`, Articles)).total).toBe(ids.length);
  });

  it('goes through all pages once, whatever the filter, and says the total with the first', async () => {
    for (const query of ['', '&listed=true']) {
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 10; pages += 1) {
        const page = await app.merchant.get(`/articles?limit=2${query}${cursor}`, Articles);
        seen.push(...page.articles.map(({id}) => id));
        expect(page.total).toBe(cursor === '' ? 6 : null);
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      expect(seen).toHaveLength(6);
      expect(new Set(seen).size).toBe(6);
    }
  });

  it.each([
    ['chosen=perhaps', 'chosen'],
    ['state=gone', 'state'],
    ['held=__proto__', 'held'],
    ['hand=both', 'hand'],
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from('["a"]').toString('base64url')}`, 'cursor'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['brand=a&brand=b', 'brand'],
  ])('refuses %s in words and names the field', async (query, field) => {
    expect(await app.merchant.refusal('GET', `/articles?${query}`)).toEqual({
      status: 422,
      code: 'invalid_input',
      field,
    });
  });

  it('refuses what no column takes', async () => {
    expect(await app.merchant.refusal('GET', '/articles?search=a%00b')).toMatchObject({status: 422});
    expect(await app.merchant.refusal('PUT', '/articles/hand', '{"articleIds":["\\u0000"],"hand":null}')).toMatchObject(
      {
        status: 422,
      },
    );
    expect(await app.merchant.refusal('PUT', '/articles/hand', '{"articleIds":["\\ud800"],"hand":null}')).toMatchObject(
      {
        status: 422,
      },
    );
    expect(
      await app.merchant.refusal('PUT', '/articles/hand', `${'['.repeat(90_000)}${']'.repeat(90_000)}`),
    ).toMatchObject({status: 422});
  });

  it('takes many in hand at once, and none where one of them is another shop’s', async () => {
    const take = (articleIds: string[], hand: string | null) =>
      app.merchant.put('/articles/hand', {articleIds, hand}, ManualChoices);
    expect(await take(['A-1', 'A-3', '__proto__'], 'picked')).toEqual({changed: 3});
    expect(await take(['A-1', 'A-3', '__proto__'], 'picked')).toEqual({changed: 3});
    expect(await find('chosen=true')).toEqual(['A-1', '__proto__', 'A-3']);
    expect(await find('hand=picked')).toEqual(['A-1', '__proto__', 'A-3']);
    await take(['A-1'], 'left_out');
    expect(await find('hand=left_out')).toEqual(['A-1']);
    expect(
      await app.merchant.refusal('PUT', '/articles/hand', {articleIds: ['A-2', 'X-1'], hand: 'picked'}),
    ).toMatchObject({status: 404});
    await take(['A-1', 'A-3', '__proto__'], null);
    expect(await find('chosen=true')).toEqual([]);
  });
});
