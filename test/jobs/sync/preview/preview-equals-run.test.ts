// Property: what a preview counts, the next run does. Random catalogues, rules, prices, choices by hand and defined sizes. A failure names the step and
// its seed, with which PREVIEW_SEED plays the same again.
import fc from 'fast-check';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId} from '#domain/ids.ts';
import {defineOptions} from '../../../../server/actions/define-options.ts';
import {saveManualChoice, toChoiceBasis} from '../../../../server/db/catalogue/choice.ts';
import {loadShop, loadStoredSettings} from '../../../../server/db/shops/shops.ts';
import type {Preview} from '../../../../server/http/contract/preview.ts';
import {runsEverything} from '../../../support/database.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop, type SyncTestApp} from '../sync-test-app.ts';

const {PREVIEW_SEED} = process.env;
const seed = PREVIEW_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(PREVIEW_SEED);
const shops = runsEverything ? 4 : 2;
const stepsOfEach = runsEverything ? 12 : 6;

const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: null, freq: 2});
const places = (most: number) => fc.array(fc.nat(10_000), {maxLength: most});

/** Numbers stand for brands, categories and articles of the catalogue as it is then. */
const aRule = fc.record({
  effect: fc.oneof({weight: 3, arbitrary: fc.constant('include' as const)}, fc.constant('exclude' as const)),
  brands: places(4),
  categories: places(2),
  costFrom: seldom(fc.integer({min: 500, max: 6_000})),
  costTo: seldom(fc.integer({min: 2_000, max: 20_000})),
  marginFrom: seldom(fc.integer({min: -20, max: 60})),
  hasImage: seldom(fc.boolean()),
  onRequest: seldom(fc.boolean()),
});
const aStep = fc.record({
  supplier: fc.array(
    fc.record({
      at: fc.nat(10_000),
      what: fc.constantFrom('withdrawn', 'back', 'on_request', 'fixed', 'cost', 'sizes', 'unstated', 'brand'),
      cents: fc.integer({min: 300, max: 15_000}),
    }),
    {maxLength: 6},
  ),
  hand: fc.array(fc.record({at: fc.nat(10_000), hand: fc.constantFrom('picked', 'left_out', null)}), {maxLength: 3}),
  defined: fc.array(fc.record({at: fc.nat(10_000), sizes: fc.subarray(['S', 'M', '46"'])}), {maxLength: 3}),
  changes: fc.oneof(
    {weight: 3, arbitrary: fc.record({rules: fc.array(aRule, {minLength: 1, maxLength: 4})})},
    fc.record({
      markupPercent: fc.integer({min: 0, max: 120}),
      addOn: fc.integer({min: 0, max: 2_000}),
      floorMarginPercent: fc.integer({min: 0, max: 50}),
    }),
  ),
});
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

// On one engine: `http/preview-and-run`, `db/settings-preview` and `db/rule-counts` send its statements on both.
onEachSyncTestApp('what a preview counts the next run does', {articles: 60, shops, engines: oneEngine}, (app) => {
  it.each(Array.from({length: shops}, (_, at) => at))('in random history %i', {timeout: 240_000}, async (at) => {
    const shop = await app().openShop({choice: [ChoiceRule.parse({id: 'all', effect: 'include'})]});
    await shop.run();
    const counted = [];
    for (const [number, step] of fc.sample(aStep, {seed: seed + at, numRuns: stepsOfEach}).entries()) {
      const told = `PREVIEW_SEED=${seed}, history ${at}, step ${number}: ${JSON.stringify(step)}`;
      changeSupplier(app(), step);
      await shop.run();
      await changeByHand(app(), shop, step);
      const {preview, rulesCount} = await previewAndSave(app(), shop, step);
      const estimated = await loadEstimated(app(), shop);
      const {counts} = await shop.run();
      expect(toCounts(counts), told).toEqual(fromPreview(preview));
      expectOnSale(shop, preview, estimated, told);
      if (rulesCount !== null) expect(preview, told).toMatchObject({...rulesCount, held: preview.held});
      counted.push(fromPreview(preview));
      await decideBrakes(shop, number);
    }
    // Not a history in which nothing happened.
    expect(counted.some(({created, retired, restored, updated}) => created + retired + restored + updated > 0)).toBe(
      true,
    );
  });
});

const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
};

