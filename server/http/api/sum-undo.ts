// Sums up what an undo would do, by the code of the undo itself and by what is known of the store: edits and deletions that Shopify
// announced. Read in batches, so that a run of a hundred thousand changes needs little memory.
import type {Kysely} from 'kysely';
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import {planUndo, type ShownProduct, type UndoStep} from '#domain/undo/plan-undo.ts';
import {toUndoLoss} from '#domain/undo/undo-loss.ts';
import {type StayReason, stayTexts, type UndoWarning, undoWarnings} from '#domain/undo/undo-texts.ts';
import {loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {loadArticlesToUndo, loadChangesToUndo, loadUndoneSince} from '../../db/runs/undo-changes.ts';
import {type ListingToUndo, loadListingsToUndo} from '../../db/runs/undos.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {UndoPreview} from '../contract/undo.ts';

const batchSize = 2_000;
const sampleSize = 10;
/** Longest text of a value in the sample. */
const longest = 200;

type Sum = Pick<UndoPreview, 'products' | 'fields' | 'sample' | 'stays' | 'warnings' | 'losing'>;
type Stays = {count: number; readonly sample: UndoPreview['stays'][number]['sample']};

/** What a price after the undo is compared with. The currency is the store's. */
export type UndoSales = Parameters<typeof toUndoLoss>[3];

/** @param sales null: the run cannot be undone, and the sum is empty. @returns null if `signal` reports that the caller is gone. */
export async function sumUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  sales: UndoSales | null,
  signal: AbortSignal,
): Promise<Sum | null> {
  const found = newSum(sales?.terms.currency ?? null);
  if (sales === null) return found.sum();
  const undone = {runId, undoId: null};
  const {currency} = sales.terms;
  for (let after: number | null = 0; after !== null; ) {
    if (signal.aborted) return null;
    const {articleIds, last} = await loadArticlesToUndo(db, shop, undone, {after, limit: batchSize});
    const changes = await loadChangesToUndo(db, shop, undone, articleIds);
    const since = await loadUndoneSince(db, shop, runId, articleIds);
    const listings = await loadListingsToUndo(db, shop, articleIds);
    const costs = await loadCosts(db, shop, articleIds);
    for (const [articleId, ofArticle] of changes) {
      // An earlier batch held the first change of this article, so all its changes are summed up already.
      if ((ofArticle[0]?.id ?? 0) <= after) continue;
      const listing = listings.get(articleId) ?? null;
      const shown = listing === null ? null : toShown(listing);
      const steps = planUndo(ofArticle, {listing, shown, currency, undone: since.get(articleId) ?? new Map()});
      const loss = toUndoLoss(steps, shown, costs.get(articleId) ?? null, sales);
      found.add({articleId, name: listing?.name ?? ''}, steps, loss);
    }
    after = last;
  }
  return found.sum();
}

type PieceCosts = NonNullable<Parameters<typeof toUndoLoss>[2]>;

/** By article: the cost a price would be calculated from today. Articles without a known cost are missing. */
async function loadCosts(
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

/** The values written last, or those of the edits that are known. Whether the merchant changed the status is not known. */
function toShown({written, edits}: ListingToUndo): ShownProduct {
  const live = Object.entries(edits).map(([field, edit]) => [field, edit?.live ?? null]);
  const values: WrittenValues = {...written, ...Object.fromEntries(live)};
  return {values, status: null};
}

type Named = {readonly articleId: ArticleId; readonly name: string};

function newSum(currency: string | null) {
  let products = 0;
  const fields = new Map<string, number>();
  const stays = new Map<StayReason, Stays>();
  const warnings = new Map<UndoWarning, number>();
  const sample: Sum['sample'] = [];
  const losing: Sum['losing'] = {count: 0, notKnown: 0, currency, sample: []};
  const addOne = ({articleId, name}: Named, step: UndoStep): void => {
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
    if (sample.length < sampleSize) sample.push({articleId, name, field, from: clip(step.from), to: clip(step.to)});
  };
  return {
    add(article: Named, steps: readonly UndoStep[], loss: ReturnType<typeof toUndoLoss>): void {
      if (steps.some(({kind}) => kind === 'set_back')) products += 1;
      for (const step of steps) addOne(article, step);
      if (loss === 'not_known') losing.notKnown += 1;
      else if (loss !== null) {
        losing.count += 1;
        if (losing.sample.length < sampleSize) losing.sample.push({...article, ...loss});
      }
    },
    sum: (): Sum => ({
      products,
      sample,
      losing,
      fields: [...fields].map(([field, count]) => ({field, count})).toSorted(mostFirst),
      stays: [...stays].map(([because, known]) => ({reason: stayTexts[because], ...known})).toSorted(mostFirst),
      warnings: [...warnings].map(([warning, count]) => ({text: undoWarnings[warning], count})),
    }),
  };
}

const mostFirst = (one: {readonly count: number}, other: {readonly count: number}): number => other.count - one.count;

const clip = (text: string | null): string | null =>
  text !== null && text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
