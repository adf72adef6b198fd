import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {zeroCounts} from '../../server/db/runs/runs.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {Run, Runs} from '../../server/http/contract/runs.ts';
import {engines, openTestDatabase, type TestDatabase} from '../support/database.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from './bare-app.ts';

describe.each(engines.databases)('runs, on %s', (engine) => {
  let database: TestDatabase | undefined;
  let app: BareApp;
  let enqueued: object[];
  let isQueueAway: boolean;
  beforeAll(async () => {
    if (engine === 'postgres') database = await openTestDatabase('postgres');
    const env = database?.databaseUrl === undefined ? {} : {DATABASE_URL: database.databaseUrl};
    app = await openBareApp(env, (deps) => ({
      ...deps,
      queues: {
        ...deps.queues,
        async enqueue(_name, payload) {
          if (isQueueAway) throw new Error('The queue is away.');
          enqueued.push(payload);
        },
      },
    }));
  });
  beforeEach(async () => {
    enqueued = [];
    isQueueAway = false;
    const {db, sealer} = app.deps;
    await db.deleteFrom('runs').execute();
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR'}, new Date());
    await saveCatalogueKey(db, sealer, shop, {key: 'c', partner: null}, new Date());
    await saveDropshipKey(db, sealer, shop, {key: 'd'}, new Date());
  });
  afterAll(async () => {
    await app.close();
    await database?.dispose();
  });

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const rows = () => app.deps.db.selectFrom('runs').selectAll().execute();
  const save = async (minutesAgo: number, state: 'done' | 'failed') => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    const id = RunId.parse(randomUUID());
    const run = {id, shop, kind: 'daytime', trigger: 'schedule', state, reason: 'Said why.', fence: 1} as const;
    const times = {started_at: at, heartbeat_at: at, finished_at: at};
    await app.deps.db
      .insertInto('runs')
      .values({...run, ...times, counts: JSON.stringify(zeroCounts)})
      .execute();
    return id;
  };

  it('starting one writes it down, calls the worker up and answers it', async () => {
    const answer = await page('POST', '/runs');
    expect(answer.status).toBe(202);
    const run = Run.parse(answer.json);
    expect(run).toMatchObject({kind: 'full', trigger: 'merchant', state: 'queued', finishedAt: null});
    expect(enqueued).toEqual([{shop, runId: run.id, kind: 'full', trigger: 'merchant'}]);
    expect(Run.parse((await page('GET', `/runs/${run.id}`)).json)).toEqual(run);
  });

  it('asking twice, or ten times at once, makes one', async () => {
    const answers = await Promise.all(Array.from({length: 10}, () => page('POST', '/runs')));
    expect(answers.filter(({status}) => status === 202)).toHaveLength(1);
    const again = await page('POST', '/runs');
    expect(again.status).toBe(200);
    expect(new Set([...answers, again].map(({json}) => Run.parse(json).id)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(enqueued).toHaveLength(1);
  });

  it('a queue that is away does not keep the merchant from asking: a worker finds the run', async () => {
    isQueueAway = true;
    expect((await page('POST', '/runs')).status).toBe(202);
    expect(await rows()).toMatchObject([{state: 'queued'}]);
  });

  it.each(['catalogue', 'dropship'] as const)(
    'without an accepted %s key there is none, in a sentence',
    async (api) => {
      for (const state of ['absent', 'rejected'] as const) {
        await app.deps.db
          .updateTable('shops')
          .set({[`${api}_key_state`]: state})
          .execute();
        expect(refusalOf(await page('POST', '/runs'))).toEqual({
          status: 409,
          code: 'not_connected',
          message: 'Connect both supplier keys first: the catalogue key and the dropship key.',
        });
      }
      expect(await rows()).toEqual([]);
    },
  );

  it('are shown newest first, with what they did and why they ended', async () => {
    const old = await save(30, 'done');
    const recent = await save(10, 'failed');
    const {runs} = Runs.parse((await page('GET', '/runs')).json);
    expect(runs.map(({id}) => id)).toEqual([recent, old]);
    expect(runs[0]).toMatchObject({kind: 'daytime', trigger: 'schedule', state: 'failed', reason: 'Said why.'});
    expect(Object.keys(runs[0]?.counts ?? {})).toEqual(Object.keys(zeroCounts));
  });

  it.each([
    'nothing',
    '11111111-1111-4111-8111-111111111111',
    '%00',
    '..%2Fruns',
    '11111111-1111-4111-8111-1111111111111',
    '%F0%9F%94%91',
    '1; drop table runs',
  ])('there is none called %s', async (id) => {
    expect(refusalOf(await page('GET', `/runs/${id}`))).toMatchObject({
      status: expect.toBeOneOf([400, 404]),
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  it('an address that cannot be read is no error of ours', async () => {
    expect(refusalOf(await page('GET', '/runs/%E0%A4%A'))).toMatchObject({status: 400, code: 'unreadable'});
  });
});
