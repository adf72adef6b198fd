// Routes for the operator: liveness, readiness, metrics.

import {timingSafeEqual} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {type Request, type Response, Router} from 'express';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';
import type {Deps} from '../deps.ts';
import {createTroubleLog} from '../queue/trouble-log.ts';
import type {StorageTrouble} from './storage-trouble.ts';

/**
 * Health routes of a web process: /healthz is 200 whenever it answers, /readyz is 200 while webhooks can be stored, even without the queue.
 */
export function healthRoutes(deps: Deps, storage: Pick<StorageTrouble, 'isOver'>): Router {
  const readiness = reuseForOneSecond(deps, createReadiness(deps, storage));
  const router = operatorRoutes(deps, async () => healthy, readiness);
  router.get('/readyz', async (_req, res) => sendHealth(res, await readiness()));
  return router;
}

/** Result of a health check. `ok`: the process can do its work. `missing`: what does not work; it can have entries while `ok` is true. */
export type Health = {readonly ok: boolean; readonly missing: readonly MissingPart[]};
/** `jobs`: the queue answers, but gives out no job. */
type MissingPart = 'database' | 'queue' | 'jobs';

/** The result where nothing is checked. */
const healthy: Health = {ok: true, missing: []};

/**
 * The routes /healthz and /metrics, which web processes and workers both serve. @param check is made for each /metrics, so that what is
 * missing stands there also where nothing asks for the process's health.
 */
export function operatorRoutes(
  {config, metrics}: Pick<Deps, 'config' | 'metrics'>,
  health: () => Promise<Health>,
  check: () => Promise<Health> = health,
): Router {
  const router = Router();
  router.get('/healthz', async (_req, res) => sendHealth(res, await health()));
  router.get('/metrics', async (req, res) => {
    if (!mayReadMetrics(req, config)) {
      res.status(404).end();
      return;
    }
    await succeedsWithin(check(), metricsCheckLimitMs);
    res.set('content-type', metrics.contentType).send(await metrics.print());
  });
  return router;
}

/**
 * A worker becomes unhealthy when it could fetch no job for `redAfterMs`: database or queue unreachable, or the queue gives out no job. It
 * stays healthy in a shorter outage, because a restart would not end it.
 */
export function createWorkerHealth(deps: Deps, redAfterMs: number): () => Promise<Health> {
  const {db, queues} = deps;
  let troubledSince: number | null = null;
  return reuseForOneSecond(deps, async () => {
    const [reachesDatabase, reachesQueue] = await Promise.all([
      isReachable(db),
      succeedsWithin(queues.probe(), probeLimitMs),
    ]);
    const stuckMs = queues.stuckMs();
    const missing: MissingPart[] = [];
    if (!reachesDatabase) missing.push('database');
    if (!reachesQueue) missing.push('queue');
    if (stuckMs > 0) missing.push('jobs');
    const now = performance.now();
    if (missing.length === 0) troubledSince = null;
    else troubledSince ??= now - stuckMs;
    return {ok: troubledSince === null || now - troubledSince < redAfterMs, missing};
  });
}

/** Checks readiness: the database accepts a write and returns its date; after a failed webhook write it must also accept a large write. */
function createReadiness(
  {webhookDb, log, now, queues}: Deps,
  storage: Pick<StorageTrouble, 'isOver'>,
): () => Promise<Health> {
  const warn = createTroubleLog(log);
  const storesWebhooks = async (): Promise<boolean> => {
    try {
      if (!(await succeedsWithin(writeProbe(webhookDb, now()), probeLimitMs))) {
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
    const [ok, reachesQueue] = await Promise.all([
      storesWebhooks(),
      succeedsWithin(queues.probe(), readinessQueueLimitMs),
    ]);
    return {ok, missing: [...(ok ? [] : (['database'] as const)), ...(reachesQueue ? [] : (['queue'] as const))]};
  };
}

/** Reuses the result of `check` for a second, so that frequent requests do not load the database. */
function reuseForOneSecond({now, metrics}: Pick<Deps, 'now' | 'metrics'>, check: () => Promise<Health>) {
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

/** Answers 200 if the process can do its work, else 503, with what does not work. */
function sendHealth(res: Response, {ok, missing}: Health): void {
  res.status(ok ? 200 : 503).json({ok, missing});
}

/** Milliseconds that the database, or the queue for a worker, has to answer a check. */
const probeLimitMs = 2_000;
/**
 * Milliseconds that the queue has to answer /readyz: less than `probeLimitMs`, because a load balancer waits, and a web process is ready
 * without its queue.
 */
const readinessQueueLimitMs = 500;

/** Milliseconds that /metrics waits for the check: with the time for the figures of all stores less than Prometheus waits. */
const metricsCheckLimitMs = 3_000;

/** Sends a query to see whether the database answers; error messages are not parsed, because those of the two drivers differ. */
export function isReachable(db: Kysely<Tables>): Promise<boolean> {
  return succeedsWithin(sql`select 1`.execute(db), probeLimitMs);
}

/** Whether `work` succeeds within `limitMs`. */
async function succeedsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
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
 * Whether a request may read /metrics. If a token is configured, the request must carry it. Without one, production refuses, because a
 * proxy on the same machine makes remote requests look local; elsewhere the request must come from this machine, name it as host, and have
 * none of `proxyHeaders`.
 */
function mayReadMetrics(req: Request, {metricsToken: token, production}: Deps['config']): boolean {
  if (token === null && production) return false;
  if (token !== null) {
    const given = /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1];
    return given !== undefined && isSameToken(given, token);
  }
  const isPassedOn = proxyHeaders.some((name) => req.get(name) !== undefined);
  return loopbackHosts.has(req.socket.remoteAddress ?? '') && loopbackHosts.has(req.hostname) && !isPassedOn;
}

const loopbackHosts = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]', 'localhost']);
/** Headers by which a request shows that a proxy passed it on. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether the tokens are equal, compared in a time that does not depend on where they differ. */
function isSameToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Writes and commits a row, because a read-only database, or one with a full disk, still answers reads. Throws if the date comes back
 * changed: a pooler in front of the database may have changed the connection's settings.
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
