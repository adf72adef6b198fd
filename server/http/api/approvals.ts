// Decisions that wait for the merchant: brakes, single articles' costs, quarantined articles, failed images.
import {type Request, type Response, Router} from 'express';
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {failuresBeforeRest} from '../../db/catalogue/candidates.ts';
import {countOverruledOptions} from '../../db/catalogue/defined-options.ts';
import {countQuarantined, loadQuarantine} from '../../db/catalogue/quarantine.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import {loadArticlesOfFailedMedia, loadFailedMedia} from '../../db/listings/listing-media.ts';
import {countDrafts, countFailedMedia, loadBrake, loadWaitingCosts} from '../../db/runs/approvals.ts';
import {discardBrake, releaseBrake} from '../../db/runs/brakes.ts';
import type {Deps} from '../../deps.ts';
import type {Approvals, BrakeDecided, FailedImages, Quarantine} from '../contract/approvals.ts';
import type {Asked} from '../contract/articles.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type AskingDeps, askSelectedRun} from './ask-run.ts';
import {CursorText, readCursor, writeCursor} from './cursor.ts';
import {wakeOrders} from './orders/wake-orders.ts';
import {showBrakes, showWaitingBrakes} from './show-brakes.ts';

const pageSize = 50;
const imagesShown = 100;
/** One run retries the images of at most this many articles; those tried longest ago come first. */
const articlesRetried = 1_000;

const Query = z.object({cursor: z.string().max(1_000).optional()});
const Cursor = z.tuple([CursorText]);

export function approvalRoutes(deps: AskingDeps): Router {
  const {db} = deps;
  const router = Router();
  router.post('/brakes/:id/release', async (req, res) => decideBrake(deps, req, res, 'released'));
  router.post('/brakes/:id/discard', async (req, res) => decideBrake(deps, req, res, 'discarded'));
  router.get('/approvals', async (req, res) => {
    const shop = shopOf(res);
    const [after] = readCursor(Cursor, parseInput(Query, req.query).cursor) ?? [''];
    const costs = toPage(await loadWaitingCosts(db, shop, {after, limit: pageSize + 1}));
    const answer: Approvals = {
      brakes: await showWaitingBrakes(deps, shop),
      costs: costs.page,
      nextCursor: costs.nextCursor,
      held: [...(await countDrafts(db, shop))],
      quarantined: await countQuarantined(db, shop),
      failedImages: await countFailedMedia(db, shop),
      overruledOptions: (await countOverruledOptions(db, shop)).count,
    };
    res.json(answer);
  });
  router.get('/quarantine', async (req, res) => {
    const [after] = readCursor(Cursor, parseInput(Query, req.query).cursor) ?? [''];
    res.json(await showQuarantine(deps, shopOf(res), after));
  });
  router.get('/images/failed', async (_req, res) => {
    const answer: FailedImages = {images: [...(await loadFailedMedia(db, shopOf(res), imagesShown))]};
    res.json(answer);
  });
  router.post('/images/failed/retry', async (_req, res) => {
    const articleIds = await loadArticlesOfFailedMedia(db, shopOf(res), articlesRetried);
    const run = articleIds.length === 0 ? null : await askSelectedRun(deps, askerOf(res), articleIds);
    const answer: Asked = {run: run === null ? null : toRun(run)};
    res.json(answer);
  });
  return router;
}

/** @param rows at most one more than a page holds; an extra row means that another page follows. */
function toPage<T extends {readonly articleId: string}>(rows: readonly T[]): {page: T[]; nextCursor: string | null} {
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {page, nextCursor: last === undefined ? null : writeCursor([last.articleId])};
}

async function showQuarantine({db}: Pick<Deps, 'db'>, shop: ShopDomain, after: string): Promise<Quarantine> {
  const rows = (await loadQuarantine(db, shop, {after, limit: pageSize + 1})).map((row) => ({
    articleId: row.article_id,
    reason: row.reason,
    failures: row.failures,
    // Without input it could not be read, and each run asks again.
    resting: row.input_hash !== null && row.failures >= failuresBeforeRest,
    runId: row.run_id,
    since: row.since.toISOString(),
  }));
  const {page, nextCursor} = toPage(rows);
  const names = await loadArticleNames(
    db,
    shop,
    page.map(({articleId}) => articleId),
  );
  return {
    entries: page.map((row) => ({...row, name: names.get(row.articleId) ?? ''})),
    nextCursor,
    total: await countQuarantined(db, shop),
  };
}

/** Idempotent: the same decision twice has one effect, and an earlier different decision stays. */
async function decideBrake(
  deps: AskingDeps,
  req: Request,
  res: Response,
  state: 'released' | 'discarded',
): Promise<void> {
  const {db, now} = deps;
  const asker = askerOf(res);
  const {shop, actor} = asker;
  const id = z.uuid().safeParse(req.params['id']);
  const save = state === 'released' ? releaseBrake : discardBrake;
  const decided = id.success ? await save(db, shop, id.data, now(), actor) : null;
  const row = id.success ? await loadBrake(db, shop, id.data) : null;
  const [brake] = await showBrakes(deps, shop, row === null ? [] : [row]);
  if (brake === undefined)
    throw new Refusal(
      404,
      'not_found',
      'There is no such brake any more: a run found something else since. Look at it once more.',
    );
  if (brake.state !== state) {
    throw new Refusal(409, 'decided', `This was ${brake.state} already, or a later run found it over.`);
  }
  if (decided?.kind === 'retire') await wakeOrders(deps, shop, ['dropship']);
  const run = decided !== null && state === 'released' ? await askSelectedRun(deps, asker, decided.articleIds) : null;
  const answer: BrakeDecided = {brake, run: run === null ? null : toRun(run)};
  res.json(answer);
}
