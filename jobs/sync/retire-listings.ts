// Step six of a run: retires listings whose article is no longer listed or chosen, unless a brake stops that. Only if the supplier's list
// is complete and no earlier step failed.

import {type ChoiceState, canJudgeChoice, chooseRetirements} from '#domain/catalogue/off-sale/choose-retirements.ts';
import {articlesKeptBraked} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {Retirement, RetirementPlan} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import type {ArticleId} from '#domain/ids.ts';
import {hasIncludeRule} from '#domain/settings/settings.ts';
import {hasPickedArticle} from '../../server/db/catalogue/articles.ts';
import {rulesFingerprint} from '../../server/db/catalogue/choice.ts';
import {loadListings, type StoredListing, saveListing, saveProductDeleted} from '../../server/db/listings/listings.ts';
import {loadListingsToRetire, loadRetiredFor, saveRetiredFor} from '../../server/db/listings/listings-to-retire.ts';
import {giveBackAgain} from '../../server/db/listings/ownership.ts';
import {loadWaitingBrake} from '../../server/db/runs/brakes.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {type BrakedChanges, setBrake} from './brakes.ts';
import {toRetiredChange} from './changes.ts';
import {enterStep} from './heartbeat.ts';
import {createOffSaleRecorder, isTakenOffSale, statusTakenFrom, toStoreValues} from './off-sale.ts';
import type {ListReading} from './read/read-list.ts';
import type {Run, RunWithStore} from './run.ts';
import {findActualStatus} from './save-preview.ts';
import {withUndo} from './undo/undo-values.ts';

/** How many listings are retired before the next ones are loaded. */
const batchSize = 200;

/** Retires the listings whose article is no longer listed or chosen, or sets the brake on that. Does nothing after an incomplete list. */
export async function retireListings(run: RunWithStore, list: ListReading): Promise<void> {
  if (!list.complete) return;
  await enterStep(run, 'retiring');
  const choice = await readChoiceState(run);
  const {size: liveListings, notOffered} = await loadListingsToRetire(run.deps.db, run.shop);
  const keptBraked = articlesKeptBraked(await loadWaitingBrake(run.deps.db, run.shop, 'retire'));
  const basis = {choice, liveListings, keptBraked, settings: run.settings, store: run.store};
  const plan = chooseRetirements(notOffered, basis);
  if (run.only === null) await setBrake(run, 'retire', toBrakedChanges(plan));
  const retire = plan.retire.filter(({articleId}) => run.only === null || run.only.includes(articleId));
  for (let at = 0; at < retire.length; at += batchSize) {
    await retireBatch(run, retire.slice(at, at + batchSize));
    await run.beat();
  }
  if (run.kind === 'preview' || run.only !== null || !canJudgeChoice(run) || choice === 'none') return;
  // While articles outside the first choice wait for the merchant, the choice does not count as applied: the next run treats it
  // as the first one again.
  const isPending = choice === 'first' && plan.kind === 'brake' && plan.waiting.some(({code}) => code === 'not_chosen');
  if (!isPending) await run.write((db) => saveRetiredFor(db, run.shop, rulesFingerprint(run)));
}

/** How the present rules relate to those that a run last applied (see `ChoiceState`). */
async function readChoiceState(run: RunWithStore): Promise<ChoiceState> {
  const {db} = run.deps;
  const retiredFor = await loadRetiredFor(db, run.shop);
  if (retiredFor !== null) return retiredFor === rulesFingerprint(run) ? 'unconfirmed' : 'confirmed';
  return hasIncludeRule(run.settings) || (await hasPickedArticle(db, run.shop)) ? 'first' : 'none';
}

/** The retirements that wait for the merchant; null: none waits. */
function toBrakedChanges(plan: RetirementPlan): BrakedChanges | null {
  if (plan.kind === 'retire') return null;
  return {reason: plan.reason, articleIds: plan.waiting.map(({articleId}) => articleId)};
}

