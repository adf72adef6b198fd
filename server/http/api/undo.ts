// The routes that preview the undo of a run and start it.
import {Router} from 'express';
import {z} from 'zod';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {toSalesTerms} from '#domain/pricing/sales-terms.ts';
import {loadUndoRefusal, requestUndo} from '../../actions/ask-undo.ts';
import {loadOpenRun} from '../../db/runs/runs.ts';
import {loadUndos} from '../../db/runs/undos.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {UndoInput, type UndoPreview} from '../contract/undo.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {enqueueRun, type RunRequestDeps} from './ask-run.ts';
import {signalOnClose} from './preview.ts';
import {openPreview, sealPreview} from './preview-id.ts';
import {requireRun} from './runs.ts';
import {sumUndo, type UndoSales} from './sum-undo.ts';

export function undoRoutes(deps: RunRequestDeps & Pick<Deps, 'sealer'>): Router {
  const {db, newId, now} = deps;
  const router = Router();
  router.get('/runs/:id/undo', async (req, res) => {
    const shop = shopOf(res);
    const run = await requireRun(deps, shop, req.params.id);
    const refusal = await loadUndoRefusal(db, shop, run, await loadUndos(db, shop, [run.id]));
    const sales = refusal === null ? await loadUndoSales(db, shop) : null;
    const sum = await sumUndo(db, shop, run.id, sales, signalOnClose(res));
    if (sum === null) return void res.end();
    const answer: UndoPreview = {
      refusal: refusal?.reason ?? null,
      ...sum,
      waits: (await loadOpenRun(db, shop)) !== null,
      previewId: sealPreview(deps, shop, {undo: run.id}),
    };
    res.json(answer);
  });
  router.post('/runs/:id/undo', async (req, res) => {
    const {shop, actor} = askerOf(res);
    const run = await requireRun(deps, shop, req.params.id);
    const {previewId} = parseInput(UndoInput, req.body ?? {});
    if (openPreview(deps, shop, previewId, SeenUndo)?.undo !== run.id) {
      throw new Refusal(
        409,
        'preview_expired',
        'This preview is too old, or of something else. Look at what the undo sets back.',
      );
    }
    const asked = await requestUndo(db, {id: RunId.parse(newId()), shop, run, actor}, now());
    if (asked.kind === 'refused') throw new Refusal(409, asked.refusal.code, asked.refusal.reason);
    if (asked.isNew) await enqueueRun(deps, asked.undo);
    res.status(asked.isNew ? 202 : 200).json(toRun(asked.undo));
  });
  return router;
}

/**
 * Loads what losses after an undo are calculated with. VAT and exchange rate are null (not known) while the stored settings cannot be read.
 */
async function loadUndoSales(db: Deps['db'], shop: ShopDomain): Promise<UndoSales> {
  const facts = await loadShop(db, shop);
  const {settings, isReadable} = await loadStoredSettings(db, shop);
  const {terms, sold} = await loadStoreSales(db, facts, settings);
  const known = terms ?? toSalesTerms({currency: '', taxesIncluded: true}, settings.pricing, null);
  return {terms: isReadable ? known : {...known, perEuro: null, vatPercent: null}, zones: sold.zones};
}

/** What the id of an undo's preview names: the run that it would undo. */
const SeenUndo = z.object({undo: z.string()});
