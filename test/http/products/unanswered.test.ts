// Articles about whose size or colour an order would ask: found as the order decides it, answered for many at once, and proposals taken
// over only where their text has one meaning and after they were shown.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {noDetails} from '#domain/orders/merchant-overrides.ts';
import {planWords} from '#domain/orders/order-words.ts';
import {maxStandingAnswers, Settings} from '#domain/settings/settings.ts';
import {loadDefinedOptions} from '../../../server/db/catalogue/defined-options.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import {Articles} from '../../../server/http/contract/articles.ts';
import {Answered, Proposals, Unanswered} from '../../../server/http/contract/options/unanswered.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {blueShirt, orderRules} from '../../domain/builders.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, type Entry, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

const silent = {colours: [], sizes: []};
const sock = {category: 'Socks', sizes: '36-40', colours: ['Grey/Blue'], stock: silent};
const catalogue: Readonly<Record<string, Entry>> = {
  'run-of-letters': {category: 'Shirts', sizes: 'S–XL', colours: ['Navy'], stock: silent},
  'list-of-letters': {category: 'Shirts', sizes: 'S, M', colours: [], stock: silent},
  'sock-1': sock,
  'sock-2': {...sock, category: 'SOCKS'},
  'names-one': {category: 'Bags', sizes: 'One size', colours: [], stock: silent},
  'sold-in-packs': {category: 'Bags', sizes: 'One size', unit: 'pack', colours: [], stock: silent},
  'says-nothing': {category: 'Bags', sizes: '', colours: [], stock: silent},
  'blank-words': {category: 'Bags', sizes: '', colours: [], stock: {colours: ['\u200b'], sizes: [' ', '\u00ad']}},
  stated: {category: 'Shirts', sizes: 'S–XL', colours: ['Navy'], stock: {colours: ['Navy'], sizes: ['S', 'M']}},
  unread: {category: 'Shirts', sizes: 'S–XL', colours: []},
};

