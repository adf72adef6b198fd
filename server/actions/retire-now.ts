// Takes products off sale at the merchant's request: stores the decision, writes to Shopify at once, and reads each product back. It may
// run beside a run (server/db/runs/sale-claims.ts). Whatever fails after the decision, the next run retires the listing.

import type {Kysely} from 'kysely';
import pMap from 'p-map';
import {retirementReasons} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {isOnSale, type RetiredNow, type StillOnSaleCause} from '#domain/catalogue/off-sale/retired-now.ts';
import type {OnSaleStatus, OperationResult} from '#domain/catalogue/operation.ts';
import {second} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ProductGid} from '#domain/ids.ts';
import {requireReadable, type Settings} from '#domain/settings/settings.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadListings, saveListing, saveProductDeleted} from '../db/listings/listings.ts';
import {lockListing} from '../db/listings/lock-listing.ts';
import {saveProductOffSale, saveProductStillOnSale, saveShownOnSale} from '../db/listings/off-sale.ts';
import {releaseLostSale} from '../db/runs/sale-claims.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {loadStoredSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Log} from '../log.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {applyOperations} from '../shopify/products/apply.ts';
import {fetchProductStatus} from '../shopify/products/products.ts';
import {type ChangeContext, changeManualChoice} from './audited-changes.ts';

/** Milliseconds for all calls to Shopify together: a merchant waits for the answer. */
const answerWithinMs = 15 * second;
/** Products written at the same time; the shop's rate limiter decides how fast. */
const mostAtWork = 4;

type RetireDeps = {readonly db: Kysely<Tables>; readonly admin: Admin; readonly log: Log};

/** Leaves the article out by hand, and takes its product off sale in the store. A repetition finds it off sale and changes nothing. */
export async function retireNow(deps: RetireDeps, by: ChangeContext, articleId: ArticleId): Promise<RetiredNow> {
  const to = await leaveOut(deps, by, [articleId]);
  return retireOne(deps, by, {articleId, to, signal: AbortSignal.timeout(answerWithinMs)});
}

/** The same for several: all are left out first, and none that fails stops the others. The outcomes are in the sequence of the articles. */
export async function retireSeveralNow(
  deps: RetireDeps,
  by: ChangeContext,
  articleIds: readonly ArticleId[],
): Promise<readonly {readonly articleId: ArticleId; readonly outcome: RetiredNow}[]> {
  const to = await leaveOut(deps, by, articleIds);
  const signal = AbortSignal.timeout(answerWithinMs);
  const retire = async (articleId: ArticleId) => {
    try {
      return {articleId, outcome: await retireOne(deps, by, {articleId, to, signal})};
    } catch (err) {
      deps.log.error(
        {err, shop: by.shop, articleId},
        'a product could not be taken off sale; the next run takes it off',
      );
      return {articleId, outcome: stillOnSale('failed')};
    }
  };
  return pMap(articleIds, retire, {concurrency: mostAtWork});
}

/** Stores the decision. Returns what becomes of products that go off sale. */
async function leaveOut(
  {db}: RetireDeps,
  by: ChangeContext,
  articleIds: readonly ArticleId[],
): Promise<Settings['retireAs']> {
  const {retireAs} = requireReadable(await loadStoredSettings(db, by.shop));
  await changeManualChoice(db, by, articleIds, 'left_out');
  return retireAs;
}

/** Takes the product of an article that is left out off sale. */
async function retireOne(
  deps: RetireDeps,
  by: ChangeContext,
  {articleId, to, signal}: Omit<Target, 'productGid'>,
): Promise<RetiredNow> {
  const {db} = deps;
  const {shop} = by;
  // From here on no run puts the product on sale, or makes it; one that began to before the decision is not overtaken.
  if (!(await releaseLostSale(db, shop, articleId))) return stillOnSale('run_writing');
  const listing = (await loadListings(db, shop, [articleId])).get(articleId);
  if (listing === undefined || listing.productGid === null) return {kind: 'no_product'};
  if (listing.state === 'deleted_in_store') return {kind: 'deleted'};
  try {
    return await writeAndReadBack(deps, by, {articleId, productGid: listing.productGid, to, signal});
  } catch (error) {
    if (!(error instanceof Failure) && !signal.aborted) throw error;
    deps.log.warn(
      {shop, articleId, err: error},
      'it is not known whether a product was taken off sale; the next run takes it off',
    );
    return stillOnSale(error instanceof Failure ? causeOf(error) : 'unreachable');
  }
}

