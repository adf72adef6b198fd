// Routes for the operator: liveness, readiness, metrics.

import {timingSafeEqual} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {type Request, type Response, Router} from 'express';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';
import type {Deps} from '../deps.ts';
import {createTroubleLog} from '../queue/trouble-log.ts';
import type {StorageTrouble} from './storage-trouble.ts';

/** Those of a web process: it is up if it answers, and ready while it can store webhooks, also without its queue. */
export function healthRoutes(deps: Deps, storage: Pick<StorageTrouble, 'isOver'>): Router {
  const router = operatorRoutes(deps, async () => up);
  const readiness = onceASecond(deps, createReadiness(deps, storage));
  router.get('/readyz', async (_req, res) => send(res, await readiness()));
  return router;
}

/** What a process that serves `ok` lacks all the same, or why it does not serve it. */
export type Health = {readonly ok: boolean; readonly missing: readonly Missing[]};
/** `jobs`: the engine of the queue answers, and gives out no job. */
type Missing = 'database' | 'queue' | 'jobs';

const up: Health = {ok: true, missing: []};

/** The operator's routes that a worker serves too. */
export function operatorRoutes(
  {config, metrics}: Pick<Deps, 'config' | 'metrics'>,
  health: () => Promise<Health>,
): Router {
  const router = Router();
  router.get('/healthz', async (_req, res) => send(res, await health()));
  router.get('/metrics', async (req, res) => {
    if (!mayRead(req, config)) {
      res.status(404).end();
      return;
    }
    res.set('content-type', metrics.contentType).send(await metrics.print());
  });
  return router;
}

/**
 * A worker is red when it could fetch no job for `redAfterMs`: database or queue away, or its queue gives out none. Shorter trouble passes
 * by itself, and a restart would not help.
 */
export function createWorkerHealth(deps: Deps, redAfterMs: number): () => Promise<Health> {
  const {db, queues} = deps;
  let troubledSince: number | null = null;
  return onceASecond(deps, async () => {
    const [reachesDatabase, reachesQueue] = await Promise.all([isReachable(db), inTime(queues.probe(), reachMs)]);
    const stuckMs = queues.stuckMs();
    const missing: Missing[] = [];
    if (!reachesDatabase) missing.push('database');
    if (!reachesQueue) missing.push('queue');
    if (stuckMs > 0) missing.push('jobs');
    const now = performance.now();
    if (missing.length === 0) troubledSince = null;
    else troubledSince ??= now - stuckMs;
    return {ok: troubledSince === null || now - troubledSince < redAfterMs, missing};
  });
}

/** Ready while webhooks can be stored: the database accepts a write (a large one if a webhook could not be stored) and gives it back. */
function createReadiness(
  {webhookDb, log, now, queues}: Deps,
  storage: Pick<StorageTrouble, 'isOver'>,
): () => Promise<Health> {
  const warn = createTroubleLog(log);
  const storesWebhooks = async (): Promise<boolean> => {
    try {
      if (!(await inTime(writeProbe(webhookDb, now()), reachMs))) {
        throw new Error('The database did not accept a write, or gave back another date, within two seconds.');
      }
      if (!(await storage.isOver())) throw new Error('The database does not accept a write that needs disk space.');
      return true;
    } catch (err) {
      warn({err}, 'not ready');
      return false;
    }
  };
  return async () => {
    const [ok, reachesQueue] = await Promise.all([storesWebhooks(), inTime(queues.probe(), queueMs)]);
    return {ok, missing: [...(ok ? [] : (['database'] as const)), ...(reachesQueue ? [] : (['queue'] as const))]};
  };
}

/** An answer is reused for a second, so that frequent checks do not load the database. */
function onceASecond({now, metrics}: Pick<Deps, 'now' | 'metrics'>, check: () => Promise<Health>) {
  let last: {readonly at: number; readonly answer: Promise<Health>} | null = null;
  return (): Promise<Health> => {
    const at = now().getTime();
    if (last !== null && Math.abs(at - last.at) < 1_000) return last.answer;
    const found = check().then((health) => {
      metrics.setMissing(health.missing);
      return health;
    });
    last = {at, answer: found};
    return found;
  };
}

function send(res: Response, {ok, missing}: Health): void {
  res.status(ok ? 200 : 503).json({ok, missing});
}

const reachMs = 2_000;
/** A balancer waits for the answer of a web process, which is ready without its queue. */
const queueMs = 500;

/** Tests the connection directly, because the two drivers' error messages differ. */
export function isReachable(db: Kysely<Tables>): Promise<boolean> {
  return inTime(sql`select 1`.execute(db), reachMs);
}

/** Whether `work` succeeds within `limitMs`. */
async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const answer = work.then(
    () => true,
    () => false,
  );
  const timeout = new AbortController();
  const late = wait(limitMs, false, {signal: timeout.signal}).catch(() => false);
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
    return given !== undefined && isSameToken(given, token);
  }
  const isPassedOn = proxyHeaders.some((name) => req.get(name) !== undefined);
  return loopback.has(req.socket.remoteAddress ?? '') && loopback.has(req.hostname) && !isPassedOn;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]', 'localhost']);
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

function isSameToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Writes and commits a row: a read-only database, or one with a full disk, still answers reads. Throws if the date comes back as another one:
 * a pooler in front of the database may have changed the connection's settings.
 */
async function writeProbe(db: Kysely<Tables>, now: Date): Promise<void> {
  const {at} = await db
    .insertInto('write_probe')
    .values({id: 1, at: now})
    .onConflict((conflict) => conflict.column('id').doUpdateSet({at: now}))
    .returning('at')
    .executeTakeFirstOrThrow();
  if (at?.getTime() !== now.getTime()) throw new Error('The database gave back another date.');
}
