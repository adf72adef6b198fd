// What a worker process serves on its own port, for whoever runs the app. It needs Postgres: two processes share its database.
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {startWorkerProcess} from '../../jobs/main.ts';
import {createDeps} from '../../server/deps.ts';
import {createWorkerHealth} from '../../server/http/health.ts';
import {createLog} from '../../server/log.ts';
import {createClock} from '../support/clock.ts';
import {engines, openTestDatabase, testDatabaseUrl} from '../support/database.ts';
import {startFaultProxy} from '../support/fault-proxy.ts';
import {ask} from './asking.ts';
import {openBareApp} from './bare-app.ts';

describe.runIf(engines.databases.includes('postgres'))('a worker with a WORKER_PORT', () => {
  it('serves that it is alive and its figures; where the port is busy it says so and works all the same', async () => {
    const database = await openTestDatabase('postgres');
    const port = await freePort();
    const lines: string[] = [];
    const to = createLog('info', {write: (line) => void lines.push(line)});
    const bare = await openBareApp({DATABASE_URL: database.databaseUrl ?? ''});
    const config = {...bare.deps.config, workerPort: port};
    const open = () => startWorkerProcess(config, (given) => createDeps(given, {log: to}));
    const worker = await open();
    const url = `http://127.0.0.1:${port}`;
    expect(await ask(`${url}/healthz`)).toMatchObject({status: 200, json: {ok: true, missing: []}});
    expect((await ask(`${url}/metrics`)).text).toMatch(
      /piecewise_database_connections\{pool="main",state="open"\} [1-9]/,
    );
    expect((await ask(`${url}/api/overview`)).status).toBe(404);
    const second = await open();
    expect(lines.join()).toContain('WORKER_PORT cannot be opened');
    await second.close();
    await worker.close();
    await bare.close();
    await database.dispose();
  });
});

describe.runIf(engines.databases.includes('postgres'))("a worker's health", () => {
  it('is red once it could fetch no job for so long, says why, and is green again by itself', async () => {
    const database = await openTestDatabase('postgres');
    const proxy = await startFaultProxy(testDatabaseUrl.replace(/^postgres(ql)?:/, 'http:'));
    const way = new URL(database.databaseUrl ?? '');
    way.host = new URL(proxy.url).host;
    const bare = await openBareApp({DATABASE_URL: way.href});
    const clock = createClock(new Date());
    const worker = await bare.deps.queues.startWorker('sync', async () => {});
    const health = createWorkerHealth({...bare.deps, now: clock.now}, 1_500);
    const look = () => {
      clock.turn(1_000);
      return health();
    };
    expect(await look()).toEqual({ok: true, missing: []});
    await proxy.refuse();
    const first = await look();
    expect(first.ok).toBe(true);
    expect(first.missing).toEqual(expect.arrayContaining(['database', 'queue']));
    await expect.poll(async () => (await look()).ok, {timeout: 10_000}).toBe(false);
    await proxy.accept();
    await expect.poll(look, {timeout: 20_000}).toEqual({ok: true, missing: []});

    // The engine answers, and gives out no job.
    const rename = (from: string, to: string) =>
      sql`alter function ${sql.id('bullmq', from)} rename to ${sql.id(to)}`.execute(database.kysely);
    await rename('move_to_active', 'moved_away');
    await expect.poll(look, {timeout: 20_000}).toEqual({ok: false, missing: ['jobs']});
    await rename('moved_away', 'move_to_active');
    await expect.poll(look, {timeout: 20_000}).toEqual({ok: true, missing: []});
    await worker.close(0);
    await bare.close();
    await proxy.close();
    await database.dispose();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
