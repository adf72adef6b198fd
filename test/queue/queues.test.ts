import {randomUUID} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../server/db/connection/transaction.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import type {QueueName} from '../../server/queue/messages.ts';
import type {Processor, WorkerOptions} from '../../server/queue/queues.ts';
import {onEachQueue} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const shopNo = (number: number) => ShopDomain.parse(`shop-${number}.myshopify.com`);

onEachQueue('a queue', (current) => {
  it('gives every job to a worker once', async () => {
    const seen: unknown[] = [];
    await withWorker(
      'deliveries',
      async (job) => seen.push(job.data),
      async () => {
        const ids = Array.from({length: 60}, (_, index) => ({shop: shopNo(index + 1)}));
        await Promise.all(ids.map((id) => current().queues.enqueue('deliveries', id)));
        await expect.poll(() => seen.length).toBe(60);
        expect(new Set(seen.map((data) => JSON.stringify(data))).size).toBe(60);
      },
    );
  });

  it('keeps a delayed job until its time', async () => {
    const waits: number[] = [];
    await withWorker(
      'upkeep',
      async (job) => waits.push(Date.now() - job.timestamp),
      async () => {
        await current().queues.enqueue('upkeep', {task: 'catch-up', shop}, {delayMs: 300});
        await expect.poll(() => waits.length).toBe(1);
        expect(waits[0]).toBeGreaterThanOrEqual(299);
      },
    );
  });

  it('takes a job id once while the job is kept', async () => {
    const seen: string[] = [];
    await withWorker(
      'upkeep',
      async (job) => seen.push(job.id ?? ''),
      async () => {
        const jobId = `once-${randomUUID()}`;
        for (let i = 0; i < 3; i++) await current().queues.enqueue('upkeep', {task: 'catch-up', shop}, {jobId});
        await current().queues.enqueue('upkeep', {task: 'catch-up'}, {jobId: 'after-it'});
        await expect.poll(() => seen).toContain('after-it');
        expect(seen.filter((id) => id === jobId)).toHaveLength(1);
      },
    );
  });

  it('drops what is asked again while it waits or runs, and takes it again afterwards', async () => {
    const seen: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    await withWorker(
      'deliveries',
      async (job) => seen.push(job.data) && gate.promise,
      async () => {
        const ask = () => current().queues.enqueue('deliveries', {shop}, {deduplicationId: 'delivery-7'});
        await ask();
        await expect.poll(() => seen.length).toBe(1);
        await ask();
        expect((await current().queues.countJobs()).deliveries).toMatchObject({active: 1, waiting: 0, delayed: 0});
        gate.resolve();
        // A quick worker may have taken more than one of these before the next look.
        await expect.poll(async () => (await ask(), seen.length)).toBeGreaterThan(1);
      },
    );
  });

  it('keeps the last of those that come while the former runs, where that is wished', async () => {
    const seen: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    const running = {now: 0, most: 0};
    const process: Processor<unknown> = async (job) => {
      running.most = Math.max(running.most, ++running.now);
      seen.push(job.data);
      await gate.promise;
      running.now--;
    };
    await withWorker('sync', process, async () => {
      const ask = (kind: 'full' | 'daytime') =>
        current().queues.enqueue(
          'sync',
          {shop, kind, trigger: 'merchant'},
          {deduplicationId: 'sync-a', keepLast: true},
        );
      await ask('full');
      await expect.poll(() => seen.length).toBe(1);
      for (let i = 0; i < 5; i++) await ask('daytime');
      gate.resolve();
      await expect.poll(() => seen.length).toBe(2);
      expect(seen[1]).toMatchObject({kind: 'daytime'});
      expect(running.most).toBe(1);
    });
  });

  it('gives an order to place one try, and a webhook several', async () => {
    const tries = {dropship: 0, deliveries: 0};
    const fail = (queue: keyof typeof tries) => async () => {
      tries[queue]++;
      if (queue === 'dropship' || tries[queue] < 2) throw new Error('not today');
    };
    await withWorker('dropship', fail('dropship'), async () => {
      await withWorker('deliveries', fail('deliveries'), async () => {
        await current().queues.enqueue('dropship', {shop});
        await current().queues.enqueue('deliveries', {shop});
        await expect.poll(() => tries, {timeout: 8_000}).toEqual({dropship: 1, deliveries: 2});
        await expect.poll(async () => (await current().queues.countJobs()).dropship['failed']).toBe(1);
      });
    });
  });

  it('refuses to be called inside a transaction', async () => {
    const {database, queues} = current();
    const enqueued = inTransaction(database.kysely, () => queues.enqueue('deliveries', {shop}));
    await expect(enqueued).rejects.toThrow('The queue was called inside a database transaction.');
  });

  it('refuses a message that carries more than ids', async () => {
    const message = {shop, email: 'jane@example.com'};
    await expect(current().queues.enqueue('deliveries', message)).rejects.toThrow('Unrecognized key');
  });

  it('keeps schedules by their local time, and leaves one that stands alone', async () => {
    const {queues} = current();
    const rome = () => queues.upsertSchedule('nightly-a', '0 4 * * *', 'Europe/Rome', 'sync', nightly);
    const nightly = {shop, kind: 'full', trigger: 'schedule'} as const;
    await rome();
    const before = await queues.listSchedules();
    await rome();
    expect(await queues.listSchedules()).toEqual(before);
    expect(before).toEqual([
      {
        id: 'nightly-a',
        queue: 'sync',
        cron: '0 4 * * *',
        timeZone: 'Europe/Rome',
        payload: nightly,
        next: expect.any(Date),
      },
    ]);
    expect(hourIn('Europe/Rome', before[0]?.next)).toBe('04');
    await queues.upsertSchedule('nightly-a', '30 5 * * *', 'Asia/Tokyo', 'sync', nightly);
    const changed = await queues.listSchedules();
    expect(changed.map(({cron, next}) => [cron, hourIn('Asia/Tokyo', next)])).toEqual([['30 5 * * *', '05']]);
    await queues.removeSchedule('nightly-a');
    expect(await queues.listSchedules()).toEqual([]);
  });

  it('runs what a schedule says when its time comes', async () => {
    const seen: unknown[] = [];
    await withWorker(
      'upkeep',
      async (job) => seen.push(job.data),
      async () => {
        const {queues} = current();
        await queues.upsertSchedule('each-second', '* * * * * *', 'UTC', 'upkeep', {task: 'sweep-placing'});
        await expect.poll(() => seen.length, {timeout: 20_000}).toBeGreaterThanOrEqual(2);
        await queues.removeSchedule('each-second');
        expect(seen[0]).toEqual({task: 'sweep-placing'});
      },
    );
  });

  it('ends a worker within its grace even when a job hangs, and tells the job', async () => {
    const told = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const worker = await current().queues.startWorker('upkeep', async (_job, _token, signal) => {
      started.resolve();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      told.resolve('told');
    });
    await current().queues.enqueue('upkeep', {task: 'catch-up'});
    await started.promise;
    await worker.close(50);
    expect(await told.promise).toBe('told');
  });

  it("shares the database with the app: neither loses a row, names stay the app's", async () => {
    const {database, queues} = current();
    const seen = new Set<string>();
    const now = new Date('2026-11-21T10:00:00Z');
    const save = async (db: Transaction<Tables>, event: number): Promise<void> => {
      const row = {shop, topic: 'orders/create', event_key: String(event), webhook_id: 'w', received_at: now};
      await db.insertInto('deliveries').values(row).execute();
    };
    await withWorker(
      'deliveries',
      async (job) => void seen.add(JSON.stringify(job.data)),
      async () => {
        const both = Array.from({length: 100}, async (_, i) => {
          await inTransaction(database.kysely, (transaction) => save(transaction, i + 1));
          await queues.enqueue('deliveries', {shop: shopNo(i + 1)});
        });
        await Promise.all(both);
        await expect.poll(() => seen.size).toBe(100);
      },
    );
    const {rows} = await sql`select count(*) as count from public.deliveries`.execute(database.kysely);
    expect(rows).toEqual([{count: 100}]);
  });

  async function withWorker(
    name: QueueName,
    process: Processor<unknown>,
    work: () => Promise<void>,
    options?: WorkerOptions,
  ): Promise<void> {
    const worker = await current().queues.startWorker(name, process, options);
    try {
      await work();
    } finally {
      await worker.close();
    }
  }
});

function hourIn(timeZone: string, at: Date | null | undefined): string {
  if (!at) return '';
  return new Intl.DateTimeFormat('en-GB', {timeZone, hour: '2-digit', hour12: false}).format(at);
}
