// Shopify installs the app itself; the app notices with the first session token and exchanges it for an offline token.
// https://shopify.dev/docs/apps/build/authentication-authorization/app-installation
import {hour, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {askStoppedEveryMs} from '#domain/uninstall.ts';
import {readStoreAccess} from '../actions/read-store-access.ts';
import type {PageVisit} from '../actions/store-check.ts';
import {hasUnreadableSession} from '../db/secrets/sessions.ts';
import {saveTokenAccepted} from '../db/shops/accepted-tokens.ts';
import {loadShop, type Shop, saveInstalledShop} from '../db/shops/shops.ts';
import {claimAccessReading} from '../db/shops/store-access.ts';
import type {Deps} from '../deps.ts';
import {fetchShopFacts} from '../shopify/shop/shop.ts';

/**
 * Installs the shop if it is unknown, was uninstalled, has lost access, has unreadable tokens or became another store. Otherwise it only
 * refreshes what is due.
 * @param visit the session that the app is opened in.
 */
export async function ensureInstalled(
  deps: Deps,
  shop: ShopDomain,
  sessionToken: string,
  visit: PageVisit,
): Promise<void> {
  const {db, now, sealer, tokens, admin} = deps;
  const known = await loadShop(db, shop);
  if (known !== null && known.state !== 'installed') await noteAppOpened(deps, known);
  const isKnown = known !== null && known.state !== 'uninstalled' && !known.needsReauth && known.currency !== null;
  if (isKnown && !(await hasUnreadableSession(db, sealer, shop)) && (await deps.isSameStore(known, visit))) {
    if (known.stopped !== null) recheckStoppedStore(deps, known.stopped, shop);
    else refreshStoreAccess(deps, shop);
    return;
  }
  // Read before Shopify is called, so that an uninstall that arrives meanwhile counts as later.
  const askedAt = now();
  await tokens.get(shop, sessionToken);
  const facts = await fetchShopFacts(admin, shop);
  deps.checkpoint('store-granted');
  await saveInstalledShop(db, shop, facts, askedAt);
  deps.checkpoint('store-installed');
  await readStoreAccess(deps, shop, facts);
  await enqueueInstallationWork(deps, shop);
  deps.log.info({shop}, 'installed');
}

/**
 * Records that the shop's session token was accepted, at most once a minute. Shopify signs session tokens only for stores that have the
 * app, so a token ends an older request to erase the store, even while Shopify refuses every call.
 */
async function noteAppOpened({db, now}: Deps, {shop, tokenAcceptedAt}: Shop): Promise<void> {
  const at = now();
  const isNoted = tokenAcceptedAt !== null && at.getTime() - tokenAcceptedAt.getTime() < minute;
  if (!isNoted) await saveTokenAccepted(db, shop, at);
}

/** Minimum milliseconds between two checks of a stopped store, because an open page sends many requests. */
const askAgainAfterMs = 5 * minute;

/** Enqueues a check of a stopped store when someone opens the app, before the daily check. Does not wait for the check. */
function recheckStoppedStore(
  {queues, log, now}: Deps,
  {askAgainAt}: NonNullable<Shop['stopped']>,
  shop: ShopDomain,
): void {
  const askedAt = askAgainAt.getTime() - askStoppedEveryMs;
  if (now().getTime() - askedAt < askAgainAfterMs) return;
  const asking = queues.enqueue('chores', {task: 'ask-stopped', shop}, {deduplicationId: `ask-stopped-${shop}`});
  asking.catch((err: unknown) => log.warn({err, shop}, 'the queue cannot be reached; the store is asked later'));
}

/**
 * Reads the store's permissions again when someone opens the app, at most once an hour, because a new version of the app that asks for more
 * permissions causes no webhook. Does not wait. A failed reading changes no permission and also counts for that hour.
 */
function refreshStoreAccess(deps: Deps, shop: ShopDomain): void {
  const {admin, db, log, now} = deps;
  const read = async () => {
    const at = now();
    if (!(await claimAccessReading(db, shop, new Date(at.getTime() - hour), at))) return;
    if (await readStoreAccess(deps, shop, await fetchShopFacts(admin, shop))) await enqueueDropship(deps, shop);
  };
  read().catch((err: unknown) => log.warn({err, shop}, 'the permissions of the store could not be read again'));
}

/**
 * Enqueues the jobs that follow an installation. Their rows are stored already: if the queue is down, the sweeps enqueue the jobs later.
 */
async function enqueueInstallationWork({queues, log}: Deps, shop: ShopDomain): Promise<void> {
  try {
    await queues.enqueue('upkeep', {task: 'assert-schedules'});
    await queues.enqueue('chores', {task: 'read-stayed', shop}, {deduplicationId: `read-stayed-${shop}`});
    await enqueueDropship({queues}, shop);
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the schedules are written later');
  }
}

function enqueueDropship({queues}: Pick<Deps, 'queues'>, shop: ShopDomain): Promise<void> {
  return queues.enqueue('dropship', {shop}, {deduplicationId: `dropship-${shop}`, keepLast: true});
}
