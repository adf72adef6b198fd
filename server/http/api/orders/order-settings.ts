import {Router} from 'express';
import {freedBy} from '#domain/orders/reasons.ts';
import type {Settings} from '#domain/settings.ts';
import {changeOrderSettings} from '../../../actions/change-order-settings.ts';
import {saveDueForReason} from '../../../db/orders/due-orders.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {type OrderSettings, OrderSettingsInput} from '../../contract/order-settings.ts';
import {parseInput} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {refuseIfChanged, withVersion} from '../settings-version.ts';
import {wakeOrders} from './wake-orders.ts';

export function orderSettingsRoutes(deps: Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues'>): Router {
  const {db, now} = deps;
  const router = Router();
  router.get('/order-settings', async (_req, res) => {
    const {settings, unreadable} = await loadStoredSettings(db, shopOf(res));
    res.json({...withVersion(deps, toForm(settings)), unreadable: [...unreadable.keys()].toSorted()});
  });
  router.put('/order-settings', async (req, res) => {
    const shop = shopOf(res);
    const input = parseInput(OrderSettingsInput, req.body);
    const entry = {actor: actorOf(res), action: 'order_settings_changed', subject: 'order-settings'};
    const change = (before: Settings) => {
      const {waitForFraudAnalysis = before.orders.waitForFraudAnalysis} = input;
      const form = {...input, waitForFraudAnalysis};
      refuseIfChanged(deps, req.body, toForm(before), form);
      return withForm(before, form);
    };
    const settings = await changeOrderSettings(db, shop, change, entry, now());
    await saveDueForReason(db, shop, [...freedBy('order_settings'), ...freedBy('settings_saved')], now());
    await wakeOrders(deps, shop, ['dropship']);
    res.json(withVersion(deps, toForm(settings)));
  });
  return router;
}

/** Without the answers about properties, which are no part of the form. */
function toForm({orders}: Settings): OrderSettings {
  const {propertyAnswers: _answers, ...form} = orders;
  return form;
}

const withForm = (before: Settings, form: OrderSettings): Settings => ({
  ...before,
  orders: {...before.orders, ...form},
});
