// The catalogue's settings, one route per part: rules, prices, template, field owners, importing.
import {type Request, Router} from 'express';
import type {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import type {Settings, StoredSettings} from '#domain/settings.ts';
import {changeSettings} from '../../actions/settings-change.ts';
import {saveDueForReason} from '../../db/orders/due-orders.ts';
import {savePricesSaved} from '../../db/set-up/set-up.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {
  type Importing,
  ImportingInput,
  type Ownership,
  OwnershipInput,
  type Pricing,
  PricingInput,
  type Rules,
  RulesInput,
  Template,
} from '../contract/settings.ts';
import {parseInput} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {wakeOrders} from './orders/wake-orders.ts';
import {confirmedBy} from './preview-id.ts';
import {showChosen} from './settings.ts';
import {loadUnseenCheck, refuseUnreadable} from './settings-checks.ts';
import {refuseIfChanged, withVersion} from './settings-version.ts';

type SettingsDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues' | 'sealer'>;

export function catalogueSettingsRoutes(deps: SettingsDeps): Router {
  const router = Router();
  part(router, deps, '/rules', {
    input: RulesInput,
    replacesUnreadable: true,
    read: ({choice}): Rules => ({choice}),
    change: (settings, {choice}) => ({...settings, choice}),
  });
  part(router, deps, '/pricing', {
    input: PricingInput,
    replacesUnreadable: true,
    read: ({pricing}): Pick<Pricing, 'pricing'> => ({pricing}),
    async facts(shop): Promise<Omit<Pricing, 'pricing'>> {
      const facts = await loadShop(deps.db, shop);
      return {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    },
    change: (settings, {pricing}) => ({...settings, pricing}),
    onSaved: async (shop) => void (await savePricesSaved(deps.db, shop, deps.now())),
  });
  part(router, deps, '/template', {
    input: Template,
    read: ({template, orders: {standingColour, standingSize}}): Template => ({
      template,
      standingColour,
      standingSize,
    }),
    change: (settings, {template, standingColour, standingSize}) => ({
      ...settings,
      template,
      orders: {
        ...settings.orders,
        ...(standingColour === undefined ? {} : {standingColour}),
        ...(standingSize === undefined ? {} : {standingSize}),
      },
    }),
  });
  part(router, deps, '/ownership', {
    input: OwnershipInput,
    read: ({owned}): Ownership => ({owned}),
    change: (settings, {owned}) => ({...settings, owned}),
  });
  part(router, deps, '/importing', {
    input: ImportingInput,
    read: ({newProducts, retireAs, onRequest, historyDays}): Importing => ({
      newProducts,
      retireAs,
      onRequest,
      historyDays,
    }),
    change: (settings, {previewId: _previewId, ...importing}) => ({...settings, ...importing}),
  });
  return router;
}

type Part<Input> = {
  readonly input: z.ZodType<Input>;
  /** Its page names the settings that cannot be read, and PUT saves their defaults. False: PUT is refused while there are any. */
  readonly replacesUnreadable?: boolean;
  readonly read: (settings: Settings) => object;
  /** Facts that are shown with the part and are not settings. */
  readonly facts?: (shop: ShopDomain) => Promise<object>;
  readonly change: (settings: Settings, input: Input) => Settings;
  readonly onSaved?: (shop: ShopDomain) => Promise<void>;
};

/** GET returns the part with the names of unreadable settings. PUT changes the part and, if `replacesUnreadable`, what cannot be read. */
function part<Input extends object>(
  router: Router,
  deps: SettingsDeps,
  path: string,
  {input, replacesUnreadable = false, read, facts = async () => ({}), change, onSaved = async () => {}}: Part<Input>,
): void {
  const {db, now} = deps;
  const show = async (settings: Settings, shop: ShopDomain) => ({
    ...withVersion(deps, read(settings)),
    ...(await facts(shop)),
  });
  router.get(path, async (_req, res) => {
    const shop = shopOf(res);
    const {settings, unreadable} = await loadStoredSettings(db, shop);
    res.json({...(await show(settings, shop)), unreadable: [...unreadable.keys()].toSorted()});
  });
  router.put(path, async (req: Request, res) => {
    const shop = shopOf(res);
    const given = parseInput(input, req.body);
    const previewId = 'previewId' in given && typeof given.previewId === 'string' ? given.previewId : undefined;
    const seen = confirmedBy(deps, shop, previewId);
    const refuseUnseenChange = await loadUnseenCheck(db, shop, seen);
    const by = {actor: actorOf(res), subject: path.slice(1)};
    const apply = (before: Settings, stored: StoredSettings) => {
      if (!replacesUnreadable) refuseUnreadable(stored);
      refuseIfChanged(deps, req.body, read(before), given);
      const after = change(before, given);
      refuseUnseenChange(stored, after);
      return after;
    };
    const settings = await changeSettings(db, shop, apply, seen?.choice ?? null, now(), by);
    await onSaved(shop);
    await showChosen(deps, shop, settings);
    await saveDueForReason(db, shop, freedBy('settings_saved'), now());
    await wakeOrders(deps, shop, ['dropship']);
    res.json(await show(settings, shop));
  });
}
