// Whether orders are sent by themselves: paused and resumed with one click, by whom and since when.
import {type Response, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import type {Settings, StoredSettings} from '#domain/settings/settings.ts';
import {changeOrderSettings} from '../../actions/settings-change.ts';
import {saveDueForReason} from '../../db/orders/due-orders.ts';
import {loadPausedBy} from '../../db/shops/paused-by.ts';
import type {Deps} from '../../deps.ts';
import type {Sending} from '../contract/overview.ts';
import {actorOf, shopOf} from '../session.ts';
import {wakeOrders} from './orders/wake-orders.ts';

type SendingDeps = Pick<Deps, 'db' | 'log' | 'now' | 'queues'>;

export function sendingRoutes(deps: SendingDeps): Router {
  const router = Router();
  router.post('/sending/pause', async (_req, res) => changeSending(deps, res, true));
  router.post('/sending/resume', async (_req, res) => changeSending(deps, res, false));
  return router;
}

async function changeSending(deps: SendingDeps, res: Response, paused: boolean): Promise<void> {
  const {db, now} = deps;
  const [shop, actor] = [shopOf(res), actorOf(res)];
  const entry = {actor, action: 'order_settings_changed', subject: 'sending'};
  const change = (before: Settings) => ({...before, orders: {...before.orders, sendingPaused: paused}});
  const settings = await changeOrderSettings(db, shop, change, entry, now());
  if (!paused) {
    await saveDueForReason(db, shop, freedBy('sending_resumed'), now());
    await wakeOrders(deps, shop, ['dropship']);
  }
  res.json(await loadSending(deps, shop, {settings, isReadable: true}, actor));
}

/**
 * Sending counts as paused while the settings cannot be read. Then no person is named.
 * @param actor who asks.
 */
export async function loadSending(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  stored: StoredSettings,
  actor: string,
): Promise<Sending> {
  const paused = stored.settings.orders.sendingPaused;
  const last = paused && stored.isReadable ? await loadPausedBy(db, shop) : null;
  const user = last === null ? null : (/^user:(.+)$/.exec(last.actor)?.[1] ?? null);
  return {paused, by: user, byYou: last?.actor === actor, since: last?.at.toISOString() ?? null};
}
