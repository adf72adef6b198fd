// Undoing a run: the preview, and the request.
import {Router} from 'express';
import {z} from 'zod';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {rateTo} from '#domain/margins/margin.ts';
import {toSoldZones} from '#domain/orders/sold-zones.ts';
import {askUndo, findRefusal} from '../../actions/ask-undo.ts';
import {loadOpenRun} from '../../db/runs/runs.ts';
import {loadUndos} from '../../db/runs/undos.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {UndoInput, type UndoPreview} from '../contract/undo.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type AskingDeps, enqueueRun} from './ask-run.ts';
import {untilClosed} from './preview.ts';
import {openSeen, sealSeen} from './preview-id.ts';
import {requireRun} from './runs.ts';
import {sumUndo, type UndoSales} from './sum-undo.ts';

export function undoRoutes(deps: AskingDeps & Pick<Deps, 'sealer'>): Router {
  const {db, newId, now} = deps;
  const router = Router();
  router.get('/runs/:id/undo', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun(deps, shop, req.params.id);
    const refusal = await findRefusal(db, shop, run, await loadUndos(db, shop, [run.id]));
    const sales = refusal === null ? await loadSales(db, shop) : null;
    const sum = await sumUndo(db, shop, run.id, sales, untilClosed(res));
    if (sum === null) return void res.end();
    const answer: UndoPreview = {
      refusal: refusal?.reason ?? null,
      ...sum,
      waits: (await loadOpenRun(db, shop)) !== null,
      previewId: sealSeen(deps, shop, {undo: run.id}),
    };
    res.json(answer);
  });
  router.post('/runs/:id/undo', async (req, res) => {
    const {shop, actor} = askerOf(res);
    const run = await requireRun(deps, shop, req.params.id);
    const {previewId} = parseInput(UndoInput, req.body ?? {});
    if (openSeen(deps, shop, previewId, SeenUndo)?.undo !== run.id) {
      throw new Refusal(
        409,
        'preview_expired',
        'This preview is too old, or of something else. Look at what the undo sets back.',
      );
    }
    const asked = await askUndo(db, {id: RunId.parse(newId()), shop, run, actor}, now());
    if (asked.kind === 'refused') throw new Refusal(409, asked.refusal.code, asked.refusal.reason);
    if (asked.isNew) await enqueueRun(deps, asked.undo);
    res.status(asked.isNew ? 202 : 200).json(toRun(asked.undo));
  });
  return router;
}

/** VAT and exchange rate are null (not known) while the stored settings cannot be read. */
async function loadSales(db: Deps['db'], shop: ShopDomain): Promise<UndoSales> {
  const facts = await loadShop(db, shop);
  const {settings, isReadable} = await loadStoredSettings(db, shop);
  const store = {currency: facts?.currency ?? '', taxesIncluded: facts?.taxesIncluded ?? true};
  const terms = {
    ...store,
    perEuro: isReadable ? rateTo(store.currency, settings).perEuro : null,
    vatPercent: isReadable ? settings.pricing.vatPercent : null,
  };
  return {terms, zones: toSoldZones(facts?.shipsToCountries ?? null).zones};
}

const SeenUndo = z.object({undo: z.string()});
