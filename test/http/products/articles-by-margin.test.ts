// The list of articles with what is left of their prices, and in the order of it.
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {type ArticleRow, Articles} from '../../../server/http/contract/articles.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('articles by margin, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: 25}}, new Date());
    await stock(app, {
      low: {name: 'Zebra coat', brand: 'Aurora', stock: {price: 2_000}},
      high: {name: 'Apron', brand: 'Aurora', stock: {price: 1_000}},
      edited: {name: 'Belt', stock: {price: 1_000}},
      unsold: {name: 'Cap', stock: {price: 1_000}},
      unread: {name: 'Boots'},
      priceless: {name: 'Shawl', stock: {price: 0}},
    });
    await onSale(app, ['low'], {price: 2_500, cost: 1_500});
    await onSale(app, ['high'], {price: 5_000, cost: 1_000});
    await onSale(app, ['edited'], {price: 5_000, cost: 1_000});
    await onSale(app, ['priceless'], {state: 'held', price: 9_000});
    await app.db
      .updateTable('listings')
      .set({edits: JSON.stringify({price: {written: '50.00', live: '31.25, 11.25'}})})
      .where('article_id', '=', ArticleId.parse('edited'))
      .execute();
  });
  afterAll(() => app.close());

  const rows = async (query: string): Promise<readonly ArticleRow[]> =>
    (await app.merchant.get(`/articles?${query}`, Articles)).articles;
  const one = async (id: string) => (await rows('')).find((row) => row.id === id);

  it('names price and margin: of what the supplier asks now, without tax and before shipping', async () => {
    expect(await one('high')).toMatchObject({price: 5_000, expectedPrice: null, marginPercent: 75});
    // The cost of 20.00, not the 15.00 it was priced on, is all that 25.00 with 25 % tax leaves.
    expect(await one('low')).toMatchObject({cost: 2_000, price: 2_500, marginPercent: 0});
  });

  it('counts the price that the merchant set in the store, the lowest where the variants differ', async () => {
    expect(await one('edited')).toMatchObject({price: 1_125, marginPercent: -11.12});
  });

  it('without a product it names the price a run would set; without a cost or usable settings none', async () => {
    expect(await one('unsold')).toMatchObject({price: null, expectedPrice: 2_000, marginPercent: 37.5});
    expect(await one('unread')).toMatchObject({cost: 1_800, expectedPrice: 3_600});
    expect(await one('priceless')).toMatchObject({price: 9_000, marginPercent: null});
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: null}}, new Date());
    expect(await one('unsold')).toMatchObject({expectedPrice: null, marginPercent: null});
    expect(await one('high')).toMatchObject({price: 5_000, marginPercent: null});
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: 25}}, new Date());
  });

  it.each([
    ['margin_low', ['edited', 'low', 'high', 'priceless', 'unread', 'unsold']],
    ['margin_high', ['high', 'low', 'edited', 'priceless', 'unread', 'unsold']],
  ])('sorted by %s those without a price come last, by name, after one whose cost is not known', async (sort, ids) => {
    const page = await app.merchant.get(`/articles?sort=${sort}`, Articles);
    expect(page.articles.map(({id}) => id)).toEqual(ids);
    expect(page).toMatchObject({total: 6, nextCursor: null});
  });

  it('keeps to the filters, and counts what they leave', async () => {
    const page = await app.merchant.get('/articles?sort=margin_low&brand=Aurora', Articles);
    expect(page.articles.map(({id}) => id)).toEqual(['low', 'high']);
    expect(page.total).toBe(2);
  });

  it('refuses an order it does not know, and the cursor of another order', async () => {
    const {nextCursor} = await app.merchant.get('/articles?limit=1', Articles);
    for (const [query, field] of [
      ['sort=price', 'sort'],
      [`sort=margin_low&cursor=${nextCursor}`, 'cursor'],
    ]) {
      expect(await app.merchant.refusal('GET', `/articles?${query}`)).toMatchObject({status: 422, field});
    }
  });

  it('random catalogues are walked through once, in the order of the margins, whatever the page size', async () => {
    const article = fc.record({
      cost: fc.option(fc.integer({min: 1, max: 5})),
      price: fc.option(fc.integer({min: 1, max: 9})),
      own: fc.option(fc.integer({min: 1, max: 9}), {freq: 2}),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(article, {minLength: 1, maxLength: 12}),
        fc.integer({min: 1, max: 5}),
        fc.constantFrom('margin_low', 'margin_high'),
        async (articles, limit, sort) => {
          for (const table of ['listings', 'articles'] as const) {
            await app.db.deleteFrom(table).where('shop', '=', shop).execute();
          }
          await stock(
            app,
            Object.fromEntries(
              articles.map(({cost}, at) => [
                `R-${at}`,
                {name: `N${at % 3}`, ...(cost === null ? {} : {stock: {price: cost * 100}})},
              ]),
            ),
          );
          for (const [at, {price, own}] of articles.entries()) {
            if (price === null) continue;
            await onSale(app, [`R-${at}`], {price: price * 100});
            if (own === null) continue;
            await app.db
              .updateTable('listings')
              .set({edits: JSON.stringify({price: {written: '1.00', live: `99.00, ${own}.00`}})})
              .where('article_id', '=', ArticleId.parse(`R-${at}`))
              .execute();
          }
          const seen: ArticleRow[] = [];
          let cursor: string | null = '';
          while (cursor !== null) {
            const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
            const page: Articles = await app.merchant.get(`/articles?sort=${sort}&limit=${limit}${next}`, Articles);
            expect(page.articles.length).toBeLessThanOrEqual(limit);
            seen.push(...page.articles);
            cursor = page.nextCursor;
          }
          expect(seen.map(({id}) => id).toSorted()).toEqual(articles.map((_, at) => `R-${at}`).toSorted());
          const priced = seen.filter(({price}) => price !== null);
          expect(seen.slice(0, priced.length)).toEqual(priced);
          const ratios = priced.map(({price, cost}) => (price ?? 0) / (cost ?? 1));
          expect(ratios).toEqual(ratios.toSorted((a, b) => (sort === 'margin_low' ? a - b : b - a)));
          const names = seen.slice(priced.length).map(({name}) => name);
          expect(names).toEqual(names.toSorted());
        },
      ),
      {numRuns: engine === 'postgres' ? 20 : 8},
    );
  });
});
