// What a worker process serves on its own port, for whoever runs the app. It needs Postgres: two processes share its database.
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import {describe, expect, it} from 'vitest';
import {startWorkerProcess} from '../../jobs/main.ts';
import {createDeps} from '../../server/deps.ts';
import {createLog} from '../../server/log.ts';
import {engines, openTestDatabase} from '../support/database.ts';
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
    expect(await ask(`${url}/healthz`)).toMatchObject({status: 200, json: {ok: true}});
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
