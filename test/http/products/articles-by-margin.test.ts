// The list of articles with what is left of their prices, and in the order of it.
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {saveShippingRates} from '../../../server/db/shops/shipping-rates.ts';
import {saveSettings, saveShopFacts} from '../../../server/db/shops/shops.ts';
import {saveStoreGrants} from '../../../server/db/shops/store-access.ts';
import {readCursor} from '../../../server/http/api/cursor.ts';
import {type ArticleRow, Articles} from '../../../server/http/contract/articles.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

/** The second part is what is left, as the database calculates it. */
const Cursor = z.tuple([z.literal('left'), z.number(), z.string(), z.string()]);

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
  const grant = (scopes: string) => saveStoreGrants(app.db, shop, {scopes, wantedScopes: scopes}, new Date());
  const one = async (id: string) => (await rows('')).find((row) => row.id === id);

  it('names price and what is left in the worst zone: of what the supplier asks now, without tax', async () => {
    // 40.00 without tax, the cost of 10.00 and the highest fee of 35.00. Where the store sells is not known, so every zone counts.
    const left = {zone: 'AU', left: -500, marginPercent: -12.5};
    expect(await one('high')).toMatchObject({price: 5_000, expectedPrice: null, left});
    // The cost of 20.00, not the 15.00 it was priced on, is all that 25.00 with 25 % tax leaves.
    expect(await one('low')).toMatchObject({cost: 2_000, price: 2_500, left: {left: -3_500}});
  });

  it('counts what the store charges for shipping once its rates are read, and the fees the article states', async () => {
    const list = () => app.merchant.get('/articles?search=Apron', Articles);
    expect(await list()).toMatchObject({shipping: 'not_permitted'});
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE', 'GB']}, new Date());
    const rates = [{price: 1_250, from: null, to: 9_999}];
    const groups = [[{countries: [], restOfWorld: true, rates}]];
    await grant('read_shipping');
    await saveShippingRates(app.db, shop, {currency: 'EUR', groups, isComplete: false}, new Date());
    expect(await list()).toMatchObject({shipping: 'not_read', articles: [{left: {zone: 'GB', left: 0}}]});
    await saveShippingRates(app.db, shop, {currency: 'EUR', groups, isComplete: true}, new Date());
    const pricing = {markupPercent: 60, vatPercent: 25, paymentPercent: 2, paymentFixed: 25};
    await saveSettings(app.db, shop, {pricing}, new Date());
    // 40.00 and 10.00 without tax; 10.00 cost, 30.00 fee, and 2 % of 62.50 and 0.25 for the payment.
    const left = {zone: 'GB', left: 4_000 + 1_000 - 1_000 - 3_000 - 150, marginPercent: 17};
    expect(await list()).toMatchObject({shipping: 'counted', articles: [{left}]});
    // Rates in a currency that the store no longer has count as not read.
    await saveShippingRates(app.db, shop, {currency: 'SEK', groups, isComplete: true}, new Date());
    expect(await list()).toMatchObject({shipping: 'not_read', articles: [{left: {left: -125}}]});
    // Neither do rates that the merchant does not let the app read any more.
    await saveShippingRates(app.db, shop, {currency: 'EUR', groups, isComplete: true}, new Date());
    await grant('');
    expect(await list()).toMatchObject({shipping: 'not_permitted', articles: [{left: {left: -125}}]});
    await saveShippingRates(app.db, shop, null, new Date());
    await saveShopFacts(app.db, shop, {shipsToCountries: null}, new Date());
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: 25}}, new Date());
  });

  it('counts the price that the merchant set in the store, the lowest where the variants differ', async () => {
    expect(await one('edited')).toMatchObject({price: 1_125, left: {left: 900 - 1_000 - 3_500}});
  });

  it('without a product it names the price a run would set; without a cost or usable settings none', async () => {
    expect(await one('unsold')).toMatchObject({price: null, expectedPrice: 2_000, left: {left: 1_600 - 4_500}});
    expect(await one('unread')).toMatchObject({cost: 1_800, expectedPrice: 3_600});
    expect(await one('priceless')).toMatchObject({price: 9_000, left: null});
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: null}}, new Date());
    expect(await one('unsold')).toMatchObject({expectedPrice: null, left: null});
    expect(await one('high')).toMatchObject({price: 5_000, left: null});
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

  it('without a rate or the VAT nothing is known to be left, and all come by name', async () => {
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: null}}, new Date());
    const ids: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Articles = await app.merchant.get(`/articles?sort=margin_low&limit=4${next}`, Articles);
      ids.push(...page.articles.map(({name}) => name));
      next = page.nextCursor === null ? null : `&cursor=${page.nextCursor}`;
    }
    expect(ids).toEqual(['Apron', 'Belt', 'Boots', 'Cap', 'Shawl', 'Zebra coat']);
    await saveSettings(app.db, shop, {pricing: {markupPercent: 60, vatPercent: 25}}, new Date());
  });

  it('random catalogues are walked through once, in the order of what is shown to be left, whatever the page size', async () => {
    const fee = fc.oneof(fc.nat(6_000), fc.constant(0));
    const article = fc.record({
      cost: fc.option(fc.integer({min: 1, max: 9_999})),
      price: fc.option(fc.integer({min: 1, max: 19_999})),
      own: fc.option(fc.integer({min: 1, max: 9_999}), {freq: 2}),
      fees: fc.dictionary(fc.constantFrom(...zoneCodes), fee, {maxKeys: 3}),
    });
    const bound = fc.option(fc.nat(15_000));
    const rates = fc.array(fc.record({price: fc.option(fc.nat(2_000), {freq: 5}), from: bound, to: bound}), {
      maxLength: 3,
    });
    const terms = fc.record({
      pricing: fc.record({
        vatPercent: fc.constantFrom(0, 8.1, 25),
        paymentPercent: fc.constantFrom(0, 2.9),
        paymentFixed: fc.constantFrom(0, 30),
      }),
      // One that is converted in 64 bits, and one whose amounts are too large for them.
      rate: fc.constantFrom(
        null,
        ...[
          ['CHF', '0.9421'],
          ['JPY', '163.2'],
          ['KWD', '0.3312'],
          ['IDR', '17543.12345'],
        ].map(([currency, perEuro]) => ({currency, perEuro})),
      ),
      shipsTo: fc.option(fc.subarray(['DE', 'GB', 'US', 'AU', 'KR'])),
      eu: rates,
      world: rates,
      taxesIncluded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(article, {minLength: 1, maxLength: 12}),
        fc.integer({min: 1, max: 5}),
        fc.constantFrom('margin_low', 'margin_high'),
        terms,
        async (articles, limit, sort, {pricing, rate, shipsTo, eu, world, taxesIncluded}) => {
          for (const table of ['listings', 'articles'] as const) {
            await app.db.deleteFrom(table).where('shop', '=', shop).execute();
          }
          const now = new Date();
          const currency = rate?.currency ?? 'EUR';
          const asOf = rate === null ? null : {...rate, asOf: '2026-11-01'};
          await saveSettings(app.db, shop, {pricing: {...pricing, rate: asOf}}, now);
          await saveShopFacts(app.db, shop, {currency, taxesIncluded, shipsToCountries: shipsTo}, now);
          const groups = [
            [
              {countries: ['DE'], restOfWorld: false, rates: eu},
              {countries: [], restOfWorld: true, rates: world},
            ],
          ];
          await saveShippingRates(app.db, shop, {currency, groups, isComplete: true}, now);
          await stock(
            app,
            Object.fromEntries(
              articles.map(({cost, fees}, at) => {
                const shipping = Object.fromEntries(
                  Object.entries(fees).map(([zone, stated]) => [zone, {label: '', fee: stated, transit: ''}]),
                );
                return [`R-${at}`, {name: `N${at % 3}`, ...(cost === null ? {} : {stock: {price: cost, shipping}})}];
              }),
            ),
          );
          for (const [at, {price, own}] of articles.entries()) {
            if (price === null) continue;
            await onSale(app, [`R-${at}`], {price});
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
            const last = page.articles.at(-1);
            // What the database sorts by is what the row shows.
            if (last?.left && last.price !== null && page.nextCursor !== null) {
              expect(readCursor(Cursor, page.nextCursor)?.[1]).toBe(last.left.left);
            }
            cursor = page.nextCursor;
          }
          expect(seen.map(({id}) => id).toSorted()).toEqual(articles.map((_, at) => `R-${at}`).toSorted());
          const isSorted = shipsTo?.length !== 0;
          const priced = isSorted ? seen.filter(({price}) => price !== null) : [];
          expect(seen.slice(0, priced.length)).toEqual(priced);
          const left = priced.map((row) => row.left?.left ?? Number.NaN);
          expect(left).toEqual(left.toSorted((a, b) => (sort === 'margin_low' ? a - b : b - a)));
          const names = seen.slice(priced.length).map(({name}) => name);
          expect(names).toEqual(names.toSorted());
        },
      ),
      {numRuns: engine === 'postgres' ? 40 : 10},
    );
  });
});
