// Shopify installs the app itself; the app notices with the first session token and exchanges it for an offline token.
// https://shopify.dev/docs/apps/build/authentication-authorization/app-installation
import {hour, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {askStoppedEveryMs} from '#domain/uninstall.ts';
import {readStoreAccess} from '../actions/read-store-access.ts';
import type {Visit} from '../actions/store-check.ts';
import {hasUnreadableSession} from '../db/secrets/sessions.ts';
import {saveTokenAccepted} from '../db/shops/accepted-tokens.ts';
import {loadShop, type Shop, saveInstalledShop} from '../db/shops/shops.ts';
import {claimAccessReading} from '../db/shops/store-access.ts';
import type {Deps} from '../deps.ts';
import {fetchShop} from '../shopify/shop/shop.ts';

/** @param visit the session that the app is opened in. */
export async function ensureInstalled(deps: Deps, shop: ShopDomain, sessionToken: string, visit: Visit): Promise<void> {
  const {db, now, sealer, tokens, admin} = deps;
  const known = await loadShop(db, shop);
  if (known !== null && known.state !== 'installed') await noteOpened(deps, known);
  const isKnown = known !== null && known.state !== 'uninstalled' && !known.needsReauth && known.currency !== null;
  if (isKnown && !(await hasUnreadableSession(db, sealer, shop)) && (await deps.isSameStore(known, visit))) {
    if (known.stopped !== null) askStopped(deps, known.stopped, shop);
    else readAccessAgain(deps, shop);
    return;
  }
  // Taken before Shopify is called: an uninstall that arrives meanwhile is later than this.
  const askedAt = now();
  await tokens.get(shop, sessionToken);
  const facts = await fetchShop(admin, shop);
  deps.checkpoint('store-granted');
  await saveInstalledShop(db, shop, facts, askedAt);
  deps.checkpoint('store-installed');
  await readStoreAccess(deps, shop, facts);
  await wakeWorker(deps, shop);
  deps.log.info({shop}, 'installed');
}

/**
 * Shopify signs session tokens only for a store that has the app. So one ends an older request to erase the store, even while Shopify
 * refuses every call, for example for its source address.
 */
async function noteOpened({db, now}: Deps, {shop, tokenAcceptedAt}: Shop): Promise<void> {
  const at = now();
  const isNoted = tokenAcceptedAt !== null && at.getTime() - tokenAcceptedAt.getTime() < minute;
  if (!isNoted) await saveTokenAccepted(db, shop, at);
}

/** Milliseconds. The page sends several requests at once, and more while it is open. */
const askedAgainAfterMs = 5 * minute;

/** Someone opened the app in a store whose sending is stopped: Shopify is asked now, before the daily check. Does not wait for it. */
function askStopped({queues, log, now}: Deps, {askAgainAt}: NonNullable<Shop['stopped']>, shop: ShopDomain): void {
  const askedAt = askAgainAt.getTime() - askStoppedEveryMs;
  if (now().getTime() - askedAt < askedAgainAfterMs) return;
  const asking = queues.enqueue('chores', {task: 'ask-stopped', shop}, {deduplicationId: `ask-stopped-${shop}`});
  asking.catch((err: unknown) => log.warn({err, shop}, 'the queue cannot be reached; the store is asked later'));
}

/**
 * A new version of the app that asks for more permissions causes no webhook, so they are read again when someone opens the app, at most
 * once an hour. Does not wait. A failed reading changes no permission and also counts for that hour.
 */
function readAccessAgain(deps: Deps, shop: ShopDomain): void {
  const {admin, db, log, now} = deps;
  const read = async () => {
    const at = now();
    if (!(await claimAccessReading(db, shop, new Date(at.getTime() - hour), at))) return;
    if (await readStoreAccess(deps, shop, await fetchShop(admin, shop))) await wakeDropship(deps, shop);
  };
  read().catch((err: unknown) => log.warn({err, shop}, 'the permissions of the store could not be read again'));
}

/** Enqueues the work of an installation. The rows are stored: if the queue is down, the sweeps enqueue it later. */
async function wakeWorker({queues, log}: Deps, shop: ShopDomain): Promise<void> {
  try {
    await queues.enqueue('upkeep', {task: 'assert-schedules'});
    await wakeDropship({queues}, shop);
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the schedules are written later');
  }
}

function wakeDropship({queues}: Pick<Deps, 'queues'>, shop: ShopDomain): Promise<void> {
  return queues.enqueue('dropship', {shop}, {deduplicationId: `dropship-${shop}`, keepLast: true});
}
