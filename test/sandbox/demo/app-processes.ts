// The app as its users run it: one process with the embedded engines; where DATABASE_URL is set, web and two workers apart.
import type {ChildProcess} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Redis} from 'ioredis';
import {Client} from 'pg';
import {type Crew, end, launch, startCrew} from './crew.ts';

export type AppProcesses = {
  readonly url: string;
  readonly engines: string;
  /** The workers where they are processes of their own. */
  readonly crew: Crew | null;
  readonly stop: () => Promise<void>;
};

export type AppSettings = {
  readonly port: number;
  readonly supplierUrl: string;
  readonly shopifyOrigin: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly smtpUrl: string;
};

/** Starts the app on data of its own, which goes when it stops: the stand-ins forget everything too. */
export async function startAppProcesses(settings: AppSettings): Promise<AppProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'piecewise-demo-'));
  const databaseUrl = process.env['DATABASE_URL'];
  const redisUrl = process.env['REDIS_URL'];
  const database = databaseUrl === undefined ? null : await createDatabase(databaseUrl);
  const url = `http://127.0.0.1:${settings.port}`;
  const env = {
    PATH: process.env['PATH'],
    PORT: String(settings.port),
    HOST: url,
    SHOPIFY_API_KEY: settings.apiKey,
    SHOPIFY_API_SECRET: settings.apiSecret,
    SHOPIFY_ORIGIN: settings.shopifyOrigin,
    SUPPLIER_URL: settings.supplierUrl,
    SUPPLIER_SUPPORT_EMAIL: 'trade@supplier.example',
    SUPPORT_EMAIL: 'support@app.example',
    SMTP_URL: settings.smtpUrl,
    MAIL_FROM: 'piecewise@app.example',
    ENCRYPTION_KEYS: `demo:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'debug',
    DATA_FOLDER: join(folder, 'db'),
    QUEUE_PREFIX: `demo-${process.pid}-${randomBytes(4).toString('hex')}`,
    ...(database === null ? {} : {DATABASE_URL: database.url}),
    ...(database === null || redisUrl === undefined ? {} : {REDIS_URL: redisUrl}),
  };
  const web = launch('server/main.ts', env, join(folder, 'web.log'));
  const crew = database === null ? null : startCrew(env, folder);
  const forget = async () => {
    await Promise.all([end(web), crew?.stop()]);
    await database?.drop();
    if (redisUrl !== undefined) await forgetKeys(redisUrl, env.QUEUE_PREFIX);
  };
  const stop = async () => {
    await forget();
    rmSync(folder, {recursive: true, force: true});
  };
  try {
    await untilReady(url, web, folder);
  } catch (error) {
    await forget();
    throw error;
  }
  return {url, engines: describeEngines(database !== null, redisUrl !== undefined), crew, stop};
}

function describeEngines(postgres: boolean, redis: boolean): string {
  if (!postgres) return 'one process, embedded database and queue';
  return `one web process and two workers on Postgres${redis ? ' and Redis' : ''}`;
}

/** On a slow machine that does something else too, an embedded database takes a minute to be made. */
const readyWithinMs = 180_000;

async function untilReady(url: string, web: ChildProcess, folder: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    if (web.exitCode !== null) throw new Error(`The app ended at its start; see the logs in ${folder}.`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The app was not ready after three minutes; see the logs in ${folder}.`);
}

async function forgetKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for await (const keys of redis.scanStream({match: `${prefix}:*`, count: 1_000})) {
    if (Array.isArray(keys) && keys.length > 0) await redis.unlink(...keys.map(String));
  }
  await redis.quit();
}

/** A database beside the one named, so that the demo never touches data of yours. */
async function createDatabase(url: string): Promise<{readonly url: string; readonly drop: () => Promise<void>}> {
  const name = `piecewise_demo_${process.pid}_${randomBytes(4).toString('hex')}`;
  await runOn(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {url: own.href, drop: () => runOn(url, `drop database if exists ${name} with (force)`)};
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({connectionString: url});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
