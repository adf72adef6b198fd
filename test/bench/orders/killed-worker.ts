// How long a shop's orders wait when the worker that sends them is killed: from `kill -9` to the first order another worker sends.
import {setTimeout as wait} from 'node:timers/promises';
import {type KillPlacingApp, openKillPlacingApp, type Worker} from '../../faults/kill-placing-app.ts';
import {buy, importAll, orderOf} from '../../faults/placing-actions.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {byItself, type Figure, median} from '../figure.ts';

const shop = 'killed.myshopify.com';

export async function* measureKilledWorker(scale: number): AsyncGenerator<Figure> {
  const app = await openKillPlacingApp('postgres and redis', [shop]);
  try {
    let sending = await app.start();
    await importAll(app, shop);
    const waits: number[] = [];
    for (let kill = 0; kill < (scale < 1 ? 3 : 11); kill += 1) {
      const next = await killWhileSending(app, sending);
      sending = next.worker;
      waits.push(next.waitedMs);
    }
    const name = `a worker killed (-9) while it sends, ${waits.length} times: the shop's next order sent by another worker`;
    yield byItself(`${name}, p50`, median(waits), 'ms', {atMost: 5_000});
    yield byItself('the same: the longest', Math.max(...waits), 'ms', {atMost: 5_000});
  } finally {
    await app.close();
  }
}

/** The supplier leaves one order unanswered; a further one waits behind it in the shop's lane. */
async function killWhileSending(
  app: KillPlacingApp,
  sending: Worker,
): Promise<{readonly worker: Worker; readonly waitedMs: number}> {
  const {supplier} = app;
  const before = supplier.orderRequests();
  const hanging = buy(app, shop);
  const answers = supplier.misbehave({
    api: 'dropship',
    a: 'order',
    reference: hanging.reference,
    does: {kind: 'hang'},
  });
  await until(20_000, async () => (supplier.orderRequests() > before ? true : null));
  const behind = buy(app, shop);
  const worker = await app.start();
  await until(20_000, async () => ((await orderOf(app, behind)) === undefined ? null : true));
  // The other worker has found the lane taken by then.
  await wait(2_000);
  const killed = performance.now();
  await sending.kill('SIGKILL');
  const sent = await until(20_000, async () => (supplier.orderRequests() > before + 1 ? performance.now() : null));
  answers();
  await until(20_000, async () => ((await orderOf(app, behind))?.state === 'awaiting_payment' ? true : null));
  return {worker, waitedMs: sent - killed};
}
