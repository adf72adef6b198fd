// Counts of rules decide and plan articles that are alike together: they say what a preview says that plans each by itself, and choose what a
// choice article by article chooses.
import fc from 'fast-check';
import {type Kysely, sql} from 'kysely';
import {expect, it} from 'vitest';
import type {Article} from '#domain/catalogue/article.ts';
import {toSettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings/settings.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {saveArticles, saveStockReadings} from '../../server/db/catalogue/articles.ts';
import {type ChosenArticles, currentlyChosen, recomputeChosen} from '../../server/db/catalogue/choice.ts';
import {saveDefinedOptions} from '../../server/db/catalogue/defined-options.ts';
import {saveMatches} from '../../server/db/catalogue/product-matches.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {chooseProposed} from '../../server/preview/choose-proposed.ts';
import type {PreviewBasis} from '../../server/preview/plans.ts';
import {previewSettings} from '../../server/preview/settings-preview.ts';
import {createEmptyPreview} from '../../server/preview/sum.ts';
import {anArticle, aStockReading} from '../domain/builders.ts';
import {onSale, stock} from '../http/catalogue-test-app.ts';
import {emptyTables, onEachDatabase, type TestDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('counts.myshopify.com');
const store = {currency: 'EUR', taxesIncluded: true};
const digest = (text: string) => text;
const now = new Date('2026-11-23T10:00:00Z');

const usually = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({weight: 7, arbitrary}, {weight: 1, arbitrary: fc.constant(null)});
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({weight: 7, arbitrary: fc.constant(null)}, {weight: 1, arbitrary});
const brands = ['Aurora', 'Berg', 'aurora'];
const categories = ['Shirts', 'Boots'];
const oddSizes = `1-40, ${Array.from({length: 200}, (_, at) => `s${at}`).join(', ')}`;

const anEntry = fc.record({
  brand: fc.constantFrom(...brands),
  category: fc.constantFrom(...categories),
  sizes: fc.constantFrom('S-XL', 'S-XL', '36-40', oddSizes),
  colours: fc.constantFrom([], [], ['Red', 'Blue']),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD'),
  pricing: fc.constantFrom('fixed' as const, 'fixed' as const, 'sale' as const, 'on_request' as const),
  rrp: usually(fc.constant(4_000)),
  images: fc.constantFrom([], ['https://img.example/1.jpg']),
  listPrice: usually(fc.constantFrom(1_000, 2_000)),
  read: seldom(fc.constantFrom(1_000, 2_500)),
  hand: seldom(fc.constantFrom('picked' as const, 'left_out' as const)),
  more: seldom(fc.constantFrom('on sale' as const, 'match' as const, 'defined' as const, 'unlisted' as const)),
});
type Entry = typeof anEntry extends fc.Arbitrary<infer T> ? T : never;

const aRule = fc.record({
  effect: fc.constantFrom('include' as const, 'include' as const, 'exclude' as const),
  brands: fc.subarray(brands, {maxLength: 1}),
  categories: fc.subarray(categories, {maxLength: 1}),
  costFrom: fc.option(fc.constantFrom(1_000, 1_001, 2_500)),
  costTo: fc.option(fc.constantFrom(1_999, 2_000)),
  marginFrom: seldom(fc.constantFrom(0, 20, 45)),
  hasImage: seldom(fc.boolean()),
  onRequest: seldom(fc.boolean()),
});
const somePricing = fc.record({
  vatPercent: fc.constant(20),
  markupPercent: fc.constantFrom(0, 60),
  capAtRrp: fc.boolean(),
  floorMarginPercent: fc.constantFrom(0, 30, 30),
  rules: fc.array(
    fc.record({
      id: fc.uuid(),
      brands: fc.subarray(brands, {maxLength: 1}),
      categories: fc.subarray(categories, {maxLength: 1}),
      markupPercent: fc.constantFrom(5, 200),
    }),
    {minLength: 1, maxLength: 2},
  ),
  carryZone: fc.constantFrom('JP' as const, undefined),
});

onEachDatabase('counts of rules', (current, engine) => {
  it('equal a preview that plans each article by itself', {timeout: 120_000}, async () => {
    const db = current().kysely;
    let [chosen, created] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(anEntry, {minLength: 15, maxLength: 30}),
        fc.array(aRule, {minLength: 1, maxLength: 3}),
        somePricing,
        fc.boolean(),
        async (entries, rules, priced, onRequest) => {
          await fill(current(), entries);
          const choice = rules.map((rule, at) => ({...rule, id: `rule-${at}`}));
          const settings = Settings.parse({choice, pricing: priced, onRequest});
          const basis = {settings, store, digest, zones: []};
          const whole = await previewSettings(db, shop, basis);
          const counts = await previewSettings(db, shop, {...basis, countsOnly: true});
          expect(figuresOf(counts)).toEqual(figuresOf(whole));
          const proposed = await chosenIds(db, await chooseAlike(db, basis));
          await recomputeChosen(db, shop, {settings, store});
          expect(proposed).toEqual(await chosenIds(db, currentlyChosen));
          expect(counts?.chosen).toBe(proposed.length);
          expect(proposed).toEqual(expect.arrayContaining(counts?.examples.map(({articleId}) => articleId) ?? []));
          chosen += counts?.chosen ?? 0;
          created += counts?.created ?? 0;
        },
      ),
      {numRuns: engine === 'postgres' ? 30 : 8},
    );
    expect(chosen).toBeGreaterThan(created);
    expect(created).toBeGreaterThan(0);
  });

  it.each(['brand', 'category'] as const)(
    'price articles that differ in nothing but the %s by the rule of each',
    async (fact) => {
      const db = current().kysely;
      await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
      await stock({db}, {one: {[fact]: 'Berg'}, two: {[fact]: 'Tal'}, three: {[fact]: 'Tal'}}, shop);
      const words = fact === 'brand' ? {brands: ['Tal']} : {categories: ['Tal']};
      const pricing = {vatPercent: 20, floorMarginPercent: 30, rules: [{id: 'low', ...words, markupPercent: 5}]};
      const settings = Settings.parse({choice: [{id: 'all', effect: 'include'}], pricing});
      const counts = await previewSettings(db, shop, {settings, store, digest, zones: [], countsOnly: true});
      expect(counts).toMatchObject({created: 1, held: {below_floor: 2}});
    },
  );

  it('compare changed costs with those of the whole shop, however many articles it has', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
    // A tenth of the costs doubled, which is no reason for a brake, all of them among the last ids.
    await sql`insert into articles (shop, article_id, brand, category, name, data, hash, listed, list_price, stock, stock_read_at, stock_read_for, updated_at)
      select ${shop}, 'A-' || lpad(n::text, 5, '0'), 'Aurora', 'Shirts', 'Shirt', ${JSON.stringify(anArticle())}::jsonb, n::text, true, 1000,
        jsonb_build_object('price', case when n > 5400 then 2000 else 1000 end, 'colours', '[]'::jsonb, 'sizes', '[]'::jsonb, 'shipping', '{}'::jsonb),
        now(), n || '|1000', now() from generate_series(1, 6000) n`.execute(db);
    await sql`insert into listings (shop, article_id, state, cost, created_at, updated_at)
      select shop, article_id, 'active', 1000, now(), now() from articles`.execute(db);
    // As a run does once it has saved the list.
    await sql`analyze articles, listings`.execute(db);
    const settings = Settings.parse({choice: [{id: 'all', effect: 'include'}], pricing: {vatPercent: 20}});
    const counts = await previewSettings(db, shop, {settings, store, digest, zones: [], countsOnly: true});
    expect(counts).toMatchObject({chosen: 6_000, held: {cost_moved: 600}});
    expect(counts?.brakes.filter(({kind}) => kind === 'cost')).toEqual([]);
  });

  it('read an article whose brand, category and id are as long as they may be', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
    // Different characters of three bytes each, so that the index row cannot be compressed.
    const long = (length: number, from: number) =>
      String.fromCodePoint(...Array.from({length}, (_, at) => 0x4e00 + ((at * 7_919 + from) % 20_000)));
    const facts = {brand: long(255, 1), category: long(255, 2)};
    const id = ArticleId.parse(long(200, 3));
    await saveListedArticles(db, shop, [{id, price: 1_800}], now);
    await saveArticles(db, shop, [{article: anArticle({...facts, id}), hash: 'f'.repeat(64)}], now);
    const choice = [{id: 'long', effect: 'include', brands: [facts.brand], categories: [facts.category]}];
    const settings = Settings.parse({choice, pricing: {vatPercent: 20}});
    const counts = await previewSettings(db, shop, {settings, store, digest, zones: [], countsOnly: true});
    expect(counts).toMatchObject({chosen: 1, created: 1});
  });
});

