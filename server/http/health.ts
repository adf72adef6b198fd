// Routes for the operator: liveness, readiness, metrics.

import {timingSafeEqual} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {type Request, Router} from 'express';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';
import type {Deps} from '../deps.ts';
import type {StorageTrouble} from './storage-trouble.ts';

export function healthRoutes(deps: Deps, storage: Pick<StorageTrouble, 'isOver'>): Router {
  const router = operatorRoutes(deps);
  const isReady = createReadiness(deps, storage);
  router.get('/readyz', async (_req, res) => {
    const ok = await isReady();
    res.status(ok ? 200 : 503).json({ok});
  });
  return router;
}

/** The operator's routes that a worker serves too. */
export function operatorRoutes({config, metrics}: Pick<Deps, 'config' | 'metrics'>): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ok: true});
  });
  router.get('/metrics', async (req, res) => {
    if (!mayRead(req, config)) {
      res.status(404).end();
      return;
    }
    res.set('content-type', metrics.contentType).send(await metrics.print());
  });
  return router;
}

/** How long an answer is reused, so that frequent checks do not load the database. */
const readyForMs = 1_000;

/** Ready if the database accepts a write (a large one if a webhook could not be stored) and the queue answers. */
function createReadiness(
  {db, log, now, queues}: Deps,
  storage: Pick<StorageTrouble, 'isOver'>,
): () => Promise<boolean> {
  let last: {readonly at: number; readonly answer: Promise<boolean>} | null = null;
  const check = async (): Promise<boolean> => {
    try {
      const [canWrite] = await Promise.all([inTime(writeProbe(db, now())), queues.counts()]);
      if (!canWrite) throw new Error('The database did not accept a write within two seconds.');
      if (!(await storage.isOver())) throw new Error('The database does not accept a write that needs disk space.');
      return true;
    } catch (err) {
      log.warn({err}, 'not ready');
      return false;
    }
  };
  return () => {
    const at = now().getTime();
    if (last === null || Math.abs(at - last.at) >= readyForMs) last = {at, answer: check()};
    return last.answer;
  };
}

const reachMs = 2_000;

/** Tests the connection directly, because the two drivers' error messages differ. */
export function isReachable(db: Kysely<Tables>): Promise<boolean> {
  return inTime(sql`select 1`.execute(db));
}

/** Whether `work` succeeds within `reachMs`. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const answer = work.then(
    () => true,
    () => false,
  );
  const timeout = new AbortController();
  const late = wait(reachMs, false, {signal: timeout.signal}).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timeout.abort();
  }
}

/**
 * If a token is configured, the request must carry it. Without one, production refuses: a proxy on the same machine makes remote
 * requests look local. Elsewhere the request must come from this machine, name it as host, and have none of `proxyHeaders`.
 */
function mayRead(req: Request, {metricsToken: token, production}: Deps['config']): boolean {
  if (token === null && production) return false;
  if (token !== null) {
    const given = /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1];
    return given !== undefined && isSame(given, token);
  }
  const isPassedOn = proxyHeaders.some((name) => req.get(name) !== undefined);
  return loopback.has(req.socket.remoteAddress ?? '') && loopback.has(req.hostname) && !isPassedOn;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]', 'localhost']);
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Writes and commits a row: a read-only database, or one with a full disk, still answers reads. */
async function writeProbe(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .insertInto('write_probe')
    .values({id: 1, at: now})
    .onConflict((conflict) => conflict.column('id').doUpdateSet({at: now}))
    .execute();
}
