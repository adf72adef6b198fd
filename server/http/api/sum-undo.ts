// Sums up what an undo would do, by the code of the undo itself and by what is known of the store: edits and deletions that Shopify
// announced. Read in batches, so that a run of a hundred thousand changes needs little memory.
import type {Kysely} from 'kysely';
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import {planUndo, type ShownProduct, type UndoStep} from '#domain/undo/plan-undo.ts';
import {findUndoLoss} from '#domain/undo/undo-loss.ts';
import {type StayReason, stayTexts, type UndoWarning, undoWarnings} from '#domain/undo/undo-texts.ts';
import {loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {loadArticlesToUndo, loadChangesToUndo, loadLaterUndoneValues} from '../../db/runs/undo-changes.ts';
import {type ListingToUndo, loadListingsToUndo} from '../../db/runs/undos.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {UndoPreview} from '../contract/undo.ts';

/** How many of the run's changes one batch covers. */
const batchSize = 2_000;
/** How many entries each list of examples has at most. */
const sampleSize = 10;
/** The longest text of a value in the sample, in characters. */
const longestValueShown = 200;

type UndoSum = Pick<UndoPreview, 'products' | 'fields' | 'sample' | 'stays' | 'warnings' | 'losing'>;
/** How many fields an undo leaves as they are for one reason, and the first of them. */
type StayingFields = {count: number; readonly sample: UndoPreview['stays'][number]['sample']};

/** What is needed to tell whether a price after the undo loses money: the store's sales terms, and the zones it sells to. */
export type UndoSales = Parameters<typeof findUndoLoss>[3];

/**
 * Sums up what an undo of the run would do. @param sales null: the run cannot be undone, and the sum is empty. @returns null if `signal`
 * reports that the caller is gone.
 */
export async function sumUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  sales: UndoSales | null,
  signal: AbortSignal,
): Promise<UndoSum | null> {
  const found = createUndoSum(sales?.terms.currency ?? null);
  if (sales === null) return found.sum();
  const undone = {runId, undoId: null};
  const {currency} = sales.terms;
  for (let after: number | null = 0; after !== null; ) {
    if (signal.aborted) return null;
    const {articleIds, last} = await loadArticlesToUndo(db, shop, undone, {after, limit: batchSize});
    const changes = await loadChangesToUndo(db, shop, undone, articleIds);
    const since = await loadLaterUndoneValues(db, shop, runId, articleIds);
    const listings = await loadListingsToUndo(db, shop, articleIds);
    const costs = await loadPieceCosts(db, shop, articleIds);
    for (const [articleId, ofArticle] of changes) {
      // An earlier batch held the first change of this article, so all its changes are summed up already.
      if ((ofArticle[0]?.id ?? 0) <= after) continue;
      const listing = listings.get(articleId) ?? null;
      const shown = listing === null ? null : toShownProduct(listing);
      const steps = planUndo(ofArticle, {listing, shown, currency, undone: since.get(articleId) ?? new Map()});
      const loss = findUndoLoss(steps, shown, costs.get(articleId) ?? null, sales);
      found.add({articleId, name: listing?.name ?? ''}, steps, loss);
    }
    after = last;
  }
  return found.sum();
}

/** What one piece of an article costs: the supplier's price and the shipping fees by zone. */
type PieceCosts = NonNullable<Parameters<typeof findUndoLoss>[2]>;

/** By article: the cost a price would be calculated from today. Articles without a known cost are missing. */
async function loadPieceCosts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, PieceCosts>> {
  const articles = await loadArticleMoney(db, shop, ids);
  return new Map(
    articles.flatMap(({articleId, stock, listPrice}) => {
      const price = stock?.price ?? listPrice;
      return price === null ? [] : [[articleId, {price, shipping: stock?.shipping ?? {}}]];
    }),
  );
}

/**
 * The product's values as far as known: those written last, replaced by the merchant's known edits. Whether the merchant changed the status
 * is not known.
 */
function toShownProduct({written, edits}: ListingToUndo): ShownProduct {
  const live = Object.entries(edits).map(([field, edit]) => [field, edit?.live ?? null]);
  const values: WrittenValues = {...written, ...Object.fromEntries(live)};
  return {values, status: null};
}

type NamedArticle = {readonly articleId: ArticleId; readonly name: string};

/** Collects the sum article by article: `add` the steps of an article, then call `sum`. */
function createUndoSum(currency: string | null) {
  let products = 0;
  const fields = new Map<string, number>();
  const stays = new Map<StayReason, StayingFields>();
  const warnings = new Map<UndoWarning, number>();
  const sample: UndoSum['sample'] = [];
  const losing: UndoSum['losing'] = {count: 0, notKnown: 0, currency, sample: []};
  const addOne = ({articleId, name}: NamedArticle, step: UndoStep): void => {
    const {field} = step;
    if (step.kind === 'stays') {
      const known = stays.get(step.because) ?? {count: 0, sample: []};
      known.count += 1;
      if (known.sample.length < sampleSize) known.sample.push({articleId, name, field});
      stays.set(step.because, known);
      return;
    }
    fields.set(field, (fields.get(field) ?? 0) + 1);
    if (step.warning !== null) warnings.set(step.warning, (warnings.get(step.warning) ?? 0) + 1);
    if (sample.length < sampleSize)
      sample.push({articleId, name, field, from: shortenValue(step.from), to: shortenValue(step.to)});
  };
  return {
    add(article: NamedArticle, steps: readonly UndoStep[], loss: ReturnType<typeof findUndoLoss>): void {
      if (steps.some(({kind}) => kind === 'set_back')) products += 1;
      for (const step of steps) addOne(article, step);
      if (loss === 'not_known') losing.notKnown += 1;
      else if (loss !== null) {
        losing.count += 1;
        if (losing.sample.length < sampleSize) losing.sample.push({...article, ...loss});
      }
    },
    sum: (): UndoSum => ({
      products,
      sample,
      losing,
      fields: [...fields].map(([field, count]) => ({field, count})).toSorted(byCountDescending),
      stays: [...stays].map(([because, known]) => ({reason: stayTexts[because], ...known})).toSorted(byCountDescending),
      warnings: [...warnings].map(([warning, count]) => ({text: undoWarnings[warning], count})),
    }),
  };
}

const byCountDescending = (one: {readonly count: number}, other: {readonly count: number}): number =>
  other.count - one.count;

const shortenValue = (text: string | null): string | null =>
  text !== null && text.length > longestValueShown ? `${text.slice(0, longestValueShown).toWellFormed()}…` : text;