const stillOnSale = (because: StillOnSaleCause, detail: string | null = null): RetiredNow => ({
  kind: 'on_sale',
  because,
  detail,
});

const causeOf = ({kind}: Failure): StillOnSaleCause =>
  kind === 'unauthorised' ? 'no_access' : kind === 'refused' ? 'refused' : 'unreachable';

type Target = {
  readonly articleId: ArticleId;
  readonly productGid: ProductGid;
  readonly to: Settings['retireAs'];
  readonly signal: AbortSignal;
};

/** Does in the store what a run does to retire a listing, and stores it only if the store then shows the product off sale. */
async function writeAndReadBack({db, admin}: RetireDeps, by: ChangeContext, target: Target): Promise<RetiredNow> {
  const {shop} = by;
  const {articleId, productGid, to, signal} = target;
  const results: OperationResult[] = [];
  await applyOperations(
    admin,
    shop,
    [{kind: 'off_sale', key: articleId, productGid, to}],
    async (_, result) => void results.push(result),
    {signal, beforeOffSale: (gid, change) => saveProductOffSale(db, shop, gid, change)},
  );
  const [result] = results;
  const status = await fetchProductStatus(admin, shop, productGid, signal);
  if (status === null) {
    await saveProductDeleted(db, shop, productGid, by.now);
    return {kind: 'deleted'};
  }
  if (isOnSale(status)) {
    if (result?.kind !== 'refused') {
      await saveShownOnSale(db, shop, productGid, status);
      return stillOnSale('shown');
    }
    await saveProductStillOnSale(db, shop, productGid, status);
    return stillOnSale('refused', result.reason);
  }
  const takenFrom = result?.kind === 'done' && result.takenFrom;
  const isByApp = await saveRetired(db, by, {articleId, productGid, status, takenFrom});
  return {kind: 'off_sale', status, wasOffSale: takenFrom === false, isByApp};
}

type StoredRetirement = Pick<Target, 'articleId' | 'productGid'> & {
  readonly status: 'DRAFT' | 'ARCHIVED';
  /** The status from which this request took the product off sale; false: it did not. */
  readonly takenFrom: OnSaleStatus | false;
};

/** Stores the retirement with its entry in the audit trail, once. Returns whether it was the app that took the product off sale. */
async function saveRetired(
  db: RetireDeps['db'],
  {shop, actor, now}: ChangeContext,
  {articleId, productGid, status, takenFrom}: StoredRetirement,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const listing = await lockListing(transaction, shop, articleId);
    const takenOffSale = takenFrom !== false || listing?.takenOffSale === true;
    if (listing === null || listing.productGid !== productGid || listing.state === 'deleted_in_store')
      return takenOffSale;
    if (listing.state === 'retired' && listing.reasonCode === 'left_out' && takenFrom === false) return takenOffSale;
    const change = {
      articleId,
      productGid,
      state: 'retired' as const,
      reason: retirementReasons.left_out,
      reasonCode: 'left_out' as const,
      fingerprint: listing.fingerprint,
      takenOffSale,
      storeStatus: status,
      // Planned again once the merchant wants it back.
      plannedFor: null,
    };
    await saveListing(transaction, shop, change, now);
    const values = {before: takenFrom === false ? status : takenFrom, after: status};
    const entry = {actor, action: 'taken_off_sale' as const, subject: articleId, detail: productGid, ...values};
    await saveAudit(transaction, shop, entry, now);
    return takenOffSale;
  });
}
