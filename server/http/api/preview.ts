// What settings would make of the store, before they are saved: counted by the code that a run uses.
import {type Response, Router} from 'express';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {Settings} from '#domain/settings.ts';
import {choiceBasis, choicePrint, toPriceStore} from '../../db/choice.ts';
import {previewSettings} from '../../db/settings-preview.ts';
import {loadSettings, loadShop, type Shop} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import {type Preview, PreviewInput, type RulesCount, RulesCountInput} from '../contract/preview.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {writePreviewId} from './preview-id.ts';

/** From these many variants on, Shopify takes at most 1,000 new ones a day. https://shopify.dev/docs/api/usage/limits */
const variantThreshold = 50_000;

export function previewRoutes(deps: Pick<Deps, 'db' | 'digest' | 'now' | 'sealer'>): Router {
  const {db, digest} = deps;
  const router = Router();
  router.post('/preview', async (req, res) => {
    const shop = shopOf(res);
    const changes = parseInput(PreviewInput, req.body ?? {});
    const {facts, settings: saved} = await loadBasis(deps, res);
    const settings = Settings.parse({...saved, ...changes});
    const basis = {settings, store: toPriceStore(facts), digest};
    const sum = await previewSettings(db, shop, basis, untilClosed(res));
    if (sum === null) return;
    const id = writePreviewId(deps, shop, choicePrint(choiceBasis(settings, facts)));
    const answer: Preview = {id, ...sum, prices: [...sum.prices], variantThreshold};
    res.json(answer);
  });
  router.post('/rules/count', async (req, res) => {
    const {choice} = parseInput(RulesCountInput, req.body);
    const {facts, settings} = await loadBasis(deps, res);
    const proposed = {...settings, choice: choice.map((rule) => ChoiceRule.parse(rule))};
    const basis = {settings: proposed, store: toPriceStore(facts), digest};
    const sum = await previewSettings(db, shopOf(res), basis, untilClosed(res));
    if (sum === null) return;
    const {chosen, quarantined, products, variants, unread, created, retired, restored} = sum;
    const held = Object.values(sum.held).reduce((all, count) => all + count, 0);
    const answer: RulesCount = {chosen, held, quarantined, products, variants, unread, created, retired, restored};
    res.json(answer);
  });
  return router;
}

async function loadBasis(
  {db}: Pick<Deps, 'db'>,
  res: Response,
): Promise<{readonly facts: Shop; readonly settings: Settings}> {
  const shop = shopOf(res);
  const facts = await loadShop(db, shop);
  if (facts === null) throw new Refusal(404, 'not_installed', 'The app is not installed in this store.');
  return {facts, settings: Settings.parse(await loadSettings(db, shop))};
}

/** Aborted when the page has gone, or asks anew: a preview of many articles is not counted for nobody. */
function untilClosed(res: Response): AbortSignal {
  const controller = new AbortController();
  res.on('close', () => controller.abort());
  return controller.signal;
}
