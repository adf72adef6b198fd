// Shopify installs the app itself; we learn of it with the first session token and exchange that for an offline token.
// https://shopify.dev/docs/apps/build/authentication-authorization/app-installation
import type {ShopDomain} from '#domain/ids.ts';
import {hasUnreadableSession} from '../db/sessions.ts';
import {loadShop, saveInstalledShop} from '../db/shops.ts';
import type {Deps} from '../deps.ts';
import {fetchShop} from '../shopify/shop.ts';

export async function ensureInstalled(deps: Deps, shop: ShopDomain, sessionToken: string): Promise<void> {
  const {db, now, sealer, tokens, admin} = deps;
  const known = await loadShop(db, shop);
  const isComplete = known !== null && known.state === 'installed' && !known.needsReauth && known.currency !== null;
  if (isComplete && !(await hasUnreadableSession(db, sealer, shop))) return;
  // Before Shopify is asked: an uninstall that comes in between is the later of the two.
  const askedAt = now();
  await tokens.get(shop, sessionToken);
  const facts = await fetchShop(admin, shop);
  await saveInstalledShop(db, shop, facts, askedAt);
  await callUp(deps);
  deps.log.info({shop}, 'installed');
}

/** The schedule follows from the database; a queue that is away learns of it within the hour. */
async function callUp({queues, log}: Deps): Promise<void> {
  try {
    await queues.enqueue('upkeep', {task: 'assert-schedules'});
  } catch (err) {
    log.warn({err}, 'the queue is away; schedules are asserted later');
  }
}
