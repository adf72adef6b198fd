import {isDeepStrictEqual} from 'node:util';
import {Router} from 'express';
import {liftedBySettings} from '#domain/orders/merchant-word.ts';
import {Settings} from '#domain/settings.ts';
import {changeOrderSettings} from '../../db/change-order-settings.ts';
import {saveDueForReason} from '../../db/due-orders.ts';
import {loadSettings} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import {OrderSettings} from '../contract/order-settings.ts';
import {parseInput} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {callUpOrders} from './call-up-orders.ts';

export function orderSettingsRoutes(deps: Pick<Deps, 'db' | 'log' | 'now' | 'queues'>): Router {
  const {db, now} = deps;
  const router = Router();
  router.get('/order-settings', async (_req, res) => {
    res.json(toForm(Settings.parse(await loadSettings(db, shopOf(res)))));
  });
  router.put('/order-settings', async (req, res) => {
    const shop = shopOf(res);
    const form = parseInput(OrderSettings, req.body);
    const entry = {actor: actorOf(res), action: 'order_settings_changed', subject: 'order-settings'};
    const settings = await changeOrderSettings(db, shop, (before) => withForm(before, form), entry, now());
    await saveDueForReason(db, shop, liftedBySettings, now());
    await callUpOrders(deps, shop, ['dropship']);
    res.json(toForm(settings));
  });
  return router;
}

const toForm = ({orders}: Settings): OrderSettings => orders;

/** `changed`: the names of what is another now, never the values. */
function withForm(before: Settings, form: OrderSettings) {
  const orders = {...before.orders, ...form};
  const changed = Object.entries(form).flatMap(([name, value]) =>
    isDeepStrictEqual(value, Object.entries(before.orders).find(([known]) => known === name)?.[1]) ? [] : [name],
  );
  return {settings: {...before, orders}, changed};
}
