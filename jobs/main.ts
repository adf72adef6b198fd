// Starts a worker process. Any number of them can run.
import {type Config, ConfigError, readConfig, workerNeedsDatabaseText} from '../server/config.ts';
import {createDeps, type Deps} from '../server/deps.ts';
import {startOperatorServer} from '../server/operator-server.ts';
import {runProcess} from '../server/run-process.ts';
import type {Closable} from '../server/stop.ts';
import {startWorkers} from './workers.ts';

/**
 * Starts all workers and, if WORKER_PORT is set, the operator's server. Throws ConfigError without DATABASE_URL.
 * @param makeDeps a test may replace it.
 */
export async function startWorkerProcess(
  config: Config,
  makeDeps: (config: Config) => Promise<Deps> = createDeps,
): Promise<Closable> {
  if (config.databaseUrl === null) {
    throw new ConfigError(workerNeedsDatabaseText);
  }
  const deps = await makeDeps(config);
  try {
    const workers = await startWorkers(deps);
    const server = await startOperatorServer(deps);
    deps.log.info({queue: deps.queues.engine}, 'working');
    return {
      async close() {
        deps.orderRequests.refuseNew();
        await Promise.all([workers.close(), server?.stop()]);
        await deps.close();
      },
      ordersUnderWay: deps.orderRequests.underWay,
    };
  } catch (error) {
    await deps.close();
    throw error;
  }
}

if (import.meta.main) await runProcess(() => readConfig(process.env, 'worker'), startWorkerProcess);
