import {Router} from 'express';
import {earliestNightly, Settings} from '#domain/settings.ts';
import {loadChoices} from '../../db/articles.ts';
import {saveDueForReason} from '../../db/due-orders.ts';
import {loadSettings, saveSettings} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import {type Choices, SettingsForm} from '../contract.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';

export function settingsRoutes({db, log, now, queues}: Pick<Deps, 'db' | 'log' | 'now' | 'queues'>): Router {
  const router = Router();
  router.get('/settings', async (_req, res) => {
    res.json(toForm(Settings.parse(await loadSettings(db, shopOf(res)))));
  });
  router.put('/settings', async (req, res) => {
    const shop = shopOf(res);
    const form = parseInput(SettingsForm, req.body);
    if (form.nightlyAt < earliestNightly) {
      const message = `The nightly run starts at ${earliestNightly} or later: earlier hours are skipped or doubled when clocks change.`;
      throw new Refusal(422, 'too_early', message, 'nightlyAt');
    }
    const settings = withForm(Settings.parse(await loadSettings(db, shop)), form);
    await saveSettings(db, shop, settings, now());
    const freed = [...(form.sendingPaused ? [] : ['sending_paused']), ...(form.sendTestOrders ? ['test_order'] : [])];
    if (freed.length > 0) await saveDueForReason(db, shop, freed, now());
    try {
      await queues.enqueue('upkeep', {task: 'assert-schedules'});
      await queues.enqueue('upkeep', {task: 'recheck-open'});
    } catch (err) {
      log.warn({err}, 'the queue is away; the settings take effect with the next sweep');
    }
    res.json(toForm(settings));
  });
  router.get('/choices', async (_req, res) => {
    const choices: Choices = await loadChoices(db, shopOf(res));
    res.json(choices);
  });
  return router;
}

function toForm({choice, markupPercent, vatPercent, newProducts, nightlyAt, orders}: Settings): SettingsForm {
  const {sendingPaused, sendTestOrders} = orders;
  return {choice, markupPercent, vatPercent, newProducts, nightlyAt, sendingPaused, sendTestOrders};
}

function withForm(settings: Settings, form: SettingsForm): Settings {
  const {sendingPaused, sendTestOrders, ...rest} = form;
  return {...settings, ...rest, orders: {...settings.orders, sendingPaused, sendTestOrders}};
}
