// The catalogue's settings, one route per part: choice, prices, template, field owners.
import {type Request, type Response, Router} from 'express';
import type {z} from 'zod';
import {freedBy} from '#domain/orders/reasons.ts';
import type {Settings} from '#domain/settings.ts';
import {changeSettings} from '../../actions/settings-change.ts';
import {saveDueForReason} from '../../db/orders/due-orders.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {
  Importing,
  Ownership,
  type Pricing,
  PricingInput,
  type Rules,
  RulesInput,
  Template,
} from '../contract/settings.ts';
import {parseInput} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {confirmedBy} from './preview-id.ts';
import {showChosen} from './settings.ts';

type SettingsDeps = Pick<Deps, 'db' | 'now' | 'sealer'>;

export function catalogueSettingsRoutes(deps: SettingsDeps): Router {
  const router = Router();
  part(router, deps, '/rules', {
    input: RulesInput,
    show: async ({choice}): Promise<Rules> => ({choice}),
    change: (settings, {choice}) => ({...settings, choice}),
  });
  part(router, deps, '/pricing', {
    input: PricingInput,
    async show({pricing}, res): Promise<Pricing> {
      const facts = await loadShop(deps.db, shopOf(res));
      return {pricing, currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    },
    change: (settings, {pricing}) => ({...settings, pricing}),
  });
  part(router, deps, '/template', {
    input: Template,
    show: async ({template, orders: {standingColour, standingSize}}): Promise<Template> => ({
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
    input: Ownership,
    show: async ({owned}): Promise<Ownership> => ({owned}),
    change: (settings, {owned}) => ({...settings, owned}),
  });
  part(router, deps, '/importing', {
    input: Importing,
    show: async ({newProducts, retireAs, onRequest, historyDays}): Promise<Importing> => ({
      newProducts,
      retireAs,
      onRequest,
      historyDays,
    }),
    change: (settings, importing) => ({...settings, ...importing}),
  });
  return router;
}

type Part<Input, Answer> = {
  readonly input: z.ZodType<Input>;
  readonly show: (settings: Settings, res: Response) => Promise<Answer>;
  readonly change: (settings: Settings, input: Input) => Settings;
};

/** GET returns the part with the names of unreadable settings, PUT replaces the whole part and returns it; other parts stay unchanged. */
function part<Input extends object, Answer>(
  router: Router,
  deps: SettingsDeps,
  path: string,
  {input, show, change}: Part<Input, Answer>,
): void {
  const {db, now} = deps;
  router.get(path, async (_req, res) => {
    const {settings, unreadable} = await loadStoredSettings(db, shopOf(res));
    res.json({...(await show(settings, res)), unreadable: [...unreadable.keys()].toSorted()});
  });
  router.put(path, async (req: Request, res) => {
    const shop = shopOf(res);
    const given = parseInput(input, req.body);
    const previewId = 'previewId' in given && typeof given.previewId === 'string' ? given.previewId : undefined;
    const confirmed = confirmedBy(deps, shop, previewId);
    const by = {actor: actorOf(res), subject: path.slice(1)};
    const settings = await changeSettings(db, shop, (before) => change(before, given), confirmed, now(), by);
    await showChosen(deps, shop, settings);
    await saveDueForReason(db, shop, freedBy('settings_saved'), now());
    res.json(await show(settings, res));
  });
}
