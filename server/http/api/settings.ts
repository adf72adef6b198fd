// The short form of the settings, and the brands and categories to choose from.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import type {Settings, StoredSettings} from '#domain/settings.ts';
import {changeSettings} from '../../actions/settings-change.ts';
import {loadChoices} from '../../db/catalogue/article-names.ts';
import {choiceBasis, refreshChosen} from '../../db/catalogue/choice.ts';
import {saveDueForReason} from '../../db/orders/due-orders.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {type Choices, type SavedSettings, SettingsInput, type StoredSettingsForm} from '../contract/settings.ts';
import {parseInput} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {confirmedBy} from './preview-id.ts';
import {loadUnseenCheck} from './settings-checks.ts';
import {toForm, withForm} from './settings-form.ts';
import {refuseIfChanged, withVersion} from './settings-version.ts';

type SettingsDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues' | 'sealer'>;

export function settingsRoutes(deps: SettingsDeps): Router {
  const {db, now} = deps;
  const router = Router();
  router.get('/settings', async (_req, res) => {
    const {settings, unreadable} = await loadStoredSettings(db, shopOf(res));
    const form = withVersion(deps, toForm(settings));
    const answer: StoredSettingsForm = {...form, unreadable: [...unreadable.keys()].toSorted()};
    res.json(answer);
  });
  router.put('/settings', async (req, res) => {
    const shop = shopOf(res);
    const {choice: _choice, previewId, ...form} = parseInput(SettingsInput, req.body);
    const confirmed = confirmedBy(deps, shop, previewId);
    const by = {actor: actorOf(res), subject: 'settings'};
    const refuseUnseenChange = await loadUnseenCheck(db, shop, confirmed);
    const change = (before: Settings, stored: StoredSettings) => {
      refuseIfChanged(deps, req.body, toForm(before), form);
      const after = withForm(before, form);
      refuseUnseenChange(stored, after);
      return after;
    };
    const settings = await changeSettings(db, shop, change, confirmed?.choice ?? null, now(), by);
    await showChosen(deps, shop, settings);
    const freed = [
      ...freedBy('settings_saved'),
      ...(form.sendingPaused ? [] : freedBy('sending_resumed')),
      ...(form.sendTestOrders ? freedBy('test_orders_allowed') : []),
      ...(form.delayMinutes === undefined && form.waitForFraudAnalysis === undefined ? [] : freedBy('waiting_time')),
      ...(form.standingColour == null ? [] : freedBy('standing_colour')),
    ];
    await saveDueForReason(db, shop, freed, now());
    await wakeWorker(deps);
    const answer: SavedSettings = withVersion(deps, toForm(settings));
    res.json(answer);
  });
  router.get('/choices', async (_req, res) => {
    const choices: Choices = await loadChoices(db, shopOf(res));
    res.json(choices);
  });
  return router;
}

/** Updates the chosen articles in the database at once; the next run applies them to the store. */
export async function showChosen({db}: Pick<Deps, 'db'>, shop: ShopDomain, settings: Settings): Promise<void> {
  const facts = await loadShop(db, shop);
  if (facts !== null) await refreshChosen(db, shop, choiceBasis(settings, facts));
}

async function wakeWorker({queues, log}: SettingsDeps): Promise<void> {
  try {
    await queues.enqueue('upkeep', {task: 'assert-schedules'});
    await queues.enqueue('upkeep', {task: 'recheck-open'});
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the settings take effect with the next sweep');
  }
}
