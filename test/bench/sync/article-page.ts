// The first page of a large catalogue over HTTP, as the merchant's page asks for it: unfiltered, filtered, searched.
import {type Kysely, sql} from 'kysely';
import type {ZodType} from 'zod';
import {optionNames} from '#domain/options/defined-options.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {saveShippingRates} from '../../../server/db/shops/shipping-rates.ts';
import {saveSettings, saveShopFacts} from '../../../server/db/shops/shops.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {Articles} from '../../../server/http/contract/articles.ts';
import {Unanswered} from '../../../server/http/contract/options/unanswered.ts';
import {shop} from '../../http/bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp} from '../../http/catalogue-test-app.ts';
import {engines} from '../../support/database.ts';
import {byItself, type Figure, median} from '../figure.ts';
import {fillCatalogue} from '../large-catalogue.ts';

const rounds = 5;

/** Common words and rare ones, filters that hold for nearly all, a few and none. */
const questions = [
  '',
  'search=linen',
  'search=linen%20shirt%20brand',
  'search=sku-77',
  'search=nothing-is-called-so',
  'brand=Brand%207',
  'category=Category%207&hasImage=true',
  'listed=true',
  'chosen=true',
  'chosen=false&hasImage=false',
  'onRequest=true&listed=true',
  'state=held',
  'held=below_floor&search=wool',
  'state=none&listed=true',
  'edited=true',
  'quarantined=true',
  'unanswered=sizes',
  'listed=true&sort=margin_low',
  'sort=margin_high',
  'chosen=true&sort=margin_low',
  'search=linen&sort=margin_high',
  'state=none&listed=true&sort=margin_low',
  'unanswered=sizes&sort=margin_low',
];

/** The slowest of them all, and of those by margin in a store with half of the catalogue. Each question is the median of five. */
export async function* measureArticlePages(scale: number): AsyncGenerator<Figure> {
  const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
  const app = await openCatalogueTestApp(engine);
  try {
    const articles = Math.round(100_000 * scale);
    await fillCatalogue(app.db, shop, articles);
    yield await measureSlowest(app, `first page of ${articles} articles on ${engine}`, questions);
    await putHalfIntoStore(app.db, articles / 2);
    await setTerms(app.db);
    const byMargin = questions.filter((question) => question.includes('sort=margin'));
    yield await measureSlowest(app, `the same by margin, ${articles / 2} of them in the store`, byMargin);
    yield await measureUnanswered(app);
  } finally {
    await app.close();
  }
}

async function measureSlowest(app: CatalogueTestApp, title: string, asked: readonly string[]): Promise<Figure> {
  const slowest = {ms: 0, question: ''};
  for (const question of asked) {
    const ms = await measure(app, `/articles?${question}`, Articles);
    if (ms > slowest.ms) Object.assign(slowest, {ms, question});
  }
  const name = `${title}, slowest of ${asked.length} questions (${slowest.question || 'all'})`;
  return byItself(name, slowest.ms, 'ms', {atMost: 300});
}

async function measureUnanswered(app: CatalogueTestApp): Promise<Figure> {
  let slower = 0;
  for (const option of optionNames) {
    slower = Math.max(slower, await measure(app, `/options/unanswered?option=${option}`, Unanswered));
  }
  return byItself('colours and sizes that they do not state, by category and text, the slower', slower, 'ms', {
    atMost: 500,
  });
}

/** Listings as wide as those of a real store; the price of every twentieth is the merchant's own. */
async function putHalfIntoStore(db: Kysely<Tables>, listings: number): Promise<void> {
  await sql`delete from listings`.execute(db);
  await sql`insert into listings (shop, article_id, state, product_gid, cost, price, written, trace, edits, created_at, updated_at)
    select shop, article_id, 'active', 'gid://shopify/Product/' || article_id, list_price, 2 * list_price + hashtext(article_id) % 1000,
      jsonb_build_object('title', name, 'description', repeat('text ', 80)), '[{"step": "supplier", "amount": 1000}]',
      case when hashtext(article_id) % 20 = 0 then '{"price": {"written": "50.00", "live": "31.25, 11.25"}}'::jsonb else '{}' end, now(), now()
    from articles where listed order by md5(article_id) limit ${listings}`.execute(db);
  await sql`vacuum analyze listings`.execute(db);
}

/** All that what is left depends on: VAT, payment fees, shipping rates with a limit, and the fees that a third of the articles state. */
async function setTerms(db: Kysely<Tables>): Promise<void> {
  const now = new Date();
  const pricing = {markupPercent: 60, vatPercent: 22, paymentPercent: 2.9, paymentFixed: 30};
  await saveSettings(db, shop, {pricing}, now);
  await saveShopFacts(db, shop, {currency: 'EUR', shipsToCountries: ['DE', 'FR', ...zoneCodes]}, now);
  const rate = (price: number) => [
    {price, from: null, to: 9_999},
    {price: 0, from: 10_000, to: null},
  ];
  const groups = [
    [
      {countries: ['DE'], restOfWorld: false, rates: rate(490)},
      {countries: ['GB'], restOfWorld: false, rates: rate(1_500)},
      {countries: [], restOfWorld: true, rates: rate(1_990)},
    ],
  ];
  await saveShippingRates(db, shop, {currency: 'EUR', groups, isComplete: true}, now);
  const shipping = Object.fromEntries(
    zoneCodes.map((zone, at) => [zone, {label: zone, fee: 1_500 + 100 * at, transit: ''}]),
  );
  const reading = JSON.stringify({colours: [], sizes: [], shipping});
  await sql`update articles set stock = ${reading}::jsonb || jsonb_build_object('price', list_price)
    where listed and hashtext(article_id) % 3 = 0`.execute(db);
  await sql`vacuum analyze articles`.execute(db);
}

async function measure({merchant}: CatalogueTestApp, path: string, answer: ZodType): Promise<number> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await merchant.get(path, answer);
    readings.push(performance.now() - begun);
  }
  return median(readings);
}