async function fill(database: TestDatabase, entries: readonly Entry[]): Promise<void> {
  const db = database.kysely;
  await emptyTables(database);
  await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
  const all = entries.map((entry, at) => ({...entry, id: ArticleId.parse(`A-${String(at).padStart(2, '0')}`)}));
  const listed = all.filter(({more}) => more !== 'unlisted').map(({id, listPrice}) => ({id, price: listPrice}));
  await saveListedArticles(db, shop, listed, now);
  const articles = all.map(({listPrice: _price, read: _read, hand: _hand, more: _more, ...facts}) => ({
    article: anArticle(facts satisfies Partial<Article>),
    hash: facts.id,
  }));
  await saveArticles(db, shop, articles, now);
  const readings = all.flatMap(({id, read, listPrice}) =>
    read === null ? [] : [{id, stock: aStockReading({price: read}), readFor: `${id}|${listPrice ?? ''}`}],
  );
  await saveStockReadings(db, shop, readings, now);
  for (const {id, hand, more} of all) {
    if (hand !== null) await db.updateTable('articles').set({hand}).where('article_id', '=', id).execute();
    if (more === 'on sale') await onSale({db}, [id], {cost: 1_000}, shop);
    if (more === 'defined') await saveDefinedOptions(db, shop, id, {colours: ['Green'], sizes: ['S', 'M']}, now);
    if (more === 'match') {
      const productGid = ProductGid.parse('gid://shopify/Product/1');
      await saveMatches(db, shop, [{articleId: id, productGid, title: 'Shirt', foundBy: 'sku'}], now);
    }
  }
}

