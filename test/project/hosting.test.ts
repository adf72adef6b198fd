// The files in server/hosting are read by the tools they are for, where these are present, and agree with package.json, the environment and
// the limits of a stop. They start nothing here.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {validate} from 'dockerfile-utils';
import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';
import {orderStopLimitMs} from '../../server/stop.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pathOf = (name: string) => `${root}server/hosting/${name}`;
const read = (name: string) => readFileSync(pathOf(name), 'utf8');
const has = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;

const {scripts} = z
  .object({scripts: z.record(z.string(), z.string())})
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')));
/** What npm runs for `npm start` or `npm run worker`, without the file of variables. */
const commandOf = (script: string) => (scripts[script] ?? '').replace('--with-env-file ', '');
/** The same without the launcher, which finds a Node and checks the packages. */
const bareCommandOf = (script: string) => commandOf(script).replace('server/launch.mjs --omit=dev ', '');
const named = new Set(
  [...readFileSync(`${root}.env.example`, 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
);

describe('the image', () => {
  const file = read('Dockerfile');
  const last = file.slice(file.lastIndexOf('\nFROM '));

  it('has a file in which the rules of Dockerfiles find no fault', () => {
    expect(validate(file).map(({range, message}) => [range.start.line + 1, message])).toEqual([]);
    expect(validate('FROM node\nCMD a\nCMD b\n').length, 'the rules are applied').toBeGreaterThan(0);
  });

  it('runs without the rights of root, and starts as npm start does', () => {
    expect(last).toMatch(/^USER \d{4,}:\d{4,}$/m);
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(last) ?? [];
    expect((JSON.parse(command) as string[]).join(' ')).toBe(bareCommandOf('start'));
    expect(last).toContain(`# A worker: ${bareCommandOf('worker')}\n`);
  });

  it('copies what is there, and leaves secrets and tests out', () => {
    for (const [, source = ''] of last.matchAll(/^COPY ([^-]\S*) /gm))
      expect(existsSync(root + source), source).toBe(true);
    const [first, ...rest] = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    const kept = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const name of kept) expect(existsSync(root + name), name).toBe(true);
    expect(kept).not.toContain('test');
  });
});

const Service = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  networks: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const Compose = z.object({
  services: z.object({web: Service, worker: Service, postgres: Service, redis: Service}),
  networks: z.object({data: z.object({internal: z.literal(true)})}),
});

describe('the compose file', () => {
  const {services} = Compose.parse(parse(read('compose.yaml'), {merge: true}));
  const {web, worker, postgres, redis} = services;

  it('lets the app write nothing, do nothing as root, and end the order that it is sending', () => {
    for (const service of [web, worker]) {
      expect(service).toMatchObject({read_only: true, cap_drop: ['ALL']});
      expect(Number.parseInt(service.stop_grace_period ?? '0', 10) * 1_000).toBeGreaterThan(orderStopLimitMs);
    }
    expect(worker.command?.join(' ')).toBe(bareCommandOf('worker'));
  });

  it('sets variables that the app reads', () => {
    for (const {environment} of [web, worker]) {
      for (const name of Object.keys(environment ?? {})) expect(named, name).toContain(name);
      expect(environment).toMatchObject({DATABASE_URL: expect.any(String), REDIS_URL: expect.any(String)});
    }
  });

  it('reaches Postgres and Redis from inside alone, and the web process from this machine', () => {
    for (const service of [postgres, redis]) expect(service).toMatchObject({networks: ['data']});
    for (const {ports} of [worker, postgres, redis]) expect(ports).toBeUndefined();
    for (const port of web.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('has a Redis that keeps what it holds, as OPERATING asks', () => {
    expect(redis.command?.join(' ')).toBe('redis-server --appendonly yes --maxmemory-policy noeviction');
  });
});

describe.each([
  ['piecewise-web.service', 'start'],
  ['piecewise-worker@.service', 'worker'],
])('the unit %s', (name, script) => {
  const unit = read(name);

  it('starts what npm starts, as a user of its own, and waits for the order that is being sent', () => {
    expect(unit).toContain(`\nExecStart=/usr/bin/env ${commandOf(script)}\n`);
    expect(unit).toContain('\nUser=piecewise\n');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000).toBeGreaterThan(orderStopLimitMs);
  });

  it.runIf(has('systemd-analyze', '--version'))('is read by systemd without a warning', () => {
    const {status, stdout, stderr} = spawnSync('systemd-analyze', ['verify', pathOf(name)], {encoding: 'utf8'});
    expect({status, said: stdout + stderr}).toEqual({status: 0, said: ''});
  });
});

describe('the file for Prometheus', () => {
  const {rule_files: rules, scrape_configs: jobs} = z
    .object({
      rule_files: z.array(z.string()),
      scrape_configs: z.array(
        z.object({
          job_name: z.string().startsWith('piecewise'),
          authorization: z.object({credentials_file: z.string()}),
          static_configs: z.array(z.object({targets: z.array(z.string())})),
        }),
      ),
    })
    .parse(parse(read('prometheus.yml')));

  it('loads the alarms, and scrapes each process of this machine', () => {
    for (const file of rules) expect(existsSync(pathOf(file)), file).toBe(true);
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((config) => config.targets));
    expect(targets).toEqual(['127.0.0.1:3000', '127.0.0.1:9101', '127.0.0.1:9102']);
  });

  it.runIf(has('promtool', '--version'))('is read by Prometheus', () => {
    const {status, stderr} = spawnSync('promtool', ['check', 'config', '--syntax-only', pathOf('prometheus.yml')], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });
});

describe.runIf(has('caddy', 'version'))('the proxy', () => {
  it('has a file that Caddy reads', () => {
    const env = {...process.env, PIECEWISE_NAME: 'app.example.com'};
    const caddy = (...args: string[]) => spawnSync('caddy', args, {env, encoding: 'utf8', timeout: 20_000});
    const adapted = caddy('adapt', '--config', pathOf('Caddyfile'), '--adapter', 'caddyfile');
    expect(adapted.status, adapted.stderr).toBe(0);
    expect(adapted.stdout).toContain('"dial":"127.0.0.1:3000"');
  });
});
