// Handles a webhook about a changed or deleted product: reads it from Shopify and compares it with what the sync wrote last.
import {minute, second} from '#domain/durations.ts';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import {toPriceStore} from '../../server/db/catalogue/choice.ts';
import {
  loadListingByProduct,
  loadListings,
  type StoredListing,
  saveProductDeleted,
} from '../../server/db/listings/listings.ts';
import {isSendingDue} from '../../server/db/orders/due-orders.ts';
import {loadIdleFence, writeWhileIdle} from '../../server/db/runs/run-fence.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {fetchProductUpdatedAt} from '../../server/shopify/products/products.ts';
import {compareProduct} from '../sync/read/compare-products.ts';
import {hasSameUpdatedAt} from '../sync/read/is-unchanged.ts';
import {HandleLater, RunUnderWay} from './handle-later.ts';

/** A product is read at most once in this time, because Shopify also announces each sale and each ready image. */
const minRereadMs = 10 * minute;
/** How long a reading is postponed each time while orders must be sent. */
const postponeForSendingMs = 15 * second;
/** The clocks of two processes may differ by this much. */
const clockSkewMs = minute;

/** What the webhooks about one product say; several are handled together. */
type ProductAnnouncement = {
  /** When the change happened, as Shopify states it; null: unknown. Then only a later reading proves that the app saw the change. */
  readonly triggeredAt: Date | null;
  /** When the last of the deliveries arrived that are handled together. */
  readonly receivedAt: Date;
  /** Whether the reading may wait while orders are due; false for a deletion. */
  readonly mayWait: boolean;
};

/**
 * Saves the product's edits or its deletion. Throws RunUnderWay or HandleLater, with nothing written, if that has to wait. A run does not
 * wait: it reads a product with a waiting webhook before it plans it.
 */
export async function handleProductChange(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  gid: ProductGid,
  {triggeredAt, receivedAt, mayWait}: ProductAnnouncement,
): Promise<void> {
  const known = await loadListingByProduct(db, shop, gid);
  if (known === null || known.state === 'deleted_in_store') return;
  const fence = await loadIdleFence(db, shop, now());
  if (fence === null) throw new RunUnderWay();
  const {articleId} = known;
  const listing = (await loadListings(db, shop, [articleId])).get(articleId);
  const facts = await loadShop(db, shop);
  if (listing === undefined || facts === null) return;
  if (wasReadSince(listing, receivedAt)) return;
  await waitWhileSending({db, now}, shop, mayWait);
  const updatedAt = await fetchProductUpdatedAt(admin, shop, gid);
  if (updatedAt === null) return saveProductDeleted(db, shop, gid, now());
  if (hasSameUpdatedAt(listing, triggeredAt, updatedAt)) return;
  assertNotJustRead(listing, now);
  const readAt = now();
  const product = await fetchProductForListing(admin, shop, gid);
  if (product === null) return saveProductDeleted(db, shop, gid, now());
  const isCompared = await writeWhileIdle(db, {shop, fence}, (to) =>
    compareProduct(to, shop, {articleId, listing, product}, toPriceStore(facts), readAt),
  );
  if (!isCompared) throw new RunUnderWay();
}

/** Whether the product was read whole after the webhook had arrived. */
const wasReadSince = ({seenAt}: StoredListing, receivedAt: Date): boolean =>
  seenAt !== null && receivedAt.getTime() < seenAt.getTime() - clockSkewMs;

/** Throws HandleLater while orders must be sent, because reading a product costs as many points as sending three orders. */
async function waitWhileSending(
  {db, now}: Pick<Deps, 'db' | 'now'>,
  shop: ShopDomain,
  mayWait: boolean,
): Promise<void> {
  if (!mayWait || !(await isSendingDue(db, shop, now()))) return;
  const at = new Date(now().getTime() + postponeForSendingMs);
  throw new HandleLater({at, why: 'Orders are sent first; the product is read afterwards.'});
}

/** Throws HandleLater if the whole product was read less than ten minutes ago. */
function assertNotJustRead({seenAt}: StoredListing, now: () => Date): void {
  const at = new Date((seenAt?.getTime() ?? 0) + minRereadMs);
  if (at > now()) throw new HandleLater({at, why: 'The product was read less than ten minutes ago.'});
}
