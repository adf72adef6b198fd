// Queues a trial, the run that puts a few of the chosen articles into the store first. While a trial is open, a request adds no other.

import type {Kysely} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {pickTrial} from '#domain/set-up/pick-trial.ts';
import {requireReadable, type Settings} from '#domain/settings/settings.ts';
import {toPriceStore} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadLatestRun, loadRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {loadTrialCandidates, type PricedCandidate} from '../db/set-up/trial-articles.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {loadShop, loadStoredSettings, lockShop, type Shop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

export type TrialRequest = {
  readonly id: RunId;
  readonly shop: ShopDomain;
  /** Who asks, for the audit trail. */
  readonly actor: string;
};

/** The open trial, or why there is none. */
export type TrialOutcome =
  /** `isNew` is false if a trial was open already; `run` is that one. */
  | {readonly kind: 'asked'; readonly run: StoredRun; readonly isNew: boolean}
  | {readonly kind: 'refused'; readonly code: TrialRefusal; readonly reason: string};

/**
 * Why no trial is queued: the merchant asked for a run over all articles already; a setting without which there are no prices is missing;
 * or no chosen article can be tried.
 */
export type TrialRefusal = 'everything_asked' | 'prices_missing' | 'nothing_to_try';

/** Queues a trial, unless one is open or there is nothing to try. The caller enqueues a new one. */
export async function requestTrial(
  db: Kysely<Tables>,
  {id, shop, actor}: TrialRequest,
  now: Date,
): Promise<TrialOutcome> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    const last = await loadLatestRun(transaction, shop, 'trial');
    if (last !== null && (last.state === 'queued' || last.state === 'running')) {
      return {kind: 'asked', run: last, isNew: false};
    }
    const facts = await loadShop(transaction, shop);
    if (facts === null) throw new Error('a trial was asked for by a shop that is not known');
    const picked = await pickArticles(transaction, facts, last?.article_ids ?? []);
    if ('code' in picked) return {kind: 'refused', ...picked};
    await saveQueuedRun(
      transaction,
      {id, shop, kind: 'trial', trigger: 'merchant', articleIds: picked.articleIds},
      now,
    );
    const run = await loadRun(transaction, shop, id);
    if (run === null) throw new Error('a trial that was just saved is not there');
    const detail = `trial: ${picked.articleIds.length} articles`;
    await saveAudit(transaction, shop, {actor, action: 'run_started', subject: id, detail, after: 'queued'}, now);
    return {kind: 'asked', run, isNew: true};
  });
}

/** What decides which articles can be priced. */
type TrialSettings = {readonly shop: ShopDomain; readonly settings: Settings; readonly store: PriceStore};

/** Picks the articles of a trial. @param tried articles of the newest trial; those with a product come first if they can still be tried. */
export async function pickTrialArticles(
  db: Kysely<Tables>,
  {shop, settings, store}: TrialSettings,
  tried: readonly ArticleId[],
): Promise<readonly ArticleId[]> {
  const candidates = await loadTrialCandidates(db, shop, {tried, onRequest: settings.onRequest});
  return pickTrial(candidates, ({stockPrice, listPrice, rrp, brand, category, shipping, ownPrice}: PricedCandidate) => {
    const article = {brand, category, shipping: shipping ?? {}, ownPrice};
    return toPrice(stockPrice ?? listPrice ?? 0, rrp, article, settings.pricing, store).kind === 'price';
  });
}

/** The articles to try, or why there are none. */
type PickedArticles =
  | {readonly articleIds: readonly ArticleId[]}
  | {readonly code: TrialRefusal; readonly reason: string};

/** The articles of the next trial, or why there can be none. */
async function pickArticles(db: Kysely<Tables>, facts: Shop, tried: readonly ArticleId[]): Promise<PickedArticles> {
  if (facts.everythingAskedAt !== null) {
    return {code: 'everything_asked', reason: 'You have asked for everything already, so there is nothing to try.'};
  }
  const settings = requireReadable(await loadStoredSettings(db, facts.shop));
  const store = toPriceStore(facts);
  const missing = missingForPrices({store, settings});
  if (missing !== null) return {code: 'prices_missing', reason: missing};
  const articleIds = await pickTrialArticles(db, {shop: facts.shop, settings, store}, tried);
  if (articleIds.length > 0) return {articleIds};
  const reason =
    'None of the articles you chose can be tried: each needs a picture, and a price that your settings allow. Choose more, or check your prices.';
  return {code: 'nothing_to_try', reason};
}
