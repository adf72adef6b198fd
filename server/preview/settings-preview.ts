// The effect of proposed settings on the store: the functions a run uses choose, plan, price and brake every article, and nothing is
// written. Where `a=stock` was not read yet, the list's price and the catalogue's colours and sizes are assumed.
import type {Kysely} from 'kysely';
import {decideOffSale, nothingOffSale, type PlannedOffSale} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import {toSettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {loadListings} from '../db/listings/listings.ts';
import {countLiveListings} from '../db/listings/listings-to-retire.ts';
import {loadCostMoves} from '../db/runs/brakes.ts';
import type {Tables} from '../db/tables/tables.ts';
import {chooseProposed} from './choose-proposed.ts';
import {countNewArticles} from './new-articles.ts';
import {type PreviewBasis, type PreviewWork, planForPreview} from './plans.ts';
import {listPrices} from './prices.ts';
import {addRetirements} from './retirements.ts';
import {countWhatStands} from './standing.ts';
import {countUnchanged, liveVariantsOf, noFigures, type SettingsPreview} from './sum.ts';

/** Null when `signal` reports that the caller no longer waits. */
export async function previewSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: PreviewBasis,
  signal?: AbortSignal,
): Promise<SettingsPreview | null> {
  const canPrice = missingForPrices(basis) === null;
  const sum = noFigures();
  const print = toSettingsPrint(basis);
  const prices = basis.countsOnly === true ? null : listPrices(sum, basis);
  const work: PreviewWork = {db, shop, basis, sum, prices, signal, canPrice, print};
  const choice = await chooseProposed(work);
  if (choice === null) return null;
  const {chosen, notOffered} = choice;
  const liveListings = await countLiveListings(db, shop);
  const due = await countWhatStands(work, chosen);
  if (due === null) return null;
  if (prices === null && !(await countNewArticles(work, chosen))) return null;
  if (canPrice) {
    const waiting = await brakeMovedCosts(work, chosen);
    const offSale = nothingOffSale();
    if (!(await planForPreview(work, due, {waiting, offSale}))) return null;
    if (!(await addOffSale(work, offSale, {waiting, liveListings}))) return null;
  } else if (!(await planForPreview(work, due, {waiting: new Set(), offSale: null}))) return null;
  await addRetirements(work, notOffered, liveListings);
  work.sum.stopped.sort(byArticle);
  prices?.close();
  return work.sum;
}

const byArticle = (one: {readonly articleId: ArticleId}, other: {readonly articleId: ArticleId}): number =>
  one.articleId < other.articleId ? -1 : one.articleId > other.articleId ? 1 : 0;

async function brakeMovedCosts({db, shop, sum}: PreviewWork, chosen: ChosenArticles): Promise<ReadonlySet<string>> {
  const brake = planCostBrake(await loadCostMoves(db, shop, chosen));
  if (brake.kind === 'go') return new Set();
  addBrake(sum, 'cost', brake.reason, brake.articleIds);
  return new Set(brake.articleIds);
}

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

/** Decided as in the run: offSale are counted as planned, kept products as they are. */
async function addOffSale(
  work: PreviewWork,
  offSale: PlannedOffSale,
  {waiting, liveListings}: {readonly waiting: ReadonlySet<string>; readonly liveListings: number},
): Promise<boolean> {
  const [variants, drafts] = (['variants', 'hold'] as const).map((kind) => {
    const decided = decideOffSale(kind, offSale, {liveListings, inBrake: new Set(), isPartial: false});
    if (decided.reason !== null) addBrake(work.sum, kind, decided.reason, decided.waiting);
    return decided;
  });
  const keepVariants = new Set([...offSale.kept.variants, ...(variants?.waiting ?? [])]);
  const go = [...offSale.wanted, ...(variants?.go ?? []), ...(drafts?.go ?? [])];
  const stay = [...offSale.kept.hold, ...(drafts?.waiting ?? [])];
  const listings = await loadListings(work.db, work.shop, stay);
  for (const id of stay) countUnchanged(work.sum, liveVariantsOf(listings.get(id) ?? null));
  return planForPreview(work, [...go, ...keepVariants], {waiting, keepVariants});
}