describe.each(engines.databases)('sizes and colours that are not stated, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'X-1': {category: 'Socks', stock: silent}}, otherShop);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['article_options', 'audit', 'articles'] as const) {
      await app.db.deleteFrom(table).where('shop', '=', shop).execute();
    }
    const choice = [{id: 'all', effect: 'include', categories: ['Shirts', 'Socks', 'Bags']}];
    await saveSettings(app.db, shop, Settings.parse({choice, pricing: {vatPercent: 19}}), new Date());
    await stock(app, catalogue);
  });

  const found = async (option: 'sizes' | 'colours') => {
    const {articles, total} = await app.merchant.get(`/articles?unanswered=${option}`, Articles);
    expect(total).toBe(articles.length);
    expect((await app.merchant.get('/overview', Overview)).unanswered[option]).toBe(total);
    expect((await app.merchant.get(`/options/unanswered?option=${option}`, Unanswered)).count).toBe(total);
    return articles.map(({id}) => id).toSorted();
  };
  /** The chosen articles that were read and about whose option an order asks. */
  const asking = async (option: 'size' | 'colour') => {
    const {settings} = await loadStoredSettings(app.db, shop);
    const ids: string[] = [];
    for (const [id, {category = '', sizes = '', unit = 'pc', stock: stated}] of Object.entries(catalogue)) {
      if (stated === undefined) continue;
      const article = {...blueShirt, articleId: ArticleId.parse(id), colour: null, size: null};
      const defined = await loadDefinedOptions(app.db, shop, article.articleId);
      const words = planWords(
        {article, properties: []},
        // Words without a visible character are none; the stand-in's stored ones stay as they are here.
        {
          colours: (stated.colours ?? []).filter((word) => /\w/.test(word)),
          sizes: (stated.sizes ?? []).filter((word) => /\w/.test(word)),
        },
        {category, sizes, unit, defined},
        {...orderRules, ...settings.orders},
        {details: noDetails},
      );
      if (!('word' in words[option]) && (defined === null || defined[`${option}s`].length === 0)) {
        if (stated[`${option}s`]?.every((word) => !/\w/.test(word))) ids.push(id);
      }
    }
    return ids.toSorted();
  };
  const agree = async () => {
    expect(await found('sizes')).toEqual(await asking('size'));
    expect(await found('colours')).toEqual(await asking('colour'));
  };
  const answer = (body: object) => app.merchant.post('/options/answers', body, Answered);
  const propose = (body: object) => app.merchant.post('/options/proposals', body, Proposals);
  const refusal = (body: object) => app.merchant.refusal('POST', '/options/proposals', body);

  it('are found exactly where an order would ask, also after each kind of answer', async () => {
    expect(await found('sizes')).toEqual([
      'blank-words',
      'list-of-letters',
      'run-of-letters',
      'says-nothing',
      'sock-1',
      'sock-2',
      'sold-in-packs',
    ]);
    expect((await app.merchant.get('/overview', Overview)).unanswered.unread).toBe(1);
    await agree();
    await answer({option: 'sizes', word: 'one size', categories: ['socks']});
    expect(await found('sizes')).not.toContain('sock-2');
    await agree();
    await answer({option: 'colours', word: 'as pictured', articleIds: ['run-of-letters', 'sock-1']});
    await agree();
    await app.merchant.call('PUT', '/articles/says-nothing/options', {colours: [], sizes: ['M']});
    const {settings} = await loadStoredSettings(app.db, shop);
    await saveSettings(app.db, shop, {...settings, orders: {...settings.orders, standingColour: 'any'}}, new Date());
    expect(await found('colours')).toEqual([]);
    await agree();
  });

  it('are counted by category, and a category is answered however it is spelled', async () => {
    const {categories, chosen, unread} = await app.merchant.get('/options/unanswered?option=sizes', Unanswered);
    expect({chosen, unread}).toEqual({chosen: 10, unread: 1});
    expect(categories.find(({category}) => category === 'Bags')).toEqual({
      category: 'Bags',
      articles: 3,
      texts: [
        {text: '', articles: 2},
        {text: 'One size', articles: 1},
      ],
      moreTexts: 0,
      several: null,
    });
    // The spellings are two categories here.
    expect(categories.filter(({category}) => /socks/i.test(category)).map(({several}) => several)).toEqual([
      {articles: 1, example: '36-40'},
      {articles: 1, example: '36-40'},
    ]);
    const {categories: coloured} = await app.merchant.get('/options/unanswered?option=colours', Unanswered);
    expect(coloured.find(({category}) => category === 'Shirts')).toMatchObject({
      texts: [
        {text: '', articles: 1},
        {text: 'Navy', articles: 1},
      ],
      several: null,
    });
    expect(await answer({option: 'sizes', word: 'one size', categories: ['Socks', 'Bags']})).toEqual({left: 2});
  });

  it('that each order is to ask for are answered, too: they leave the list, and orders ask', async () => {
    await answer({option: 'sizes', word: 'one size', categories: ['Socks']});
    await answer({option: 'sizes', word: null, articleIds: ['sock-1', 'names-one']});
    expect(await found('sizes')).not.toContain('sock-1');
    expect(await asking('size')).toEqual(expect.arrayContaining(['sock-1', 'names-one']));
    const {settings} = await loadStoredSettings(app.db, shop);
    expect(settings.orders.standingAnswers).toContainEqual({
      articleId: 'sock-1',
      category: null,
      colour: null,
      size: null,
      asks: ['size'],
    });
  });

  it('show what the catalogue says and proposes, and what of it can mean two things', async () => {
    const {articles} = await app.merchant.get('/articles?unanswered=sizes', Articles);
    const proposals = Object.fromEntries(articles.map(({id, proposal}) => [id, proposal]));
    expect(proposals['run-of-letters']).toEqual({text: 'S–XL', words: ['S', 'M', 'L', 'XL'], isSure: true});
    expect(proposals['sock-1']).toMatchObject({text: '36-40', isSure: false});
    expect(proposals['says-nothing']).toEqual({text: '', words: [], isSure: false});
  });

  it('are taken from the texts only once they were shown, and only those with one meaning; the others are counted', async () => {
    const shown = await propose({option: 'sizes'});
    expect(shown).toMatchObject({accepted: 2, variants: 6, variantsNow: 0, unclear: 2, without: 3, isMore: false});
    expect(shown.sample.map(({text, words}) => [text, words])).toEqual([
      ['S, M', ['S', 'M']],
      ['S–XL', ['S', 'M', 'L', 'XL']],
    ]);
    expect(await loadDefinedOptions(app.db, shop, ArticleId.parse('run-of-letters'))).toBeNull();
    const done = await propose({option: 'sizes', previewId: shown.previewId});
    expect(done).toMatchObject({accepted: 2, unclear: 2, previewId: null, runId: null});
    expect(await loadDefinedOptions(app.db, shop, ArticleId.parse('run-of-letters'))).toMatchObject({
      colours: [],
      sizes: ['S', 'M', 'L', 'XL'],
    });
    for (const id of ['sock-1', 'sock-2', 'says-nothing', 'sold-in-packs']) {
      expect(await loadDefinedOptions(app.db, shop, ArticleId.parse(id)), id).toBeNull();
    }
    expect((await loadAudit(app.db, shop)).map(({action, subject}) => [action, subject])).toEqual(
      expect.arrayContaining([['options_defined', 'run-of-letters']]),
    );
    await agree();
  });

  it('that are answered while others are taken over stay as they were answered, and are not counted', async () => {
    const {previewId} = await propose({option: 'sizes'});
    await sql`create function answer_another() returns trigger language plpgsql as $$ begin
      insert into article_options (shop, article_id, colours, sizes, defined_at)
      values (new.shop, 'run-of-letters', '[]', '["M"]', new.defined_at); return new; end $$`.execute(app.db);
    await sql`create trigger answer_another after insert on article_options for each row
      when (new.article_id = 'list-of-letters') execute function answer_another()`.execute(app.db);
    const done = await propose({option: 'sizes', previewId});
    await sql`drop function answer_another cascade`.execute(app.db);
    expect(done).toMatchObject({accepted: 1, previewId: null});
    const sizesOf = async (id: string) => (await loadDefinedOptions(app.db, shop, ArticleId.parse(id)))?.sizes;
    expect([await sizesOf('list-of-letters'), await sizesOf('run-of-letters')]).toEqual([['S', 'M'], ['M']]);
  });

  it('with two meanings are taken over for one article by the words seen in its row, and by no others', async () => {
    await stock(app, {slashes: {category: 'Shirts', sizes: 'S/M/L', colours: ['Navy'], stock: silent}});
    const one = {option: 'sizes', articleIds: ['slashes'], seenWords: ['S', 'M', 'L']};
    expect(await refusal({...one, seenWords: ['S', 'M', 'XL']})).toMatchObject({status: 409, code: 'preview_expired'});
    expect(await refusal({...one, articleIds: ['slashes', 'sock-1']})).toMatchObject({status: 422, field: 'seenWords'});
    expect(await propose(one)).toMatchObject({accepted: 1, previewId: null, runId: null});
    expect((await loadDefinedOptions(app.db, shop, ArticleId.parse('slashes')))?.sizes).toEqual(['S', 'M', 'L']);
  });

  it('are not taken over after a preview of others, or after the texts changed', async () => {
    const {previewId: ofAll} = await propose({option: 'sizes'});
    const one = {option: 'sizes', articleIds: ['run-of-letters']};
    const gone = {status: 409, code: 'preview_expired', field: 'previewId'};
    expect(await refusal({...one, previewId: ofAll})).toEqual(gone);
    const shown = await propose(one);
    await stock(app, {'run-of-letters': {...catalogue['run-of-letters'], sizes: 'S–XXL'}});
    expect(await refusal({...one, previewId: shown.previewId})).toEqual(gone);
    expect(await loadDefinedOptions(app.db, shop, ArticleId.parse('run-of-letters'))).toBeNull();
  });

  it('more answers than are kept are refused as a whole, with the way out', async () => {
    const {settings} = await loadStoredSettings(app.db, shop);
    const toM = (_: unknown, at: number) => ({articleId: `other-${at}`, category: null, colour: null, size: 'M'});
    const standingAnswers = Array.from({length: maxStandingAnswers - 1}, toM);
    await saveSettings(app.db, shop, {...settings, orders: {...settings.orders, standingAnswers}}, new Date());
    const both = {option: 'sizes', word: 'one size', articleIds: ['sock-1', 'sock-2']};
    expect(await app.merchant.refusal('POST', '/options/answers', both)).toMatchObject({
      status: 422,
      code: 'too_many_answers',
    });
    expect(await found('sizes')).toContain('sock-1');
    await answer({...both, articleIds: ['sock-1']});
    expect(await found('sizes')).not.toContain('sock-1');
  });

  it('are answered for articles of the own store only, with a word that can be sent', async () => {
    const word = {option: 'sizes', word: 'M'};
    expect(await app.merchant.refusal('POST', '/options/answers', {...word, articleIds: ['X-1']})).toMatchObject({
      status: 404,
    });
    expect(await app.merchant.refusal('POST', '/options/answers', word)).toMatchObject({status: 422});
    const blank = {option: 'sizes', word: ' ', articleIds: ['sock-1']};
    expect(await app.merchant.refusal('POST', '/options/answers', blank)).toMatchObject({status: 422, field: 'word'});
  });
});
