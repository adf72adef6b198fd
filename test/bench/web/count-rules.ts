// How soon the counts of import rules follow what a merchant types, over HTTP, in a large catalogue of which a tenth is in the store.
import {type Kysely, sql} from 'kysely';
import {toSettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import {Settings} from '#domain/settings/settings.ts';
import {recomputeChosen} from '../../../server/db/catalogue/choice.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {RulesCount} from '../../../server/http/contract/preview.ts';
import {Choices} from '../../../server/http/contract/settings.ts';
import {shop} from '../../http/bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp} from '../../http/catalogue-test-app.ts';
import {engines} from '../../support/database.ts';
import {againstFloor, byItself, type Figure, median} from '../figure.ts';
import {fillCatalogue} from '../large-catalogue.ts';

const rounds = 5;

type Proposal = {readonly name: string; readonly choice: readonly object[]};

const brands = (from: number, to: number) => Array.from({length: to - from}, (_, at) => `Brand ${from + at}`);
const saved = {id: 'saved', effect: 'include', brands: brands(0, 40)};

/** From what a merchant types first to what takes in everything. */
const proposals: readonly Proposal[] = [
  {name: 'the saved rule', choice: [saved]},
  {name: 'without the dear ones', choice: [saved, {id: 'dear', effect: 'exclude', costFrom: 4_000}]},
  {name: 'with one brand more', choice: [{...saved, brands: brands(0, 41)}]},
  {name: 'from a margin on', choice: [{...saved, marginFrom: 20}]},
  {name: 'twice as many brands', choice: [{...saved, brands: brands(0, 80)}]},
  {name: 'everything', choice: [{id: 'all', effect: 'include'}]},
  {name: 'everything from a margin on', choice: [{id: 'all', effect: 'include', marginFrom: 20}]},
];

/** Each the median of five; they take turns, so that another program's load falls on all of them. */
export async function* measureRuleCounts(scale: number): AsyncGenerator<Figure> {
  const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
  const app = await openCatalogueTestApp(engine);
  try {
    const articles = Math.round(100_000 * scale);
    await fillCatalogue(app.db, shop, articles);
    yield await measureChoices(app, `brands and categories with pictures of ${articles} articles on ${engine}`);
    await putIntoStore(app.db, app.deps.digest);
    const measured = await measureInTurns(app);
    for (const {name, ms, counts} of measured) {
      const facts = `${counts.chosen} chosen, ${counts.created} new`;
      const title = `counts of rules over ${articles} articles on ${engine}: ${name} (${facts})`;
      yield byItself(title, ms, 'ms', {atMost: 500});
    }
    const times = measured.map(({ms}) => ms);
    const apart = {value: Math.max(...times), floor: Math.min(...times), unit: 'ms'};
    yield againstFloor('the same: the slowest beside the quickest', apart, {atMost: 2});
  } finally {
    await app.close();
  }
}

/** What the saved rule chooses is on sale, as it was planned last, with five variants each. */
async function putIntoStore(db: Kysely<Tables>, digest: (text: string) => string): Promise<void> {
  const settings = Settings.parse({choice: [saved], pricing: {vatPercent: 20}});
  await saveSettings(db, shop, settings, new Date());
  const store = {currency: 'EUR', taxesIncluded: true};
  const print = JSON.stringify(toSettingsFingerprint({settings, store, digest}));
  await sql`delete from listings`.execute(db);
  await sql`update articles set stock_read_at = now(), stock = jsonb_build_object(
    'price', list_price, 'colours', '[]'::jsonb, 'sizes', '["S","M","L","XL","XXL"]'::jsonb, 'shipping', '{}'::jsonb)
    where listed and brand = any(${saved.brands}::text[])`.execute(db);
  await recomputeChosen(db, shop, {settings, store});
  await sql`insert into listings (shop, article_id, state, product_gid, cost, written, owned, edits, planned_for, planned_article,
      planned_list_price, planned_stock_read_at, planned_settings, created_at, updated_at)
    select shop, article_id, 'active', 'gid://shopify/Product/' || article_id, list_price, '{}', '{}', '{}', 'in columns', hash,
      list_price, stock_read_at, ${print}::jsonb, now(), now()
    from articles where listed and chosen and not on_request`.execute(db);
  await sql`insert into listing_variants (shop, variant_gid, article_id, product_gid, colour, size, state, updated_at)
    select l.shop, 'gid://shopify/ProductVariant/' || l.article_id || s, l.article_id, l.product_gid, null, s, 'live', now()
    from listings l cross join unnest(array['S','M','L','XL','XXL']) s`.execute(db);
  await sql`vacuum analyze articles, listings, listing_variants`.execute(db);
}

/** What the tiles of brands and categories need. */
async function measureChoices({merchant}: CatalogueTestApp, title: string): Promise<Figure> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const choices = await merchant.get('/choices', Choices);
    readings.push(performance.now() - begun);
    if (choices.brands.length + choices.categories.length === 0) throw new Error('nothing was counted');
  }
  return byItself(title, median(readings), 'ms', {atMost: 300});
}

type Measured = {readonly name: string; readonly ms: number; readonly counts: RulesCount};

async function measureInTurns({merchant}: CatalogueTestApp): Promise<readonly Measured[]> {
  const readings = proposals.map(() => new Array<{readonly ms: number; readonly counts: RulesCount}>());
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, {choice}] of proposals.entries()) {
      const begun = performance.now();
      const counts = await merchant.post('/rules/count', {choice}, RulesCount);
      readings[at]?.push({ms: performance.now() - begun, counts});
    }
  }
  return proposals.map(({name}, at) => {
    const [first] = readings[at] ?? [];
    if (first === undefined) throw new Error('nothing was counted');
    return {name, ms: median((readings[at] ?? []).map(({ms}) => ms)), counts: first.counts};
  });
}
