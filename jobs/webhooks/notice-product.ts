// A webhook reports a changed or deleted product. Reads it from Shopify and compares it with what the sync wrote last.
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
import {fetchUpdatedAt} from '../../server/shopify/products/products.ts';
import {compareProduct} from '../sync/read/compare-products.ts';
import {isAsKnown} from '../sync/read/is-unchanged.ts';
import {HandleLater, RunUnderWay} from './handle-later.ts';

/** Shopify announces each sale of a product and each ready image too, so a burst of them is answered with one reading. */
const readOnceInMs = 10 * minute;
/** How long a reading is postponed each time, while orders are to be sent. */
const sendingFirstMs = 15 * second;
/** The processes' clocks may differ this much. */
const clockSkewMs = minute;

type Announced = {
  /** When the change happened, as Shopify states it; null: unknown. Then only a later reading proves that the app saw the change. */
  readonly triggeredAt: Date | null;
  /** When the last of the deliveries that are handled together arrived. */
  readonly receivedAt: Date;
  /** Whether the reading waits while orders are due. False for a deletion. */
  readonly mayWait: boolean;
};

/**
 * Our own writes are recognised by their values, whenever they were made. Throws RunUnderWay or HandleLater, with nothing written. A run
 * does not wait for the later time: it reads a product with a waiting webhook before it writes it.
 */
export async function noticeProduct(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  gid: ProductGid,
  {triggeredAt, receivedAt, mayWait}: Announced,
): Promise<void> {
  const known = await loadListingByProduct(db, shop, gid);
  if (known === null || known.state === 'deleted_in_store') return;
  const fence = await loadIdleFence(db, shop, now());
  if (fence === null) throw new RunUnderWay();
  const {articleId} = known;
  const listing = (await loadListings(db, shop, [articleId])).get(articleId);
  const facts = await loadShop(db, shop);
  if (listing === undefined || facts === null) return;
  if (isSeenSince(listing, receivedAt)) return;
  await sendFirst({db, now}, shop, mayWait);
  const updatedAt = await fetchUpdatedAt(admin, shop, gid);
  if (updatedAt === null) return saveProductDeleted(db, shop, gid, now());
  if (isAsKnown(listing, triggeredAt, updatedAt)) return;
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
const isSeenSince = ({seenAt}: StoredListing, receivedAt: Date): boolean =>
  seenAt !== null && receivedAt.getTime() < seenAt.getTime() - clockSkewMs;

/** A whole reading costs as much as sending three orders. */
async function sendFirst({db, now}: Pick<Deps, 'db' | 'now'>, shop: ShopDomain, mayWait: boolean): Promise<void> {
  if (!mayWait || !(await isSendingDue(db, shop, now()))) return;
  const at = new Date(now().getTime() + sendingFirstMs);
  throw new HandleLater({at, why: 'Orders are sent first; the product is read afterwards.'});
}

function assertNotJustRead({seenAt}: StoredListing, now: () => Date): void {
  const at = new Date((seenAt?.getTime() ?? 0) + readOnceInMs);
  if (at > now()) throw new HandleLater({at, why: 'The product was read less than ten minutes ago.'});
}
