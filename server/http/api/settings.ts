// The settings of the first evening, and what there is to choose from.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {earliestNightly, Settings} from '#domain/settings.ts';
import {loadChoices} from '../../db/articles.ts';
import {choiceBasis, refreshChosen} from '../../db/choice.ts';
import {saveDueForReason} from '../../db/due-orders.ts';
import {changeSettings} from '../../db/settings-change.ts';
import {loadSettings, loadShop} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import {type Choices, SettingsForm} from '../contract/settings.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {toForm, withForm} from './settings-form.ts';

type SettingsDeps = Pick<Deps, 'db' | 'log' | 'now' | 'queues'>;

export function settingsRoutes(deps: SettingsDeps): Router {
  const {db, now} = deps;
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
    const by = {actor: actorOf(res), subject: 'settings'};
    const settings = await changeSettings(db, shop, (before) => withForm(before, form), null, now(), by);
    await showChosen(deps, shop, settings);
    const freed = [...(form.sendingPaused ? [] : ['sending_paused']), ...(form.sendTestOrders ? ['test_order'] : [])];
    if (freed.length > 0) await saveDueForReason(db, shop, freed, now());
    await callUp(deps);
    res.json(toForm(settings));
  });
  router.get('/choices', async (_req, res) => {
    const choices: Choices = await loadChoices(db, shopOf(res));
    res.json(choices);
  });
  return router;
}

/** What is chosen is seen at once; the next run carries it out. */
export async function showChosen({db}: Pick<Deps, 'db'>, shop: ShopDomain, settings: Settings): Promise<void> {
  const facts = await loadShop(db, shop);
  if (facts !== null) await refreshChosen(db, shop, choiceBasis(settings, facts));
}

async function callUp({queues, log}: SettingsDeps): Promise<void> {
  try {
    await queues.enqueue('upkeep', {task: 'assert-schedules'});
    await queues.enqueue('upkeep', {task: 'recheck-open'});
  } catch (err) {
    log.warn({err}, 'the queue is away; the settings take effect with the next sweep');
  }
}
