// The options a merchant defines for one article, over the API: proposed, saved, compared with what another tab saved, taken back.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {ArticleDetail} from '../../../server/http/contract/article.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

const path = '/articles/A-1/options';
const unstated = {sizes: 'S–L', colours: ['Blue', 'Red'], stock: {colours: [], sizes: []}};
const lists = (sizes: readonly string[], colours: readonly string[] = []) => ({colours, sizes});

describe.each(engines.databases)('options that a merchant defines, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await saveSettings(app.db, shop, {pricing: {vatPercent: 19}}, new Date());
    await stock(app, {'X-1': {stock: {colours: [], sizes: []}}}, otherShop);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['article_options', 'audit', 'listings', 'articles'] as const) {
      await app.db.deleteFrom(table).where('shop', '=', shop).execute();
    }
    await stock(app, {
      'A-1': unstated,
      'A-2': {stock: {colours: [], sizes: ['S', 'M']}},
      'A-3': {},
    });
  });

  const put = (body: object) => app.merchant.put(path, body, ArticleDetail);
  const detail = () => app.merchant.get('/articles/A-1', ArticleDetail);
  const trail = async () =>
    (await loadAudit(app.db, shop))
      .toReversed()
      .map(({action, subject, before, after}) => [action, subject, before, after]);

  it('are proposed from the catalogue’s texts, and not in effect before they are saved', async () => {
    await app.merchant.put('/articles/A-1/hand', {hand: 'picked'}, ArticleDetail);
    const before = await detail();
    expect(before.options).toMatchObject({
      stated: lists([]),
      defined: lists([]),
      definedAt: null,
      proposed: {colours: ['Blue', 'Red'], sizes: ['S', 'M', 'L']},
      overruled: {colours: false, sizes: false},
    });
    const made = (article: ArticleDetail) => article.next?.changes.find(({field}) => field === 'variants')?.after;
    expect(made(before)).toBe('one variant');
    const after = await put(lists([' S ', 'M']));
    expect(after.options.defined).toMatchObject(lists(['S', 'M']));
    expect(made(after)).toBe('S, M');
  });

  it('are saved once however often they are sent, and each change and its end stand in the audit trail', async () => {
    await put(lists(['S', 'M']));
    const {options} = await put(lists(['S', 'M']));
    await put(lists(['S', 'M'], ['Blue']));
    for (const _click of [1, 2]) {
      const {status} = await app.merchant.call('DELETE', path);
      expect(status).toBe(200);
    }
    expect((await detail()).options).toMatchObject({defined: lists([]), definedAt: null});
    expect(options.definedAt).not.toBeNull();
    expect(await trail()).toEqual([
      ['options_defined', 'A-1', null, 'sizes: S, M'],
      ['options_defined', 'A-1', 'sizes: S, M', 'colours: Blue; sizes: S, M'],
      ['options_taken_back', 'A-1', 'colours: Blue; sizes: S, M', null],
    ]);
  });

  it('of a second tab overwrite nothing, neither by saving nor by taking back', async () => {
    const {version} = (await detail()).options.defined;
    await put({...lists(['S', 'M']), version});
    const late = await app.merchant.call('PUT', path, {...lists(['XS']), version});
    expect(late).toMatchObject({
      status: 409,
      json: {error: {code: 'changed_meanwhile', message: expect.stringMatching(/^These options were saved elsewhere/)}},
    });
    expect(await app.merchant.refusal('DELETE', `${path}?version=${version}`)).toMatchObject({status: 409});
    expect((await detail()).options.defined.sizes).toEqual(['S', 'M']);
    // The same again, as after a lost answer, is no conflict.
    await put({...lists(['S', 'M']), version});
  });

  it.each([
    ['twice the same', lists(['M', 'm']), 422, 'sizes'],
    ['an empty word', lists(['S', ' ']), 422, 'sizes.1'],
    ['two lines in one word', lists(['S\nM']), 422, 'sizes.0'],
    ['a word that shows nothing', lists([], ['\u200b']), 422, 'colours.0'],
    ['a word too long for an order', lists(['x'.repeat(101)]), 422, 'sizes.0'],
    ['more words than an option takes', lists(Array.from({length: 101}, (_, at) => `${at}`)), 422, 'sizes'],
    ['a text in place of a list', {colours: [], sizes: 'S, M'}, 422, 'sizes'],
    ['nothing', undefined, 422, 'colours'],
  ])('are refused in words: %s', async (_what, body, status, field) => {
    expect(await app.merchant.refusal('PUT', path, body)).toEqual({status, code: 'invalid_input', field});
    expect((await detail()).options.defined).toMatchObject(lists([]));
  });

  it('are refused beside the supplier’s own, and for an article that was not read or is another shop’s', async () => {
    const at = (id: string) => app.merchant.refusal('PUT', `/articles/${id}/options`, lists(['XXL']));
    expect(await at('A-2')).toEqual({status: 422, code: 'invalid_input', field: 'sizes'});
    expect(await at('A-3')).toEqual({status: 409, code: 'not_read', field: undefined});
    expect(await at('X-1')).toEqual({status: 404, code: 'not_found', field: undefined});
    expect(await app.merchant.refusal('DELETE', '/articles/X-1/options')).toMatchObject({status: 404});
  });

  it('are one shop’s, also where another shop has the same article', async () => {
    await stock(app, {'A-1': unstated}, otherShop);
    await app.stranger.put(path, lists(['XS']), ArticleDetail);
    expect((await detail()).options.defined).toMatchObject(lists([]));
    await put(lists(['S']));
    await app.merchant.call('DELETE', path);
    const theirs = await app.stranger.get('/articles/A-1', ArticleDetail);
    expect(theirs.options.defined).toMatchObject(lists(['XS']));
  });

  it('stay saved and say so when the supplier states its own', async () => {
    await put(lists(['S', 'M', 'L'], ['Blue']));
    await stock(app, {'A-1': {...unstated, stock: {colours: [], sizes: ['S', 'M']}}});
    expect((await detail()).options).toMatchObject({
      stated: lists(['S', 'M']),
      defined: lists(['S', 'M', 'L'], ['Blue']),
      overruled: {colours: false, sizes: true},
      proposed: lists([], ['Blue', 'Red']),
    });
    // What the supplier overrules stays as it is while the other option is changed.
    const changed = await put(lists(['S', 'M', 'L'], ['Blue', 'Red']));
    expect(changed.options.defined.colours).toEqual(['Blue', 'Red']);
    expect(await app.merchant.refusal('PUT', path, lists(['S', 'M', 'XL'], ['Blue']))).toMatchObject({field: 'sizes'});
  });

  it('count in the preview, also for an article that was not read yet', async () => {
    await app.merchant.put('/articles/hand', {articleIds: ['A-1', 'A-2', 'A-3'], hand: 'picked'}, z.unknown());
    const variants = async () => (await app.merchant.post('/preview', {}, Preview)).variants;
    const before = await variants();
    await put(lists(['S', 'M', 'L', 'XL'], ['Blue', 'Red']));
    expect(await variants()).toBe(before + 7);
  });
});
