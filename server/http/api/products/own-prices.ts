// Routes of own prices: what they would do, their change after that was shown, and the file of all of them.
import {type Response, Router} from 'express';
import {z} from 'zod';
import type {ArticleId} from '#domain/ids.ts';
import {isSameOwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {setOwnPrices} from '../../../actions/own-prices/set-own-prices.ts';
import type {OwnPriceChange} from '../../../db/own-prices/own-prices.ts';
import type {Deps} from '../../../deps.ts';
import {type OwnPriceEffect, type OwnPrices, OwnPricesInput} from '../../contract/products/own-prices.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import {type RunRequestDeps, startSelectedRun} from '../ask-run.ts';
import {openPreview, sealPreview} from '../preview-id.ts';
import {loadEffects} from './own-price-effects.ts';
import {sendOwnPricesFile} from './own-prices-file.ts';

type OwnPriceDeps = RunRequestDeps & Pick<Deps, 'digest' | 'sealer'>;

export function ownPriceRoutes(deps: OwnPriceDeps): Router {
  const router = Router();
  router.get('/own-prices.csv', async (_req, res) => sendOwnPricesFile(deps, shopOf(res), res));
  router.post('/own-prices', async (req, res) => {
    const {changes, previewId, applyNow} = parseInput(OwnPricesInput, req.body ?? {});
    const {shop} = askerOf(res);
    const {currency, effects} = await loadEffects(deps, shop, changes);
    const seen = {ownPrices: deps.digest(JSON.stringify(effects.map((one, at) => toSeen(one, changes[at]))))};
    if (previewId === undefined) {
      const id = sealPreview(deps, shop, seen);
      res.json({previewId: id, runId: null, saved: 0, currency, effects: [...effects]} satisfies OwnPrices);
      return;
    }
    const shown = openPreview(deps, shop, previewId, SeenOwnPrices);
    if (shown === null || shown.ownPrices !== seen.ownPrices) throw effectsChanged();
    const saved = await save(deps, res, changes, effects);
    const run = applyNow && saved.length > 0 ? await startSelectedRun(deps, askerOf(res), saved) : null;
    const done = {previewId: null, runId: run?.id ?? null, saved: saved.length, currency, effects: [...effects]};
    res.json(done satisfies OwnPrices);
  });
  return router;
}

/** What a preview of own prices showed. */
const SeenOwnPrices = z.object({ownPrices: z.string()});

/** What a preview confirms of an article: what was stored, what is to be stored, and the price that this makes. */
const toSeen = ({articleId, state, saved, price, reason}: OwnPriceEffect, change: OwnPriceChange | undefined) => [
  articleId,
  state,
  saved,
  change?.own ?? null,
  price,
  reason,
];

const effectsChanged = () =>
  new Refusal(
    409,
    'preview_expired',
    'These prices have changed meanwhile, or were shown long ago. Nothing was saved: look at them again.',
    'previewId',
  );

/** Saves what changes; refuses if another own price was stored since the effects were read. */
async function save(
  deps: OwnPriceDeps,
  res: Response,
  changes: readonly OwnPriceChange[],
  effects: readonly OwnPriceEffect[],
): Promise<readonly ArticleId[]> {
  const {shop, actor} = askerOf(res);
  const before = new Map(effects.map(({articleId, ...effect}) => [articleId, effect]));
  const toSave = changes.filter(({articleId}) => before.get(articleId)?.state === 'changes');
  if (toSave.length === 0) return [];
  return setOwnPrices(deps.db, {shop, actor, now: deps.now()}, toSave, (saved) => {
    const isAsShown = toSave.every(({articleId}) =>
      isSameOwnPrice(saved.get(articleId) ?? null, before.get(articleId)?.saved ?? null),
    );
    if (!isAsShown) throw effectsChanged();
  });
}