/** Everything but what only a preview with prices, or only one without, names. */
function figuresOf(sum: Awaited<ReturnType<typeof previewSettings>>) {
  if (sum === null) throw new Error('the preview was given up');
  const {
    stopped,
    prices,
    pricesListed,
    pricesChanged,
    losing,
    losingOwn,
    losingAlready,
    losingByZone,
    aboveRrp,
    aboveRrpAlready,
    examples,
    ...figures
  } = sum;
  expect([
    stopped,
    prices,
    pricesListed,
    pricesChanged,
    losing,
    losingOwn,
    losingAlready,
    losingByZone,
    aboveRrp,
    aboveRrpAlready,
    examples,
  ]).toBeDefined();
  return figures;
}

/** What the previews choose: articles that the rules cannot tell apart, together. */
async function chooseAlike(db: Kysely<Tables>, basis: PreviewBasis): Promise<ChosenArticles> {
  const asked = {prices: null, signal: undefined, canPrice: true, print: toSettingsFingerprint(basis)};
  const choice = await chooseProposed({db, shop, basis, sum: createEmptyPreview(), ...asked});
  if (choice === null) throw new Error('the choice was given up');
  return choice.chosen;
}

async function chosenIds(db: Kysely<Tables>, {join, isChosen}: ChosenArticles): Promise<readonly string[]> {
  const {rows} = await sql<{id: string}>`
    select a.article_id as id from articles a ${join} where a.shop = ${shop} and ${isChosen} order by a.article_id
  `.execute(db);
  return rows.map(({id}) => id);
}
