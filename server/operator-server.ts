// A worker's HTTP server on WORKER_PORT: health and metrics.
import express from 'express';
import {minute} from '#domain/durations.ts';
import type {Deps} from './deps.ts';
import {createWorkerHealth, operatorRoutes} from './http/health.ts';
import {type HttpServer, startHttpServer} from './http/http-server.ts';
import {dropBody} from './http/limits/read-limits.ts';

/** A worker reports as unhealthy after this time: longer than a failover of Redis or Postgres, after which it recovers by itself. */
const unhealthyAfterMs = minute;

/** Starts the server. Null if no port is set, or if it cannot be opened; then the worker runs without it and logs that. */
export async function startOperatorServer(deps: Deps): Promise<HttpServer | null> {
  const {config, log, metrics} = deps;
  const {workerPort: port, production} = config;
  if (port === null) return null;
  warnIfMetricsTokenMissing(deps);
  const app = express();
  app.disable('x-powered-by');
  app.use(dropBody);
  app.use(operatorRoutes(deps, createWorkerHealth(deps, unhealthyAfterMs)));
  try {
    const server = await startHttpServer(app, {
      port,
      host: production ? null : '127.0.0.1',
      onClosed: metrics.countClosed,
    });
    log.info({port: server.port}, 'the worker serves /healthz and /metrics');
    return server;
  } catch (err) {
    log.error({err, port}, 'WORKER_PORT cannot be opened; the worker works without it');
    return null;
  }
}

/** Logs a warning in production if /metrics is not served because METRICS_TOKEN is not set. */
export function warnIfMetricsTokenMissing({config, log}: Pick<Deps, 'config' | 'log'>): void {
  if (config.production && config.metricsToken === null) {
    log.warn('METRICS_TOKEN is not set, so /metrics answers 404');
  }
}