/** Takes the products of one batch off sale and saves the retirements. A preview only saves what would be retired. */
async function retireBatch(run: Run, batch: readonly Retirement[]): Promise<void> {
  const {db} = run.deps;
  const {admin} = run;
  const listings = await loadListings(
    db,
    run.shop,
    batch.map(({articleId}) => articleId),
  );
  if (run.kind === 'preview') return saveRetirementPreview(run, batch, listings);
  const to = run.settings.retireAs;
  const operations = batch.flatMap(({articleId: key}): ProductOperation[] => {
    const productGid = listings.get(key)?.productGid ?? null;
    return productGid === null ? [] : [{kind: 'off_sale', key, productGid, to}];
  });
  const asked = new Set(operations.map(({key}) => key));
  for (const retirement of batch) {
    if (!asked.has(retirement.articleId))
      await saveRetiredListing(run, retirement, listings.get(retirement.articleId), null);
  }
  const byKey = new Map(batch.map((retirement) => [retirement.articleId, retirement]));
  const save = async (key: ArticleId, result: OperationResult) => {
    const retirement = byKey.get(key);
    const listing = listings.get(key);
    if (retirement === undefined) return;
    if (result.kind === 'done') {
      run.report.count('writes', result.writes);
      await saveRetiredListing(run, retirement, listing, result);
    }
    const gid = listing?.productGid ?? null;
    if (result.kind === 'missing' && gid !== null) {
      await run.write((tx) => saveProductDeleted(tx, run.shop, gid, run.deps.now()));
    }
    if (result.kind === 'refused') run.report.note(`A product could not be taken off sale: ${result.reason}`);
    run.deps.checkpoint('retired');
    await run.beat();
  };
  const {signal} = run;
  await applyOperations(admin, run.shop, operations, save, {signal, beforeOffSale: createOffSaleRecorder(run)});
}

/** Saves one retirement with its entry in the history. @param result what was done in the store; null: the listing has no product. */
async function saveRetiredListing(
  run: Run,
  retirement: Retirement,
  listing: StoredListing | undefined,
  result: Extract<OperationResult, {kind: 'done'}> | null,
): Promise<void> {
  const {now} = run.deps;
  const {articleId, code, reason} = retirement;
  const wasOnSale = statusTakenFrom(listing?.state === 'active' ? listing : null, result);
  run.report.count('retired');
  await run.write(async (db) => {
    const change = {
      articleId,
      productGid: listing?.productGid ?? null,
      state: 'retired' as const,
      reason,
      reasonCode: code,
      fingerprint: listing?.fingerprint ?? null,
      takenOffSale: isTakenOffSale(listing, result),
      ...(result === null ? {} : toStoreValues(result)),
      written: {...listing?.written, ...result?.written},
      plannedFor: null,
    };
    await saveListing(db, run.shop, change, now());
    await giveBackAgain(db, run.shop, [{id: articleId, listing: listing ?? null}]);
    const retired = toRetiredChange(retirement, listing ?? null, {wasOnSale, to: run.settings.retireAs});
    await saveRunChanges(db, run, withUndo([retired]), now());
  });
}

/** Saves for the preview what would be retired, by the products' actual status. */
async function saveRetirementPreview(
  run: Run,
  batch: readonly Retirement[],
  listings: ReadonlyMap<string, StoredListing>,
): Promise<void> {
  run.report.count('retired', batch.length);
  const found = await findActualStatus(
    run,
    batch.map(({articleId}) => articleId),
  );
  const changes = batch.map((retirement) => {
    const listing = listings.get(retirement.articleId) ?? null;
    const {wasOnSale} = found(retirement.articleId, listing);
    return toRetiredChange(retirement, listing, {wasOnSale, to: run.settings.retireAs});
  });
  await run.write((db) => saveRunChanges(db, run, changes, run.deps.now()));
}
