// The walls of the house are the linter's to guard: a forbidden import or a write nobody waits for is seen to be refused.
import {spawnSync} from 'node:child_process';
import {readdirSync, rmSync, writeFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {z} from 'zod';

type Planted = {readonly folder: string; readonly code: string};

const imports = (source: string) =>
  `import * as planted from '${source}';\nexport const found = Object.keys(planted);\n`;
/** Where, and from where it must not import. */
const walls: readonly [folder: string, sources: readonly string[]][] = [
  ['server/domain', ['node:fs', 'node:crypto', '../db/open.ts', '../log.ts', 'kysely', './money.ts', 'undici']],
  ['server/domain/orders', ['../../supplier/read.ts', '../money.ts', 'pino']],
  ['server/supplier', ['../db/open.ts', '../shopify/admin.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts']],
  ['server/supplier', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'bullmq', '@shopify/shopify-api', 'express']],
  ['server/shopify', ['../supplier/read.ts', '../db/open.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts']],
  ['server/shopify', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'bullmq', 'undici', 'pg']],
  ['server/db', ['../supplier/read.ts', '../shopify/admin.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts']],
  ['server/db', ['../../jobs/run-job.ts', '../config.ts', 'bullmq', 'undici', '@shopify/shopify-api']],
  ['server/queue', ['../supplier/read.ts', '../shopify/admin.ts', '../db/open.ts', '../http/app.ts', '../deps.ts']],
  ['server/queue', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'undici', '@shopify/shopify-api']],
  ['server/http', ['../../jobs/run-job.ts', '../supplier/client.ts', '../supplier/dropship.ts', 'bullmq', 'undici']],
  ['server/http/api', ['../../../jobs/run-job.ts', '../../supplier/read.ts', 'pg', '@shopify/shopify-api']],
  ['jobs', ['../server/http/app.ts', '../web/main.tsx', 'express', 'bullmq', 'undici', 'pg', '@shopify/shopify-api']],
  ['jobs/sync', ['../../server/http/app.ts', '../../web/main.tsx', 'bullmq', 'ioredis']],
  ['web', ['../server/db/open.ts', '../jobs/run-job.ts', '../test/vitest.config.ts', 'node:fs', 'kysely', 'express']],
  ['web/components', ['../../server/log.ts', 'bullmq', '@shopify/shopify-api']],
];

/** The same files, importing what they may. */
const doors: readonly [folder: string, sources: readonly string[]][] = [
  ['server/domain', ['zod', '#domain/money.ts']],
  ['server/supplier', ['#domain/money.ts', '../log.ts', './read.ts', 'undici', 'zod', 'node:stream']],
  ['server/shopify', ['#domain/money.ts', '../log.ts', './admin.ts', '@shopify/shopify-api', 'zod']],
  ['server/db', ['#domain/money.ts', '../log.ts', './open.ts', 'kysely', 'pg']],
  ['server/queue', ['#domain/money.ts', '../log.ts', './messages.ts', 'bullmq', 'ioredis']],
  [
    'server/http',
    ['#domain/money.ts', '../db/shops.ts', '../shopify/admin.ts', '../supplier/verify-keys.ts', 'express'],
  ],
  [
    'jobs',
    ['#domain/money.ts', '../server/db/shops.ts', '../server/shopify/admin.ts', '../server/supplier/dropship.ts'],
  ],
  ['web', ['#domain/money.ts', '#contract/overview.ts', 'react']],
];

const withDatabase = `import type {Kysely} from 'kysely';\nimport type {Tables} from './tables.ts';\n`;
const withQueues = `import type {Queues} from '../server/queue/queues.ts';\n`;
const write = `db.updateTable('shops').set({scopes: ''}).execute()`;
const callUp = `queues.enqueue('upkeep', {task: 'catch-up'})`;

