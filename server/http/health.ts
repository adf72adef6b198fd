// For whoever runs the app: alive, ready, and figures.

import {timingSafeEqual} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {type Request, Router} from 'express';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables.ts';
import type {Deps} from '../deps.ts';

export function healthRoutes({config, db, log, metrics, queues}: Deps): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ok: true});
  });
  router.get('/readyz', async (_req, res) => {
    try {
      if (!(await isReachable(db))) throw new Error('The database cannot be reached.');
      const waiting = await queues.counts();
      res.json({ok: true, queues: waiting});
    } catch (err) {
      log.warn({err}, 'not ready');
      res.status(503).json({ok: false});
    }
  });
  router.get('/metrics', async (req, res) => {
    if (!mayRead(req, config.metricsToken)) {
      res.status(404).end();
      return;
    }
    res.set('content-type', metrics.contentType).send(await metrics.print());
  });
  return router;
}

const reachMs = 2_000;

/** Asked, where it matters, instead of read out of two drivers' error messages. */
export async function isReachable(db: Kysely<Tables>): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const patience = new AbortController();
  const late = wait(reachMs, false, {signal: patience.signal}).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    patience.abort();
  }
}

/** With the token where there is one; else from this machine itself, and not through a proxy or a tunnel that ends on it. */
function mayRead(req: Request, token: string | null): boolean {
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
