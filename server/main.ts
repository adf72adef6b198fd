// Starts the web process; with the embedded database, which has room for one process only, the workers as well.
import {createServer, type Server} from 'node:http';
import {startWorkers, type Workers} from '../jobs/workers.ts';
import {type Config, readConfig} from './config.ts';
import {createDeps, type Deps} from './deps.ts';
import {createApp} from './http/app.ts';
import {runProcess} from './run-process.ts';

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
  try {
    return await open(config, deps, withWorkers && config.databaseUrl === null);
  } catch (error) {
    await deps.close();
    throw error;
  }
}

async function open(config: Config, deps: Deps, withWorkers: boolean): Promise<RunningApp> {
  const server = createServer(
    {headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000},
    createApp(deps),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.production ? undefined : '127.0.0.1', resolve);
  });
  const workers: Workers | null = withWorkers ? await startWorkers(deps) : null;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const database = config.databaseUrl === null ? 'embedded' : 'postgres';
  deps.log.info({port, workers: workers !== null, database, queue: deps.queues.engine}, 'listening');
  return {
    deps,
    port,
    async close() {
      const closed = stopListening(server);
      await workers?.close();
      await closed;
      await deps.close();
    },
  };
}

/** What was accepted is answered; a connection that is kept open for more is told to go, and closed once it is silent. */
async function stopListening(server: Server): Promise<void> {
  server.prependListener('request', (_req, res) => void res.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearInterval(sweep);
}

if (import.meta.main) await runProcess(() => startApp(readConfig(process.env)));
