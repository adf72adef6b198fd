// The merchant sets prices for single articles, or takes them back. The next run writes them.
import type {Kysely} from 'kysely';
import {ownerOf} from '#domain/catalogue/owned-field.ts';
import type {ArticleId} from '#domain/ids.ts';
import {isSameOwnPrice, type OwnPrice, ownPriceText} from '#domain/pricing/own-prices/own-price.ts';
import {requireReadable, type Settings} from '#domain/settings/settings.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {loadListings, type StoredListing} from '../../db/listings/listings.ts';
import {giveFieldBack} from '../../db/listings/ownership.ts';
import {loadOwnPrices, type OwnPriceChange, saveOwnPrices} from '../../db/own-prices/own-prices.ts';
import {saveAudits} from '../../db/shops/audit.ts';
import {loadStoredSettings, lockShop} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {ChangeContext} from '../audited-changes.ts';

/**
 * Sets these own prices. A price that the merchant edited in the store, or owns, is given back where an own price is set, so that the next
 * run writes it. @param check throws if they may not be set; it gets the own prices saved so far, and is called under a lock. Returns the
 * articles that were changed.
 */
export async function setOwnPrices(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  changes: readonly OwnPriceChange[],
  check: (saved: ReadonlyMap<ArticleId, OwnPrice>) => void,
): Promise<readonly ArticleId[]> {
  const ids = changes.map(({articleId}) => articleId).toSorted(compareIds);
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    const saved = await loadOwnPrices(transaction, shop, ids);
    check(saved);
    const settings = requireReadable(await loadStoredSettings(transaction, shop));
    const listings = await loadListings(transaction, shop, ids);
    const changed = changes.filter(({articleId, own}) => {
      const listing = listings.get(articleId);
      const isKeptFromRuns = own !== null && listing !== undefined && isPriceOfMerchant(listing, settings);
      return isKeptFromRuns || !isSameOwnPrice(own, saved.get(articleId) ?? null);
    });
    await saveOwnPrices(transaction, shop, changed, now);
    const returned = new Map<ArticleId, string>();
    for (const {articleId, own} of changed.toSorted((one, other) => compareIds(one.articleId, other.articleId))) {
      const listing = listings.get(articleId);
      if (own === null || listing === undefined || !isPriceOfMerchant(listing, settings)) continue;
      await giveFieldBack(transaction, shop, articleId, 'price');
      returned.set(articleId, givenBackText(listing));
    }
    const entries = changed.map(({articleId, own}) => ({
      actor,
      action: own === null ? ('own_price_taken_back' as const) : ('own_price_set' as const),
      subject: articleId,
      detail: returned.get(articleId) ?? null,
      before: ownPriceText(saved.get(articleId) ?? null),
      after: ownPriceText(own),
    }));
    await saveAudits(transaction, shop, entries, now);
    return changed.map(({articleId}) => articleId);
  });
}

/** Whether no run writes the price of this product, because the merchant edited it in the store or keeps it. */
export const isPriceOfMerchant = ({ownedHere, edits}: StoredListing, {owned}: Pick<Settings, 'owned'>): boolean =>
  ownerOf('price', owned, ownedHere, edits) === 'merchant';

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const givenBackText = ({edits}: StoredListing): string =>
  edits.price === undefined ? 'price given back' : `price given back, edited to "${edits.price.live ?? 'nothing'}"`;
