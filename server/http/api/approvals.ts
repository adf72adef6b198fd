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
import type {Brake as StoredBrake} from '../../db/runs/brakes.ts';
import {discardBrake, isDivided, releaseBrake, releasePart} from '../../db/runs/decide-brake.ts';
import type {Deps} from '../../deps.ts';
import {
  type Approvals,
  type BrakeDecided,
  type FailedImages,
  type Quarantine,
  ReleaseInput,
} from '../contract/approvals.ts';
import type {Asked} from '../contract/articles.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {askerOf, shopOf} from '../session.ts';
import {toRun} from './answers.ts';
import {type RunRequestDeps, startSelectedRun} from './ask-run.ts';
import {CursorText, readCursor, writeCursor} from './cursor.ts';
import {wakeOrders} from './orders/wake-orders.ts';
import {showBrakes, showWaitingBrakes} from './show-brakes.ts';

const pageSize = 50;
const failedImagesShown = 100;
/** One run retries the images of at most this many articles; those tried longest ago come first. */
const mostArticlesRetried = 1_000;

const CursorQuery = z.object({cursor: z.string().max(1_000).optional()});
/** The cursor of a page: the id of the last article of the page before. */
const ArticleCursor = z.tuple([CursorText]);

/** Routes for decisions that wait: brakes, changed costs, quarantined articles, failed images. */
export function approvalRoutes(deps: RunRequestDeps): Router {
  const {db} = deps;
  const router = Router();
  router.post('/brakes/:id/release', async (req, res) => decideBrake(deps, req, res, 'released'));
  router.post('/brakes/:id/discard', async (req, res) => decideBrake(deps, req, res, 'discarded'));
  router.get('/approvals', async (req, res) => {
    const shop = shopOf(res);
    const [after] = readCursor(ArticleCursor, parseInput(CursorQuery, req.query).cursor) ?? [''];
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
    const [after] = readCursor(ArticleCursor, parseInput(CursorQuery, req.query).cursor) ?? [''];
    res.json(await loadQuarantinePage(deps, shopOf(res), after));
  });
  router.get('/images/failed', async (_req, res) => {
    const answer: FailedImages = {images: [...(await loadFailedMedia(db, shopOf(res), failedImagesShown))]};
    res.json(answer);
  });
  router.post('/images/failed/retry', async (_req, res) => {
    const articleIds = await loadArticlesOfFailedMedia(db, shopOf(res), mostArticlesRetried);
    const run = articleIds.length === 0 ? null : await startSelectedRun(deps, askerOf(res), articleIds);
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

/** One page of the quarantined articles with an id after `after` ('': the first page), and their total number. */
async function loadQuarantinePage({db}: Pick<Deps, 'db'>, shop: ShopDomain, after: string): Promise<Quarantine> {
  const rows = (await loadQuarantine(db, shop, {after, limit: pageSize + 1})).map((row) => ({
    articleId: row.article_id,
    reason: row.reason,
    failures: row.failures,
    // An entry without an input hash could not be read; each run tries it again, so it never rests.
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

/** Whether this release is the one that was stored already: the same part of the brake, or all of it. */
async function isSameRelease({db}: Pick<Deps, 'db'>, brake: StoredBrake, asked: readonly string[] | undefined) {
  if (asked === undefined) return !(await isDivided(db, brake.shop, brake.id));
  const [wanted, released] = [new Set(asked), new Set<string>(brake.article_ids)];
  return wanted.size === released.size && asked.every((id) => released.has(id));
}

const listChangedText = (missing: number): string =>
  `The list has changed: ${missing} of the chosen products no longer ${missing === 1 ? 'waits' : 'wait'} here. Nothing was released. Look at it once more.`;

/**
 * Releases or discards a brake, or releases a part of it, and answers it; a release also starts a run. Idempotent: the same decision twice
 * has one effect. If the brake was decided otherwise before, throws a 409.
 */
async function decideBrake(
  deps: RunRequestDeps,
  req: Request,
  res: Response,
  state: 'released' | 'discarded',
): Promise<void> {
  const {db, now, newId} = deps;
  const asker = askerOf(res);
  const {shop, actor} = asker;
  const id = z.uuid().safeParse(req.params['id']);
  const {articleIds} = state === 'released' ? parseInput(ReleaseInput, req.body ?? {}) : {};
  const save = state === 'released' ? releaseBrake : discardBrake;
  const part = articleIds === undefined ? null : {articleIds, restId: newId(), now: now(), actor};
  const decided = !id.success
    ? null
    : part === null
      ? await save(db, shop, id.data, now(), actor)
      : await releasePart(db, shop, id.data, part);
  if (typeof decided === 'number') throw new Refusal(409, 'list_changed', listChangedText(decided));
  const row = id.success ? await loadBrake(db, shop, id.data) : null;
  const [brake] = await showBrakes(deps, shop, row === null ? [] : [row]);
  if (row === null || brake === undefined) {
    const text = 'There is no such brake any more: an update found something else since. Look at it once more.';
    throw new Refusal(404, 'not_found', text);
  }
  if (brake.state !== state) {
    throw new Refusal(409, 'decided', `This was ${brake.state} already, or a later update found it over.`);
  }
  if (decided === null && !(await isSameRelease(deps, row, articleIds))) {
    throw new Refusal(
      409,
      'list_changed',
      'Other products of this list were released meanwhile. Look at it once more.',
    );
  }
  if (decided?.kind === 'retire') await wakeOrders(deps, shop, ['dropship']);
  const run = decided !== null && state === 'released' ? await startSelectedRun(deps, asker, decided.articleIds) : null;
  const answer: BrakeDecided = {brake, run: run === null ? null : toRun(run)};
  res.json(answer);
}
