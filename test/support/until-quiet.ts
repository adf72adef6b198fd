// Waits until the workers of a test have nothing left to do.
import {setTimeout as sleep} from 'node:timers/promises';
import type {Deps} from '../../server/deps.ts';
import type {QueueName} from '../../server/queue/messages.ts';
import type {ShopifySandbox} from '../sandbox/shopify/start.ts';
import {countDueDeliveries} from './due-deliveries.ts';

const busy = ['waiting', 'active', 'prioritized', 'paused', 'waiting-children'];

/** Milliseconds without fewer open things after which something hangs. One job may stand for a batch of many orders. */
const patienceMs = 180_000;

/** No delivery due and no job open, twice in a row, because a job that ends may have enqueued the next one between two looks. */
export async function untilQuiet(deps: Deps, shopify: ShopifySandbox): Promise<void> {
  let deadline = Date.now() + patienceMs;
  let least = Number.POSITIVE_INFINITY;
  for (let calm = 0; calm < 2; ) {
    await shopify.webhooks.flush();
    const due = await countDueDeliveries(deps);
    const open = due > 0 ? due : await countOpenJobs(deps);
    calm = open === 0 ? calm + 1 : 0;
    // As long as it gets less, it will end.
    if (open < least) deadline = Date.now() + patienceMs;
    least = Math.min(least, open);
    if (Date.now() > deadline)
      throw new Error(`still ${open} things under way: ${JSON.stringify(await deps.queues.countJobs())}`);
    // Each look asks the database and every queue.
    if (calm < 2) await sleep(open === 0 ? 10 : 40);
  }
}

async function countOpenJobs({queues}: Deps): Promise<number> {
  const counts = await queues.countJobs();
  const jobs = (name: QueueName) => busy.reduce((sum, state) => sum + (counts[name][state] ?? 0), 0);
  const works = ['deliveries', 'dropship', 'store-writeback', 'chores', 'upkeep'] as const;
  return works.reduce((sum, name) => sum + jobs(name), 0);
}
