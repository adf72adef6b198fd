// The settings in parts, and the brands and categories to choose from. GET and PUT of each part are the same at both of its addresses.

import {type RequestHandler, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {toSoldZones} from '#domain/orders/sold-zones.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {changeSettings} from '../../actions/settings-change.ts';
import {loadBrandsAndCategories} from '../../db/catalogue/article-names.ts';
import {refreshChosen, toChoiceBasis, toPriceStore} from '../../db/catalogue/choice.ts';
import {makeDueByReason} from '../../db/orders/due-orders.ts';
import {wakeProfile} from '../../db/shipping-profiles/shipping-profiles.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import {effectFingerprint, loadManualChoiceFingerprint} from '../../preview/effect-print.ts';
import {askTask} from '../../queue/ask-task.ts';
import type {Choices} from '../contract/settings.ts';
import {actorOf, shopOf} from '../session.ts';
import {pathsOfPart, settingsPartNames, settingsParts} from '../settings-addresses.ts';
import {wakeOrders} from './orders/wake-orders.ts';
import {openConfirmedPreview, refuseUnseenEffect, type SeenPreview} from './preview-id.ts';
import {type PartDefinition, type PartDeps, partDefinitions} from './settings-parts.ts';
import {refuseIfChanged, withVersion} from './settings-version.ts';

export function settingsRoutes(deps: PartDeps): Router {
  const router = Router();
  for (const name of settingsPartNames) {
    const part = partDefinitions[name];
    const {formerPath} = settingsParts[name];
    // The audit trail still names each part by its former path.
    const save = savePart(deps, part, formerPath === null ? name : formerPath.slice(1));
    for (const address of pathsOfPart(name)) {
      router.get(address, showPart(deps, part));
      router.put(address, save);
    }
  }
  router.get('/choices', async (_req, res) => {
    const choices: Choices = await loadBrandsAndCategories(deps.db, shopOf(res));
    res.json(choices);
  });
  return router;
}

/** A part as GET and PUT answer it: its values, their version, and the facts that are shown with it. */
const loadPartAnswer = async (
  deps: PartDeps,
  part: PartDefinition,
  shop: ShopDomain,
  settings: Settings,
): Promise<object> => ({
  ...withVersion(deps, part.readForm(settings)),
  ...(await part.loadFacts(deps, shop)),
});

/** Answers a part of the settings; while they cannot be read, the defaults. */
function showPart(deps: PartDeps, part: PartDefinition): RequestHandler {
  return async (_req, res) => {
    const shop = shopOf(res);
    const {settings, isReadable} = await loadStoredSettings(deps.db, shop);
    // Pages that were loaded before an update of the app expect a list of names here.
    const unreadable = isReadable ? [] : ['settings'];
    res.json({...(await loadPartAnswer(deps, part, shop, settings)), unreadable});
  };
}

/**
 * Saves a part: refuses conflicts and effects no preview showed, then starts what follows a save. @param subject names the part in the
 * audit trail.
 */
function savePart(deps: PartDeps, part: PartDefinition, subject: string): RequestHandler {
  const {db, now} = deps;
  return async (req, res) => {
    const shop = shopOf(res);
    const {values, previewId, change: changed, releaseEvents} = part.parseChange(req.body);
    const seen = openConfirmedPreview(deps, shop, previewId);
    const refuseUnseenChange = part.needsPreview ? await loadUnseenCheck(deps, shop, seen) : () => {};
    const change = (before: Settings) => {
      refuseIfChanged(deps, req.body, part.readForm(before), values);
      const after = changed(before);
      refuseUnseenChange(before, after);
      return after;
    };
    const by = {actor: actorOf(res), subject};
    const settings = await changeSettings(db, shop, change, seen?.choice ?? null, now(), by);
    await part.onSaved(deps, shop);
    await refreshChosenArticles(deps, shop, settings);
    const freed = [...codesFreedBy('settings_saved'), ...releaseEvents.flatMap((event) => codesFreedBy(event))];
    await makeDueByReason(db, shop, freed, now());
    await wakeOrders(deps, shop, ['dropship']);
    // An exchange rate may have been missing, or another one counts now.
    if (subject === 'pricing' && (await wakeProfile(db, shop, ['no_rate']))) await askTask(deps, 'keep-shipping', shop);
    res.json(await loadPartAnswer(deps, part, shop, settings));
  };
}

/**
 * Settings named in `previewedSettings` are saved only with the preview that showed what they do.
 * @returns a function that throws for a change no preview showed, judged by the shop's facts and manual choices at the time of this call.
 */
async function loadUnseenCheck(
  {db}: PartDeps,
  shop: ShopDomain,
  seen: SeenPreview | null,
): Promise<(before: Settings, after: Settings) => void> {
  const facts = await loadShop(db, shop);
  const store = toPriceStore(facts ?? {currency: null, taxesIncluded: null});
  const {zones} = toSoldZones(facts?.shipsToCountries ?? null);
  const hand = await loadManualChoiceFingerprint(db, shop);
  return (before, after) => {
    if (isSameValue(previewedSettings(before), previewedSettings(after))) return;
    refuseUnseenEffect(seen, effectFingerprint({settings: after, store, zones, hand}));
  };
}

/** The settings that decide what is on sale and at which price. */
const previewedSettings = ({
  choice,
  pricing,
  onRequest,
  keepOnSale,
  owned: {price, compareAt},
}: Settings): readonly unknown[] => [choice, pricing, onRequest, keepOnSale, price, compareAt];

/** Updates the chosen articles in the database at once; the next run applies them to the store. */
async function refreshChosenArticles({db}: PartDeps, shop: ShopDomain, settings: Settings): Promise<void> {
  const facts = await loadShop(db, shop);
  if (facts !== null) await refreshChosen(db, shop, toChoiceBasis(settings, facts));
}
