// The settings in parts, and the brands and categories to choose from. GET and PUT of each part are the same at both of its addresses.
import {type RequestHandler, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import {toSoldZones} from '#domain/orders/sold-zones.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {changeSettings} from '../../actions/settings-change.ts';
import {loadChoices} from '../../db/catalogue/article-names.ts';
import {choiceBasis, refreshChosen, toPriceStore} from '../../db/catalogue/choice.ts';
import {saveDueForReason} from '../../db/orders/due-orders.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import {effectPrint, loadHandPrint} from '../../preview/effect-print.ts';
import type {Choices} from '../contract/settings.ts';
import {actorOf, shopOf} from '../session.ts';
import {addressesOf, settingsNames, settingsParts} from '../settings-addresses.ts';
import {wakeOrders} from './orders/wake-orders.ts';
import {confirmedBy, refuseUnseen, type Seen} from './preview-id.ts';
import {type Part, type PartDeps, parts} from './settings-parts.ts';
import {refuseIfChanged, withVersion} from './settings-version.ts';

export function settingsRoutes(deps: PartDeps): Router {
  const router = Router();
  for (const name of settingsNames) {
    const part = parts[name];
    // The audit trail names a part as its first address did.
    const save = savePart(deps, part, settingsParts[name].before.slice(1));
    for (const address of addressesOf(name)) {
      router.get(address, showPart(deps, part));
      router.put(address, save);
    }
  }
  router.get('/choices', async (_req, res) => {
    const choices: Choices = await loadChoices(deps.db, shopOf(res));
    res.json(choices);
  });
  return router;
}

const answerOf = async (deps: PartDeps, part: Part, shop: ShopDomain, settings: Settings): Promise<object> => ({
  ...withVersion(deps, part.read(settings)),
  ...(await part.facts(deps, shop)),
});

function showPart(deps: PartDeps, part: Part): RequestHandler {
  return async (_req, res) => {
    const shop = shopOf(res);
    const {settings, isReadable} = await loadStoredSettings(deps.db, shop);
    // Pages loaded before there was one banner for all of them show a list of names.
    const unreadable = isReadable ? [] : ['settings'];
    res.json({...(await answerOf(deps, part, shop, settings)), unreadable});
  };
}

function savePart(deps: PartDeps, part: Part, subject: string): RequestHandler {
  const {db, now} = deps;
  return async (req, res) => {
    const shop = shopOf(res);
    const {given, previewId, change: changed, frees} = part.take(req.body);
    const seen = confirmedBy(deps, shop, previewId);
    const refuseUnseenChange = part.needsPreview ? await loadUnseenCheck(deps, shop, seen) : () => {};
    const change = (before: Settings) => {
      refuseIfChanged(deps, req.body, part.read(before), given);
      const after = changed(before);
      refuseUnseenChange(before, after);
      return after;
    };
    const by = {actor: actorOf(res), subject};
    const settings = await changeSettings(db, shop, change, seen?.choice ?? null, now(), by);
    await part.onSaved(deps, shop);
    await showChosen(deps, shop, settings);
    const freed = [...freedBy('settings_saved'), ...frees.flatMap((event) => freedBy(event))];
    await saveDueForReason(db, shop, freed, now());
    await wakeOrders(deps, shop, ['dropship']);
    res.json(await answerOf(deps, part, shop, settings));
  };
}

/**
 * The settings of `deciding` are saved only with the preview that showed what they do.
 * @returns a function that throws for a change no preview showed, judged by the shop's facts and manual choices at the time of this call.
 */
async function loadUnseenCheck(
  {db}: PartDeps,
  shop: ShopDomain,
  seen: Seen | null,
): Promise<(before: Settings, after: Settings) => void> {
  const facts = await loadShop(db, shop);
  const store = toPriceStore(facts ?? {currency: null, taxesIncluded: null});
  const {zones} = toSoldZones(facts?.shipsToCountries ?? null);
  const hand = await loadHandPrint(db, shop);
  return (before, after) => {
    if (isSameValue(deciding(before), deciding(after))) return;
    refuseUnseen(seen, effectPrint({settings: after, store, zones, hand}));
  };
}

const deciding = ({choice, pricing, onRequest, owned: {price, compareAt}}: Settings): readonly unknown[] => [
  choice,
  pricing,
  onRequest,
  price,
  compareAt,
];

/** Updates the chosen articles in the database at once; the next run applies them to the store. */
async function showChosen({db}: PartDeps, shop: ShopDomain, settings: Settings): Promise<void> {
  const facts = await loadShop(db, shop);
  if (facts !== null) await refreshChosen(db, shop, choiceBasis(settings, facts));
}
