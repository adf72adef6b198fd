// A run whose connection to Postgres is lost goes back to the queue and is finished later, but it is not taken up for ever.
import {Client, DatabaseError} from 'pg';
import {afterEach, describe, expect, it} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {RunId} from '#domain/ids.ts';
import {enqueueMissedRuns} from '../../../jobs/schedule/schedule.ts';
import {isConnectionLost} from '../../../server/db/connection/connection-loss.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {BRANDS} from '../../sandbox/supplier/catalogue/words.ts';
import {testDatabaseUrl} from '../../support/database.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

const postgres = ['postgres and redis'] as const;
const minuteMs = 60_000;

onEachSyncTestApp('a run on Postgres', {articles: 60, shops: 5, engines: postgres}, (app) => {
  // Many times as many products as are made at once: the run goes on while its connection is being cut.
  const all = 50;
  const databaseUrl = () => app().testApp.config.databaseUrl ?? '';
  const database = () => new URL(databaseUrl()).pathname.slice(1);
  const asAdmin = async (text: string, values: unknown[] = [], url = testDatabaseUrl) => {
    const client = new Client({connectionString: url});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const rowOf = async (shop: Shop) => (await loadRuns(app().deps.db, shop.domain, 1))[0];

  /** Connects at once, so that `cutNextWrite` comes early: the run does not wait for it. */
  const readyToCut = async (shop: Shop) => {
    const blocker = new Client({connectionString: databaseUrl()});
    await blocker.connect();
    await blocker.query('begin');
    return () => cutNextWrite(shop, blocker);
  };
  /** Ends the connections on which the run waits for its next write to the shop, and no other. */
  const cutNextWrite = async (shop: Shop, blocker: Client) => {
    await blocker.query('select from shops where shop = $1 for update', [shop.domain]);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and application_name = 'piecewise' and wait_event_type = 'Lock'`;
    await expect.poll(() => asAdmin(cut, [database()]), {interval: 10, timeout: 20_000}).not.toEqual([]);
    await blocker.query('rollback');
    await blocker.end();
  };

  /** The run, with `what` begun once at the checkpoint. */
  const runWith = async (shop: Shop, point: string, what: () => Promise<unknown>, runId?: RunId) => {
    const begun: Promise<unknown>[] = [];
    app().onCheckpoint = (name) => {
      if (name === point && begun.length === 0) begun.push(what());
    };
    try {
      return await shop.run(runId === undefined ? {} : {runId});
    } finally {
      app().onCheckpoint = () => {};
      await Promise.all(begun);
    }
  };

  /** Counts how often the run waits from now on. */
  const countWaits = () => {
    const waits = {count: 0, onEach: async () => {}};
    app().onWait = async () => {
      waits.count += 1;
      await waits.onEach();
    };
    return waits;
  };

  const allow = (allowed: boolean) => asAdmin(`alter database ${database()} with allow_connections ${allowed}`);
  const goAway = async () => {
    await allow(false);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [database()]);
  };
  const inApp = (text: string) => asAdmin(text, [], databaseUrl());
  afterEach(async () => {
    app().onWait = async () => {};
    app().onCheckpoint = () => {};
    await allow(true);
    await inApp('alter table runs drop constraint if exists none_fails');
  });

  it('whose connection is lost is queued again, is left to the catch-up, and makes each product once', async () => {
    const {deps, clock} = app();
    const shop = await app().openShop({brands: BRANDS});
    const run = await runWith(shop, 'outcome-saved', await readyToCut(shop));
    expect(run).toMatchObject({
      state: 'queued',
      reason: expect.stringContaining('connection to the database was lost'),
    });
    expect(shop.products().size).toBeLessThan(all);
    const row = await rowOf(shop);
    expect(row).toMatchObject({state: 'queued', interruptions: 1, finished_at: null});
    const waiting = async () => (await deps.queues.countJobs()).sync['waiting'] ?? 0;
    expect(await waiting()).toBe(0);
    clock.turn(minuteMs);
    await enqueueMissedRuns(deps);
    expect(await waiting()).toBe(0);
    clock.turn(2 * minuteMs);
    await enqueueMissedRuns(deps);
    expect(await waiting()).toBe(1);
    expect(await shop.run({runId: RunId.parse(row?.id)})).toMatchObject({state: 'done'});
    expect(await loadRuns(deps.db, shop.domain, 5)).toMatchObject([{id: row?.id, state: 'done', reason: null}]);
    expect(shop.products().size).toBe(all);
    expect(shop.store.products()).toHaveLength(all);
  });

  it('whose connection is lost five times ends as failed and is not taken up any more; the next run does the rest', async () => {
    const {deps, clock} = app();
    const shop = await app().openShop({brands: ['Sablefen']});
    const runId = RunId.parse(deps.newId());
    const states: string[] = [];
    for (let time = 1; time <= 5; time += 1) {
      const {state} = await runWith(shop, 'list-read', await readyToCut(shop), runId);
      states.push(state);
    }
    expect(states).toEqual(['queued', 'queued', 'queued', 'queued', 'failed']);
    expect(await rowOf(shop)).toMatchObject({state: 'failed', reason: expect.stringContaining('cut short 5 times')});
    clock.turn(10 * minuteMs);
    expect(await shop.tryRun({runId})).toBeNull();
    expect(await shop.run()).toMatchObject({state: 'done'});
  });

  it('is queued again where the database comes back before the fourth attempt to do so', async () => {
    const shop = await app().openShop({brands: ['Sablefen']});
    const waits = countWaits();
    waits.onEach = async () => {
      if (waits.count === 3) await allow(true);
    };
    const run = await runWith(shop, 'list-read', goAway);
    expect(waits.count).toBe(3);
    expect(run).toMatchObject({state: 'queued'});
    expect(await rowOf(shop)).toMatchObject({state: 'queued', interruptions: 1});
  });

  it('whose database stays away is left as running, and the catch-up takes it up', async () => {
    const {clock} = app();
    const shop = await app().openShop({brands: ['Sablefen']});
    const waits = countWaits();
    await expect(runWith(shop, 'list-read', goAway)).rejects.toSatisfy(isConnectionLost);
    expect(waits.count).toBe(3);
    await allow(true);
    const row = await rowOf(shop);
    expect(row).toMatchObject({state: 'running', interruptions: 0});
    const runId = RunId.parse(row?.id);
    clock.turn(3 * minuteMs);
    expect(await shop.run({runId})).toMatchObject({state: 'done'});
    expect(await rowOf(shop)).toMatchObject({id: runId, state: 'done', interruptions: 0});
  });

  it('whose end the database refuses for another reason than a lost connection is not closed a second time', async () => {
    const shop = await app().openShop({brands: ['Sablefen']});
    const waits = countWaits();
    app().onCheckpoint = (name) => {
      if (name === 'list-read') throw new TypeError('a bug');
    };
    await inApp('alter table runs add constraint none_fails check (state <> $$failed$$) not valid');
    await expect(shop.run()).rejects.toThrow('none_fails');
    expect(waits.count).toBe(0);
  });
});

describe('a lost connection to the database', () => {
  const coded = (code: string, message = 'broken') => Object.assign(new Error(message), {code});
  const stated = (code: string) => Object.assign(new DatabaseError('said by the server', 1, 'error'), {code});
  it.each([
    ['a server that shuts down', stated('57P01')],
    ['a server that starts', stated('57P03')],
    ['a server without a free place', stated('53300')],
    ['a connection failure', stated('08006')],
    ['an end that the server states', Object.assign(stated('55000'), {severity: 'FATAL'})],
    ['a reset', coded('ECONNRESET')],
    ['a refusal', coded('ECONNREFUSED')],
    ['an end in the middle', new Error('Connection terminated unexpectedly')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['one wrapped in another error', new Error('a query failed', {cause: coded('EPIPE')})],
  ])('is %s', (_what, error) => {
    expect(isConnectionLost(error)).toBe(true);
  });

  it.each([
    ['a broken rule', Object.assign(stated('23505'), {severity: 'ERROR'})],
    ['a statement that took too long', stated('57014')],
    ['a deadlock', stated('40P01')],
    ['an error of ours', new TypeError('x is undefined')],
    [
      'trouble with another remote',
      new Failure('away', {remote: 'supplier', kind: 'unreachable', sent: false, cause: coded('ECONNRESET')}),
    ],
    ['no error', 'ECONNRESET'],
  ])('is not %s', (_what, error) => {
    expect(isConnectionLost(error)).toBe(false);
  });
});
