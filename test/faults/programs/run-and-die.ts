// A worker's process of which a test can say at which step it dies: by SIGKILL, in the middle of whatever it is doing. It
// reads one line, what to do, and says when that is done.
import {once} from 'node:events';
import {flushCompileCache} from 'node:module';
import {z} from 'zod';
import {RunId, ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {startWorkers} from '../../../jobs/workers.ts';
import {readConfig} from '../../../server/config.ts';
import {createDeps, type Deps} from '../../../server/deps.ts';
import {createLog} from '../../../server/log.ts';

// Node writes its compiled code when a process ends by itself, so a killed one would write none.
flushCompileCache();

const Order = z.object({
  env: z.record(z.string(), z.string()),
  /** One run, called directly; or workers on the queue, for as long as the process lives. */
  job: z.union([z.object({shop: ShopDomain, runId: RunId}), z.literal('work')]),
  /** The step at which it dies; null: none. */
  diesAt: z.number().nullable(),
  /** How far its clock is ahead. */
  aheadMs: z.number(),
});
export type Order = z.input<typeof Order>;

const [line]: unknown[] = await once(process.stdin, 'data');
const {env, job, diesAt, aheadMs} = Order.parse(JSON.parse(String(line)));
let steps = 0;
const step = (name?: string) => {
  if (name === 'run-closed') process.stdout.write('run closed\n');
  steps += 1;
  if (steps === diesAt) process.kill(process.pid, 'SIGKILL');
};
const deps = await createDeps(readConfig(env), {
  log: createLog('silent'),
  checkpoint: step,
  now: () => new Date(Date.now() + aheadMs),
});
const mortal: Deps = {
  ...deps,
  admin: {
    async call(...request) {
      step();
      const answer = deps.admin.call(...request);
      // While the request is on its way.
      setImmediate(() => step());
      await answer;
      step();
      return answer;
    },
  },
};
if (job === 'work') {
  await startWorkers(mortal);
} else {
  const run = await syncCatalogue(mortal, {...job, kind: 'full', trigger: 'merchant'});
  await deps.close();
  process.stdout.write(`${run === null ? 'no run' : run.state} after ${steps} steps\n`);
  process.exit(0);
}
