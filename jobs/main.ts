// The workers as their own process, as many as needed.
import {type Config, ConfigError, readConfig} from '../server/config.ts';
import {createDeps, type Deps} from '../server/deps.ts';
import {stopOnSignal} from '../server/stop.ts';
import {startWorkers} from './workers.ts';

export async function startWorkerProcess(
  config: Config,
  makeDeps: (config: Config) => Promise<Deps> = createDeps,
): Promise<{readonly close: () => Promise<void>}> {
  if (config.databaseUrl === null) {
    throw new ConfigError(
      'DATABASE_URL is not set: the embedded database has room for one process, and npm start runs the workers in it.',
    );
  }
  const deps = await makeDeps(config);
  const workers = await startWorkers(deps);
  deps.log.info({queue: deps.queues.engine}, 'working');
  return {
    async close() {
      await workers.close();
      await deps.close();
    },
  };
}

if (import.meta.main) {
  try {
    stopOnSignal(await startWorkerProcess(readConfig(process.env)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
