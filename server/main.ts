// Starts the web process. The embedded database allows only one process, so there it starts the workers too.
import type {Express} from 'express';
import {checkPreviousSecret} from '../jobs/schedule/previous-secret.ts';
import {startWorkers, type Workers} from '../jobs/workers.ts';
import {type Config, readConfig} from './config.ts';
import {createDeps, type Deps} from './deps.ts';
import {type AppLimits, createApp} from './http/app.ts';
import {startHttpServer} from './http/http-server.ts';
import {warnIfMetricsTokenMissing} from './operator-server.ts';
import {runProcess} from './run-process.ts';

/** The running web process. */
export type RunningApp = {
  readonly deps: Deps;
  readonly port: number;
  /** Takes no new work, waits a limited time for work under way, and closes all connections. */
  readonly close: () => Promise<void>;
  /** How many dropship orders this process is claiming, sending or settling. */
  readonly ordersUnderWay: () => number;
  /** Resolves with an error if the process can no longer use the database. */
  readonly broken: Promise<Error>;
};

/**
 * Starts the app.
 * @param withWorkers whether to start the workers too; they start only with the embedded database.
 * @param limits of requests; the usual ones where left out.
 */
export async function startApp(
  config: Config,
  makeDeps: (config: Config) => Promise<Deps> = createDeps,
  withWorkers = true,
  limits?: AppLimits,
): Promise<RunningApp> {
  const deps = await makeDeps(config);
  try {
    const app = createApp(deps, limits);
    return await startParts(config, deps, app, withWorkers && config.databaseUrl === null);
  } catch (error) {
    await deps.close();
    throw error;
  }
}

/** Starts the HTTP server, and the workers if `withWorkers`. */
async function startParts(config: Config, deps: Deps, app: Express, withWorkers: boolean): Promise<RunningApp> {
  warnIfMetricsTokenMissing(deps);
  const host = config.production ? null : '127.0.0.1';
  const server = await startHttpServer(app, {port: config.port, host, onClosed: deps.metrics.countClosed});
  const {port} = server;
  const workers: Workers | null = withWorkers ? await startWorkers(deps) : null;
  await checkPreviousSecret(deps);
  const database = config.databaseUrl === null ? 'embedded' : 'postgres';
  deps.log.info({port, workers: workers !== null, database, queue: deps.queues.engine}, 'listening');
  return {
    deps,
    port,
    async close() {
      deps.orderRequests.refuseNew();
      await Promise.all([server.stop(), workers?.close()]);
      await deps.close();
    },
    ordersUnderWay: deps.orderRequests.underWay,
    broken: deps.databaseStopped,
  };
}

if (import.meta.main) await runProcess(() => readConfig(process.env), startApp);
