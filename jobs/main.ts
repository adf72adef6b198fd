// The workers as their own process, as many as needed.
import {type Config, ConfigError, readConfig} from '../server/config.ts';
import {createDeps, type Deps} from '../server/deps.ts';
import {runProcess} from '../server/run-process.ts';
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
  try {
    const workers = await startWorkers(deps);
    deps.log.info({queue: deps.queues.engine}, 'working');
    return {
      async close() {
        await workers.close();
        await deps.close();
      },
    };
  } catch (error) {
    await deps.close();
    throw error;
  }
}

if (import.meta.main) await runProcess(() => startWorkerProcess(readConfig(process.env)));
