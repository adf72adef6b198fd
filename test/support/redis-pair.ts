// Two Redis servers of the test's own, the second one a copy of the first, and a way to the first that a failover leads to the second.
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Redis} from 'ioredis';
import {freePort} from '../sandbox/demo/free-port.ts';
import {type FaultProxy, startFaultProxy} from './fault-proxy.ts';

export type RedisPair = {
  readonly url: string;
  /** The second server becomes the primary and the first its replica. Open connections stay with the first. */
  readonly failOver: () => Promise<void>;
  /** How many keys match on the server that is the primary now. */
  readonly keysOfPrimary: (pattern: string) => Promise<number>;
  readonly emptyPrimary: () => Promise<unknown>;
  /** The address leads to the new primary: for connections that are made from now on. */
  readonly moveAddress: () => void;
  readonly close: () => Promise<void>;
};

/** False without the program `redis-server`, which is then named as left out; with `CI=true` it is required. */
export const canStartRedis = findRedisServer();

export async function startRedisPair(): Promise<RedisPair> {
  const home = mkdtempSync(join(tmpdir(), 'piecewise-redis-'));
  const [first, second] = [await startServer(home), await startServer(home)];
  await second.client.replicaof('127.0.0.1', first.port);
  await until(async () => (await second.client.info('replication')).includes('master_link_status:up'));
  const proxy: FaultProxy = await startFaultProxy(`http://127.0.0.1:${first.port}`);
  let primary = first.client;
  return {
    url: proxy.url.replace('http:', 'redis:'),
    async failOver() {
      await second.client.replicaof('NO', 'ONE');
      await first.client.replicaof('127.0.0.1', second.port);
      primary = second.client;
    },
    keysOfPrimary: async (pattern) => (await primary.keys(pattern)).length,
    emptyPrimary: () => primary.flushall(),
    moveAddress: () => proxy.redirect(`http://127.0.0.1:${second.port}`),
    async close() {
      await proxy.close();
      await Promise.all([first.stop(), second.stop()]);
      rmSync(home, {recursive: true, force: true});
    },
  };
}

async function startServer(dir: string) {
  const port = await freePort();
  const options = {port, bind: '127.0.0.1', dir, save: '', 'repl-diskless-sync-delay': 0, maxmemory: '64mb'};
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child: ChildProcess = spawn('redis-server', words, {stdio: 'ignore'});
  const ended = once(child, 'exit');
  const client = new Redis(port, '127.0.0.1', {retryStrategy: () => 20, maxRetriesPerRequest: null});
  client.on('error', () => {});
  await client.ping();
  return {
    port,
    client,
    async stop() {
      client.disconnect();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function findRedisServer(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  if (process.env['CI'] === 'true') throw new Error('CI=true requires the program redis-server.');
  console.warn('Left out, not found here: redis-server.');
  return false;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
