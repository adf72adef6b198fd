import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {createWakeWorker} from '../../server/http/webhooks/wake-worker.ts';
import {silentLog} from '../support/database.ts';

const [one, other, third] = ['one', 'other', 'third'].map((name) => ShopDomain.parse(`${name}.myshopify.com`)) as [
  ShopDomain,
  ShopDomain,
  ShopDomain,
];

/** A queue that answers when it is told to, and the shops it was called for. */
function openQueue() {
  const called: string[] = [];
  const answers: (() => void)[] = [];
  let isSlow = false;
  let fails = false;
  const wakeWorker = createWakeWorker({
    log: silentLog,
    queues: {
      enqueue: async (_name: string, {shop}: {readonly shop?: string}) => {
        called.push(shop ?? '');
        if (fails) {
          fails = false;
          throw new Error('away');
        }
        if (isSlow) await new Promise<void>((resolve) => answers.push(resolve));
      },
    } as never,
  });
  return {
    wakeWorker,
    called,
    failNext: (): void => {
      fails = true;
    },
    hang: (): void => {
      isSlow = true;
    },
    answer: (): void => {
      isSlow = false;
      for (const resolve of answers.splice(0)) resolve();
    },
  };
}

const rested = () => sleep(60);

describe('calling up a shop’s inbox', () => {
  it('a storm of one shop is two calls: one at once, one for all that came while it rested', async () => {
    const {wakeWorker, called} = openQueue();
    for (let at = 0; at < 500; at += 1) wakeWorker(one);
    expect(called).toEqual([one]);
    await rested();
    expect(called).toEqual([one, one]);
    await rested();
    expect(called).toEqual([one, one]);
  });

  it('one shop’s rest is not another’s', async () => {
    const {wakeWorker, called} = openQueue();
    for (const shop of [one, other, one, third]) wakeWorker(shop);
    await rested();
    expect(called.toSorted()).toEqual([one, one, other, third].toSorted());
  });

  it('a shop is called once while the queue hangs, and again for what came meanwhile when it answers', async () => {
    const {wakeWorker, called, hang, answer} = openQueue();
    hang();
    for (const shop of [one, other, one]) wakeWorker(shop);
    await rested();
    expect(called).toEqual([one, other]);
    answer();
    await rested();
    expect(called).toEqual([one, other, one]);
  });

  it('while the queue hangs, at most two calls are open, however many shops have deliveries', async () => {
    const {wakeWorker, called, hang, answer} = openQueue();
    hang();
    for (const shop of [one, other, third]) wakeWorker(shop);
    await rested();
    expect(called).toEqual([one, other]);
    answer();
    await expect.poll(() => called).toEqual([one, other, third]);
  });

  it('a queue that is away costs nothing but the call', async () => {
    const {wakeWorker, called, failNext} = openQueue();
    failNext();
    wakeWorker(one);
    await rested();
    wakeWorker(one);
    expect(called).toEqual([one, one]);
  });
});
