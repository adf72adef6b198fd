// Computes the effect of proposed settings on the store: the functions of a run choose, plan, price and brake every article, and nothing
// is written. Where `a=stock` was not read yet, the list's price and the catalogue's colours and sizes are assumed.
import type {Kysely} from 'kysely';
import {articlesKeptBraked} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {OffSaleKind} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {decideOffSale, emptyPlannedOffSale, type PlannedOffSale} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import {toSettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {loadListings} from '../db/listings/listings.ts';
import {countLiveListings} from '../db/listings/listings-to-retire.ts';
import {loadCostChanges, loadWaitingBrake} from '../db/runs/brakes.ts';
import type {Tables} from '../db/tables/tables.ts';
import {chooseProposed} from './choose-proposed.ts';
import {loadExamples} from './examples.ts';
import {countNewArticles} from './new-articles.ts';
import {type PreviewBasis, type PreviewContext, planForPreview} from './plans.ts';
import {createPriceList} from './prices.ts';
import {addRetirements} from './retirements.ts';
import {countStandingArticles} from './standing.ts';
import {countUnchanged, createEmptyPreview, liveVariantsOf, type SettingsPreview} from './sum.ts';

/** The figures of a preview of the proposed settings. Null when `signal` reports that the caller no longer waits. */
export async function previewSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: PreviewBasis,
  signal?: AbortSignal,
): Promise<SettingsPreview | null> {
  const canPrice = missingForPrices(basis) === null;
  const sum = createEmptyPreview();
  const print = toSettingsFingerprint(basis);
  const prices = basis.countsOnly === true ? null : createPriceList(sum, basis);
  const work: PreviewContext = {db, shop, basis, sum, prices, signal, canPrice, print};
  const choice = await chooseProposed(work);
  if (choice === null) return null;
  const {chosen, notOffered} = choice;
  const liveListings = await countLiveListings(db, shop);
  const due = await countStandingArticles(work, chosen);
  if (due === null) return null;
  if (prices === null) {
    if (!(await countNewArticles(work, chosen))) return null;
    sum.examples = await loadExamples(db, shop, chosen);
  }
  if (canPrice) {
    const waiting = await brakeMovedCosts(work, chosen);
    const offSale = emptyPlannedOffSale();
    if (!(await planForPreview(work, due, {waiting, offSale}))) return null;
    if (!(await countOffSale(work, offSale, {waiting, liveListings}))) return null;
  } else if (!(await planForPreview(work, due, {waiting: new Set(), offSale: null}))) return null;
  await addRetirements(work, notOffered, liveListings);
  work.sum.stopped.sort(compareByArticle);
  prices?.close();
  return work.sum;
}

/** Sorts by article id. */
const compareByArticle = (one: {readonly articleId: ArticleId}, other: {readonly articleId: ArticleId}): number =>
  one.articleId < other.articleId ? -1 : one.articleId > other.articleId ? 1 : 0;

/**
 * Decides as a run does whether changed costs have to wait: adds that brake to the figures, and returns the articles that wait; empty
 * without a brake.
 */
async function brakeMovedCosts({db, shop, sum}: PreviewContext, chosen: ChosenArticles): Promise<ReadonlySet<string>> {
  const kept = articlesKeptBraked(await loadWaitingBrake(db, shop, 'cost'));
  const brake = planCostBrake(await loadCostChanges(db, shop, chosen), kept);
  if (brake.kind === 'go') return new Set();
  addBrake(sum, 'cost', brake.reason, brake.articleIds);
  return new Set(brake.articleIds);
}

/** Adds a brake to the figures, with all its articles. It stops them even if the settings are saved with the preview's id. */
function addBrake(
  sum: SettingsPreview,
  kind: 'cost' | 'variants' | 'hold',
  reason: string,
  ids: readonly ArticleId[],
): void {
  const brake = {reason, unlessConfirmed: false};
  sum.brakes.push({kind, articles: ids.length, ...brake});
  for (const articleId of ids) sum.stopped.push({articleId, by: kind, code: null, ...brake});
}

/**
 * Decides as a run does: what may go off sale is counted as planned, products that a brake keeps are counted as they are. False when the
 * caller no longer waits.
 */
async function countOffSale(
  work: PreviewContext,
  offSale: PlannedOffSale,
  {waiting, liveListings}: {readonly waiting: ReadonlySet<string>; readonly liveListings: number},
): Promise<boolean> {
  const decide = async (kind: OffSaleKind) => {
    const inBrake = articlesKeptBraked(await loadWaitingBrake(work.db, work.shop, kind));
    const decided = decideOffSale(kind, offSale, {liveListings, inBrake, isPartial: false});
    if (decided.reason !== null) addBrake(work.sum, kind, decided.reason, decided.waiting);
    return decided;
  };
  const variants = await decide('variants');
  const drafts = await decide('hold');
  const keepVariants = new Set([...offSale.kept.variants, ...variants.waiting]);
  const go = [...offSale.wanted, ...variants.go, ...drafts.go];
  const stay = [...offSale.kept.hold, ...drafts.waiting];
  const listings = await loadListings(work.db, work.shop, stay);
  for (const id of stay) countUnchanged(work.sum, liveVariantsOf(listings.get(id) ?? null));
  return planForPreview(work, [...go, ...keepVariants], {waiting, keepVariants});
}
