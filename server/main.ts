// Starts the web process; with the embedded database, which has room for one process only, the workers as well.
import {createServer} from 'node:http';
import {startWorkers, type Workers} from '../jobs/workers.ts';
import {type Config, ConfigError, readConfig} from './config.ts';
import {createDeps, type Deps} from './deps.ts';
import {createApp} from './http/app.ts';
import {stopOnSignal} from './stop.ts';

export type RunningApp = {
  readonly deps: Deps;
  readonly port: number;
  /** Takes nothing new, lets what runs end, closes what was opened. */
  readonly close: () => Promise<void>;
};

/** @param withWorkers only means something on the embedded database, which has room for no other process. */
export async function startApp(
  config: Config,
  makeDeps: (config: Config) => Promise<Deps> = createDeps,
  withWorkers = true,
): Promise<RunningApp> {
  const deps = await makeDeps(config);
  const server = createServer(
    {headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000},
    createApp(deps),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.production ? undefined : '127.0.0.1', resolve);
  });
  const workers: Workers | null = config.databaseUrl === null && withWorkers ? await startWorkers(deps) : null;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  deps.log.info(
    {
      port,
      workers: workers !== null,
      database: config.databaseUrl ? 'postgres' : 'embedded',
      queue: deps.queues.engine,
    },
    'listening',
  );
  return {
    deps,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await workers?.close();
      await closed;
      await deps.close();
    },
  };
}

if (import.meta.main) {
  try {
    stopOnSignal(await startApp(readConfig(process.env)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
