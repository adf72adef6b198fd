// Pauses and resumes the automatic sending of dropship orders, and says who paused it and since when.
import {type Response, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import type {Settings, StoredSettings} from '#domain/settings/settings.ts';
import {changeOrderSettings} from '../../actions/settings-change.ts';
import {makeDueByReason} from '../../db/orders/due-orders.ts';
import {loadPauseAuthor} from '../../db/shops/paused-by.ts';
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

/** Pauses or resumes the sending and answers its state. After a resume, orders that waited for it are tried again. */
async function changeSending(deps: SendingDeps, res: Response, paused: boolean): Promise<void> {
  const {db, now} = deps;
  const [shop, actor] = [shopOf(res), actorOf(res)];
  const entry = {actor, action: 'order_settings_changed' as const, subject: 'sending'};
  const change = (before: Settings) => ({...before, orders: {...before.orders, sendingPaused: paused}});
  const settings = await changeOrderSettings(db, shop, change, entry, now());
  if (!paused) {
    await makeDueByReason(db, shop, codesFreedBy('sending_resumed'), now());
    await wakeOrders(deps, shop, ['dropship']);
  }
  res.json(await loadSending(deps, shop, {settings, isReadable: true}, actor));
}

/**
 * The state of sending. It counts as paused while the settings cannot be read; then no person is named.
 * @param actor who asks.
 */
export async function loadSending(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  stored: StoredSettings,
  actor: string,
): Promise<Sending> {
  const paused = stored.settings.orders.sendingPaused;
  const last = paused && stored.isReadable ? await loadPauseAuthor(db, shop) : null;
  const user = last === null ? null : (/^user:(.+)$/.exec(last.actor)?.[1] ?? null);
  return {paused, by: user, byYou: last?.actor === actor, since: last?.at.toISOString() ?? null};
}
