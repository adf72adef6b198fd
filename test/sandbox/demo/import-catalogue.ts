// The merchant's first evening: connect, choose, import; then a run with nothing to do, and one after an article has gone.
import {zones} from '#domain/orders/zone.ts';
import type {Run} from '../../../server/http/contract/runs.ts';
import type {ShopControl} from '../shopify/start.ts';
import type {PartnerKeys} from '../start.ts';
import type {SupplierSandbox} from '../supplier/start.ts';
import type {Merchant} from './merchant.ts';

export type ImportReport = {
  readonly summary: {
    readonly articles: number;
    readonly listed: number;
    readonly products: number;
    readonly quarantined: number;
    readonly retired: number;
    /** Of the first import. */
    readonly runMs: number;
    /** Mutations that reached the store in the second run. */
    readonly secondRunWrites: number;
  };
  readonly imported: Run['counts'];
  readonly chosenBrands: readonly string[];
  readonly writesPerRun: readonly number[];
};

/** Enough to see, few enough to wait for. */
const productsAtLeast = 300;

/** Euro cents. In every price, so that one piece loses money in no zone. */
const highestFee = Math.max(...Object.values(zones).map(({fee}) => fee));

export async function importCatalogue(
  merchant: Merchant,
  supplier: SupplierSandbox,
  store: ShopControl,
  keys: PartnerKeys,
): Promise<ImportReport> {
  await merchant.connect('catalogue', keys.catalogue);
  await merchant.connect('dropship', keys.dropship);
  await whole(merchant);

  const brands = chooseBrands((await merchant.choices()).brands);
  const settings = await merchant.settings();
  await merchant.saveSettings({
    ...settings,
    newProducts: 'active',
    // The demo shows what becomes of its orders, so they do not wait.
    delayMinutes: 0,
  });
  await merchant.choose(brands);
  await merchant.savePricing({markupPercent: 60, vatPercent: 19, addOn: highestFee});
  const first = await run(merchant, store);
  const products = store.products().length;
  const second = await run(merchant, store);
  withdrawOne(supplier, store);
  const third = await run(merchant, store);
  return {
    summary: {
      articles: first.run.counts.articles,
      listed: first.run.counts.listed,
      products,
      quarantined: first.run.counts.quarantined,
      retired: third.run.counts.retired,
      runMs: first.ms,
      secondRunWrites: second.writes,
    },
    imported: first.run.counts,
    chosenBrands: brands,
    writesPerRun: [first.writes, second.writes, third.writes],
  };
}

async function run(merchant: Merchant, store: ShopControl): Promise<{run: Run; ms: number; writes: number}> {
  const before = store.writes();
  await merchant.startRun();
  const ended = await whole(merchant);
  const ms = Date.parse(ended.finishedAt ?? '') - Date.parse(ended.startedAt);
  return {run: ended, ms, writes: store.writes() - before};
}

async function whole(merchant: Merchant): Promise<Run> {
  const ended = await merchant.lastRun();
  if (ended.state !== 'done') throw new Error(`the run ended as ${ended.state}: ${ended.reason ?? 'no reason'}`);
  return ended;
}

function chooseBrands(brands: readonly {readonly name: string; readonly articles: number}[]): string[] {
  const chosen: string[] = [];
  let articles = 0;
  for (const brand of brands) {
    if (articles >= productsAtLeast) break;
    chosen.push(brand.name);
    articles += brand.articles;
  }
  return chosen;
}

/** The supplier stops offering one article that is in the store. */
function withdrawOne(supplier: SupplierSandbox, store: ShopControl): void {
  const articleId = store.products().at(-1)?.metafields['$app.article_id']?.value;
  if (articleId === undefined) throw new Error('the store has no product of ours');
  supplier.catalogue.withdraw(articleId);
}
