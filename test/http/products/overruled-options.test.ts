// Options that a merchant defined and the supplier states itself by now, over the API: counted, listed, and removed as they were seen.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {hasNoVisibleWord, isOverruled, optionNames} from '#domain/options/defined-options.ts';
import {saveDefinedOptions} from '../../../server/db/catalogue/defined-options.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {Approvals} from '../../../server/http/contract/approvals.ts';
import {ArticleDetail} from '../../../server/http/contract/article.ts';
import {
  type OverruledArticle,
  OverruledOptions,
  OverruledRemoved,
} from '../../../server/http/contract/defined-options.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

const states = (sizes: readonly string[], colours: readonly string[] = []) => ({stock: {colours, sizes}});
const lists = (sizes: readonly string[], colours: readonly string[] = []) => ({colours, sizes});

describe.each(engines.databases)('options that the supplier overrules, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['article_options', 'audit', 'listings', 'articles'] as const) {
      await app.db.deleteFrom(table).where('shop', '=', shop).execute();
    }
  });

  const define = (id: string, options: object) => app.merchant.put(`/articles/${id}/options`, options, ArticleDetail);
  const definedOf = async (id: string) => (await app.merchant.get(`/articles/${id}`, ArticleDetail)).options.defined;
  const pick = (...articleIds: string[]) =>
    app.merchant.put('/articles/hand', {articleIds, hand: 'picked'}, z.unknown());
  const list = async () => (await app.merchant.get('/options/overruled', OverruledOptions)).articles;
  const toRemove = ({articleId, defined: {version}, overruled}: OverruledArticle) => ({
    articleId,
    version,
    lists: (['colours', 'sizes'] as const).filter((name) => overruled[name]),
  });
  const remove = async (articles: readonly object[]) =>
    (await app.merchant.post('/options/overruled/remove', {articles}, OverruledRemoved)).results.map(
      ({error}) => error?.slice(0, 23) ?? null,
    );
  /** One article with both options defined, of which the supplier states the sizes by now. */
  const overruled = async (id: string): Promise<OverruledArticle> => {
    await stock(app, {[id]: states([])});
    await pick(id);
    await define(id, lists(['S', 'L'], ['Blue']));
    await stock(app, {[id]: states(['36', '38'])});
    const seen = (await list()).find(({articleId}) => articleId === id);
    if (seen === undefined) throw new Error('it is not in the list');
    return seen;
  };

  it('are named in the overview and in one list, and removed as they were seen', async () => {
    const ids = ['A-1', 'A-4', 'A-5', 'A-6'];
    await stock(app, {'A-1': states([]), 'A-4': {name: 'Coat', ...states([])}, 'A-5': states([]), 'A-6': states([])});
    await pick('A-1', 'A-4', 'A-5');
    for (const id of ids) await define(id, lists(['S', 'L'], ['Blue']));
    const counts = async () => [
      (await app.merchant.get('/overview', Overview)).overruledOptions,
      (await app.merchant.get('/approvals', Approvals)).overruledOptions,
    ];
    expect(await counts()).toMatchObject([{count: 0, first: null}, 0]);
    const stated = states(['36', '38']);
    await stock(app, {'A-4': {name: 'Coat', ...stated}, 'A-5': stated, 'A-6': stated});
    expect(await counts()).toMatchObject([{count: 2, first: {articleId: 'A-4', name: 'Coat'}}, 2]);
    const seen = await list();
    expect(seen).toMatchObject([
      {articleId: 'A-4', stated: lists(['36', '38']), defined: lists(['S', 'L'], ['Blue'])},
      {articleId: 'A-5', overruled: {colours: false, sizes: true}},
    ]);

    await define('A-5', lists(['S', 'L'], ['Red']));
    const others = ['A-1', 'X-1'].map((articleId) => ({articleId, version: 'any', lists: ['sizes']}));
    expect(await remove([...seen.map(toRemove), ...others])).toEqual([
      null,
      'These options were save',
      'Nothing of it is overru',
      'Nothing of it is overru',
    ]);
    expect((await list()).map(({articleId}) => articleId)).toEqual(['A-5']);
    expect(await definedOf('A-4')).toMatchObject(lists([], ['Blue']));
    expect(await definedOf('A-1')).toMatchObject(lists(['S', 'L'], ['Blue']));
    const last = (await loadAudit(app.db, shop))[0];
    expect(last).toMatchObject({action: 'options_defined', subject: 'A-4', after: 'colours: Blue'});
    expect(await app.stranger.get('/options/overruled', OverruledOptions)).toMatchObject({articles: []});
    for (const articles of [[], [{articleId: 'A-5', version: 'any', lists: []}]]) {
      expect(await app.merchant.refusal('POST', '/options/overruled/remove', {articles})).toMatchObject({status: 422});
    }
  });

  it('stay where they were not shown: colours that the supplier states since the list was opened', async () => {
    const seen = await overruled('A-1');
    await stock(app, {'A-1': states(['36', '38'], ['navy'])});
    expect(await remove([toRemove(seen)])).toEqual([null]);
    expect(await definedOf('A-1')).toMatchObject(lists([], ['Blue']));
  });

  it.runIf(engine === 'postgres')(
    'stay where they count again by a reading that is saved during the click',
    async () => {
      const seen = await overruled('A-1');
      const removed = await app.db.transaction().execute(async (run) => {
        const stated = JSON.stringify(lists([]));
        await run
          .updateTable('articles')
          .set({stock: sql`stock || ${stated}::jsonb`})
          .where('shop', '=', shop)
          .where('article_id', '=', ArticleId.parse('A-1'))
          .execute();
        const answer = remove([toRemove(seen)]);
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBeGreaterThan(0);
        return {answer};
      });
      expect(await removed.answer).toEqual(['Nothing of it is overru']);
      expect(await definedOf('A-1')).toMatchObject(lists(['S', 'L'], ['Blue']));
    },
  );

  it('have a digest in the overview, which another article changes also where their number stays the same', async () => {
    const digest = async () => (await app.merchant.get('/overview', Overview)).overruledOptions.digest;
    await overruled('A-1');
    const b = await overruled('B-1');
    const before = await digest();
    expect(await digest()).toBe(before);
    await remove([toRemove(b)]);
    await overruled('C-1');
    expect(await list()).toHaveLength(2);
    const after = await digest();
    expect(after).not.toBe(before);
    await stock(app, {'C-1': states(['36'], ['navy'])});
    expect(await digest()).not.toBe(after);
  });

  it('are the same for the database as for the rule, whatever characters their words consist of', async () => {
    const blanks = Array.from({length: 0x1_00_00}, (_, at) => String.fromCharCode(at)).filter(
      (text) => text !== '\0' && text.isWellFormed() && hasNoVisibleWord([text]),
    );
    expect(blanks.length).toBeGreaterThan(20);
    const words: readonly (readonly string[])[] = [
      [],
      ...blanks.filter((blank) => /\s/.test(blank)).map((blank) => [blank]),
      [blanks.join('')],
      ['\u{1bca1}\u{1d173}\u{e0001}\u{e0fff}'],
      [...blanks, 'S'],
      ...['\u200b', '\u0085', '\u180e', '\u2800', '-', `${blanks.join('')}x`].map((shown) => [shown]),
    ];
    const defined = [lists(['S'], ['Blue']), lists([], ['Blue']), lists(['S'])];
    const all = words.flatMap((stated) =>
      [lists(stated), lists([], stated)].flatMap((both) => defined.map((options) => ({stated: both, options}))),
    );
    const entries = all.map((one, at) => ({...one, id: `A-${1_000 + at}`}));
    await stock(app, Object.fromEntries(entries.map(({id, stated}) => [id, {stock: stated}])));
    await app.db.updateTable('articles').set({chosen: true}).where('shop', '=', shop).execute();
    for (const {id, options} of entries) {
      await saveDefinedOptions(app.db, shop, ArticleId.parse(id), options, new Date());
    }
    const expected = entries.filter(({stated, options}) =>
      optionNames.some((name) => isOverruled(name, stated, options)),
    );
    const paged: string[] = [];
    let cursor: string | null = '';
    const sizes: number[] = [];
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const page: OverruledOptions = await app.merchant.get(`/options/overruled${query}`, OverruledOptions);
      paged.push(...page.articles.map(({articleId}) => articleId));
      sizes.push(page.articles.length);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(expected.map(({id}) => id));
    expect((await app.merchant.get('/approvals', Approvals)).overruledOptions).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
    expect(sizes.every((size) => size > 0 && size <= 50)).toBe(true);
  });

  it('fill two pages: a full one that is the last has no next', async () => {
    const ids = Array.from({length: 51}, (_, at) => `A-${100 + at}`);
    await stock(app, Object.fromEntries(ids.map((id) => [id, states(['36'])])));
    await app.db.updateTable('articles').set({chosen: true}).where('shop', '=', shop).execute();
    for (const id of ids) await saveDefinedOptions(app.db, shop, ArticleId.parse(id), lists(['S']), new Date());
    const first = await app.merchant.get('/options/overruled', OverruledOptions);
    expect(first.articles.map(({articleId}) => articleId)).toEqual(ids.slice(0, 50));
    const second = await app.merchant.get(`/options/overruled?cursor=${first.nextCursor}`, OverruledOptions);
    expect(second).toMatchObject({articles: [{articleId: 'A-150'}], nextCursor: null});
    await remove(second.articles.map(toRemove));
    const {articles, nextCursor} = await app.merchant.get('/options/overruled', OverruledOptions);
    expect([articles.length, nextCursor]).toEqual([50, null]);
  });
});
