// Two workers whose clocks are ten minutes apart from the right time, one ahead and one behind, at the hour of the night. On
// Redis each worker goes by its own clock; where the queue is in the database, by the database's, and there is only that one.
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {Messages} from '../../server/queue/messages.ts';
import {engines, openTestDatabase, openTestQueues, type TestDatabase, type TestQueues} from '../support/database.ts';

const minute = 60_000;
const [ahead, behind] = [10, -10];
const night = {shop: ShopDomain.parse('night.myshopify.com'), kind: 'full', trigger: 'schedule'} as const;
const plain = {shop: ShopDomain.parse('other.myshopify.com'), kind: 'full', trigger: 'merchant'} as const;

/** Four o'clock in Berlin before, on and after the day on which summer time ends. */
const fourOClock = ['2026-10-24T02:00Z', '2026-10-25T03:00Z', '2026-10-26T03:00Z', '2026-10-27T03:00Z'];

/** Who looks into the queue, minutes from four o'clock, in turn: its clock, and whether the night begins with it. */
const looks: readonly (readonly (readonly [at: number, clock: number, begins: boolean])[])[] = [
  [
    [-12, ahead, false],
    [-9, ahead, true],
    [-8, behind, false],
    [11, behind, false],
  ],
  [
    [9, behind, false],
    [11, behind, true],
    [12, ahead, false],
  ],
  [
    [-9, ahead, true],
    [0, behind, false],
  ],
  [
    [9, behind, false],
    [9, ahead, true],
    [11, behind, false],
  ],
];

describe.runIf(engines.queues.includes('redis'))('a night between two clocks', () => {
  let database: TestDatabase;
  let queues: TestQueues;
  beforeEach(async () => {
    database = await openTestDatabase('pglite');
    queues = await openTestQueues('redis', database);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await queues.dispose();
    await database.dispose();
  });

  it('begins once in every local day', async () => {
    const seen: string[] = [];
    const count = (trigger: string) => seen.filter((one) => one === trigger).length;
    const look = async (clock: number, nights: number): Promise<void> => {
      vi.setSystemTime(clock);
      await queues.upsertSchedule('night', '0 4 * * *', 'Europe/Berlin', 'sync', night);
      const served = count('merchant');
      await queues.enqueue('sync', plain);
      const worker = await queues.startWorker(
        'sync',
        async ({data}) => void seen.push(Messages.sync.parse(data).trigger),
        {concurrency: 1},
      );
      await expect.poll(() => count('merchant'), {timeout: 10_000, interval: 10}).toBe(served + 1);
      await expect.poll(() => count('schedule'), {timeout: 10_000, interval: 10}).toBe(nights);
      // Time to begin one too many.
      await sleep(50);
      await worker.close();
    };
    vi.useFakeTimers({toFake: ['Date']});
    let nights = 0;
    for (const [day, moments] of looks.entries()) {
      const due = Date.parse(fourOClock[day] ?? '');
      for (const [at, skew, begins] of moments) {
        nights += begins ? 1 : 0;
        await look(due + (at + skew) * minute, nights);
        expect([day, at, skew, count('schedule')]).toEqual([day, at, skew, nights]);
      }
    }
    expect(count('schedule')).toBe(fourOClock.length);
  });
});
