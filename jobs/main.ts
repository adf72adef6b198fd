// Starts the workers as a process of their own. Any number of such processes can run.
import {type Config, ConfigError, readConfig, workerNeedsDatabase} from '../server/config.ts';
import {createDeps, type Deps} from '../server/deps.ts';
import {startOperatorServer} from '../server/operator-server.ts';
import {runProcess} from '../server/run-process.ts';
import type {Closable} from '../server/stop.ts';
import {startWorkers} from './workers.ts';

export async function startWorkerProcess(
  config: Config,
  makeDeps: (config: Config) => Promise<Deps> = createDeps,
): Promise<Closable> {
  if (config.databaseUrl === null) {
    throw new ConfigError(workerNeedsDatabase);
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