function changeSupplier({supplier: {catalogue}}: SyncTestApp, {supplier}: Step): void {
  for (const {at, what, cents} of supplier) {
    const {id, brand} = pick(catalogue.all(), at);
    if (what === 'withdrawn') catalogue.withdraw(id);
    else if (what === 'back') catalogue.restore(id);
    else if (what === 'cost') catalogue.setStock(id, {price: cents / 100});
    else if (what === 'sizes') catalogue.setStock(id, {sizes: ['S', 'M', 'L'].slice(cents % 3)});
    else if (what === 'unstated') catalogue.setStock(id, {colours: [], sizes: []});
    else if (what === 'brand') catalogue.change(id, {brand: pick(catalogue.all(), cents).brand || brand});
    else catalogue.change(id, {pricing: what});
  }
}

async function changeByHand(
  {deps: {db, now}, supplier}: SyncTestApp,
  shop: Shop,
  {hand, defined}: Step,
): Promise<void> {
  const facts = await loadShop(db, shop.domain);
  if (facts === null) throw new Error('no shop');
  for (const one of hand) {
    const {settings} = await loadStoredSettings(db, shop.domain);
    const id = ArticleId.parse(pick(supplier.catalogue.all(), one.at).id);
    await saveManualChoice(db, shop.domain, [id], one.hand, toChoiceBasis(settings, facts));
  }
  for (const {at, sizes} of defined) {
    const id = ArticleId.parse(pick(supplier.catalogue.all(), at).id);
    const by = {shop: shop.domain, actor: 'user:1', now: now()};
    await defineOptions(db, by, id, {colours: [], sizes}, () => {});
  }
}

async function previewAndSave({deps: {db}, supplier}: SyncTestApp, {domain, merchant}: Shop, {changes}: Step) {
  const all = supplier.catalogue.all();
  if ('rules' in changes) {
    const choice = changes.rules.map(({brands, categories, ...rule}, index) => ({
      ...rule,
      id: `rule-${index}`,
      brands: brands.map((at) => pick(all, at).brand),
      categories: categories.map((at) => pick(all, at).category),
    }));
    const preview = await merchant.preview({choice});
    const rulesCount = await merchant.countRules(choice);
    await merchant.saveRules(choice, preview.id);
    const {held: _held, examples: _examples, ...rest} = rulesCount;
    expect(rulesCount.held).toBe(sumOf(preview.held));
    return {preview, rulesCount: rest};
  }
  const {pricing} = (await loadStoredSettings(db, domain)).settings;
  const preview = await merchant.preview({pricing: {...pricing, ...changes}});
  await merchant.savePricing(changes);
  return {preview, rulesCount: null};
}

const sumOf = (held: Preview['held']): number => Object.values(held).reduce((sum, number) => sum + number, 0);

const fromPreview = ({chosen, created, updated, restored, retired, quarantined, ...preview}: Preview) => ({
  chosen,
  created,
  updated,
  restored,
  retired,
  quarantined,
  held: sumOf(preview.held),
});

type RunCounts = Awaited<ReturnType<Shop['run']>>['counts'];

const toCounts = ({chosen, created, updated, restored, retired, quarantined, held}: RunCounts) => ({
  chosen,
  created,
  updated,
  restored,
  retired,
  quarantined,
  held,
});

/** Chosen articles whose details are out of date or were never read: the run reads them again, and they may be others by then. */
async function loadEstimated({deps: {db}}: SyncTestApp, {domain}: Shop): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', domain)
    .where('chosen', '=', true)
    .where(sql<boolean>`(stock is null or stock_read_for is distinct from concat(hash, '|', list_price))`)
    .execute();
  return new Set(rows.map((row) => row.article_id));
}

/** The products are exact, and so are the variants of all but the estimated articles. */
function expectOnSale(
  shop: Shop,
  {products, variants, variantsEstimated}: Preview,
  estimated: ReadonlySet<string>,
  told: string,
): void {
  const onSale = [...shop.products()].filter(([, {status}]) => status === 'ACTIVE');
  expect(onSale, told).toHaveLength(products);
  const certain = onSale.filter(([id]) => !estimated.has(id));
  const variantsOfCertain = certain.reduce((sum, [, product]) => sum + product.variants.length, 0);
  expect(variantsOfCertain, told).toBe(variants - variantsEstimated);
}

/** One brake is released, the next one discarded, the third one waits. */
async function decideBrakes({merchant}: Shop, number: number): Promise<void> {
  const {brakes} = await merchant.brakes();
  for (const {id} of brakes.filter(({state}) => state === 'held')) {
    if (number % 3 === 0) await merchant.releaseBrake(id);
    else if (number % 3 === 1) await merchant.discardBrake(id);
  }
}