const hasty: readonly [string, Planted][] = [
  [
    'a write',
    {folder: 'server/db', code: `${withDatabase}export function forget(db: Kysely<Tables>): void {\n  ${write};\n}\n`},
  ],
  [
    'a write in a callback',
    {
      folder: 'server/db',
      code: `${withDatabase}export const forget = (db: Kysely<Tables>): void => [1].forEach(async () => { await ${write}; });\n`,
    },
  ],
  [
    'an enqueue',
    {folder: 'jobs', code: `${withQueues}export function wake(queues: Queues): void {\n  ${callUp};\n}\n`},
  ],
];
const patient: readonly [string, Planted][] = [
  [
    'a write',
    {
      folder: 'server/db',
      code: `${withDatabase}export async function forget(db: Kysely<Tables>): Promise<void> {\n  await ${write};\n}\n`,
    },
  ],
  [
    'an enqueue',
    {
      folder: 'jobs',
      code: `${withQueues}export async function wake(queues: Queues): Promise<void> {\n  await ${callUp};\n}\n`,
    },
  ],
];

const mark = `planted-${process.pid}`;
const planted = new Map<string, Planted>();
const fileOf = ({folder, code}: Planted): string => {
  const known = [...planted].find(([, entry]) => entry.folder === folder && entry.code === code);
  if (known) return known[0];
  const file = `${folder}/${mark}-${planted.size}.ts`;
  planted.set(file, {folder, code});
  return file;
};

const flat = (rules: typeof walls) =>
  rules.flatMap(([folder, sources]) =>
    sources.map((source): [string, string, string] => [folder, source, fileOf({folder, code: imports(source)})]),
  );
const forbidden = flat(walls);
const otherForms = [
  "export {openDatabase} from '../db/open.ts';\n",
  "export * from '../db/open.ts';\n",
  "import type {Tables} from '../db/tables.ts';\nexport const found = (given: Tables): Tables => given;\n",
  "export type Found = import('../db/tables.ts').Tables;\n",
  "export const found = await import('../db/open.ts');\n",
].map((code): [string, string] => [code, fileOf({folder: 'server/supplier', code})]);
const allowed = flat(doors);
const unawaited = hasty.map(([what, entry]): [string, string] => [what, fileOf(entry)]);
const awaited = patient.map(([what, entry]): [string, string] => [what, fileOf(entry)]);

const Findings = z.object({diagnostics: z.array(z.object({code: z.string(), filename: z.string()}))});
let findings: ReadonlyMap<string, readonly string[]>;

function removePlanted(): void {
  for (const file of planted.keys()) rmSync(file, {force: true});
}

beforeAll(() => {
  process.once('exit', removePlanted);
  try {
    for (const [file, {code}] of planted) writeFileSync(file, code, {flag: 'wx'});
    const lint = spawnSync('node_modules/.bin/oxlint', ['--type-aware', '--format=json', ...planted.keys()], {
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    });
    const {diagnostics} = Findings.parse(JSON.parse(lint.stdout));
    findings = new Map(
      [...Map.groupBy(diagnostics, ({filename}) => filename)].map(([file, all]) => [file, all.map(({code}) => code)]),
    );
  } finally {
    removePlanted();
  }
});

afterAll(() => {
  process.removeListener('exit', removePlanted);
});

const saidOf = (file: string) => findings.get(file) ?? [];
const restricted = 'eslint(no-restricted-imports)';

describe('refused', () => {
  test.each(forbidden)('in %s an import of %s', (_folder, _source, file) => {
    expect(saidOf(file)).toContain(restricted);
  });

  test.each(otherForms)('in server/supplier %j', (_code, file) => {
    expect(saidOf(file).join()).toMatch(/no-restricted-imports|consistent-type-imports/);
  });

  test.each(unawaited)('%s that nobody waits for', (_what, file) => {
    expect(saidOf(file).join()).toMatch(/no-floating-promises|no-misused-promises/);
  });
});

describe('left alone', () => {
  test.each(allowed)('in %s an import of %s', (_folder, _source, file) => {
    expect(saidOf(file)).toEqual([]);
  });

  test.each(awaited)('%s that is waited for', (_what, file) => {
    expect(saidOf(file)).toEqual([]);
  });
});

test('nothing planted is left behind', () => {
  const folders = new Set([...planted.values()].map(({folder}) => folder));
  const left = [...folders].flatMap((folder) => readdirSync(folder).filter((name) => name.startsWith(mark)));
  expect(left).toEqual([]);
});
