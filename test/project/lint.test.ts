// The linter refuses forbidden imports, circles, and writes that are not awaited: each is planted in a copy of the tree, and seen refused.
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {z} from 'zod';

type Planted = {readonly folder: string; readonly code: string};

const imports = (source: string) =>
  `import * as planted from '${source}';\nexport const found = Object.keys(planted);\n`;
/** Where, and from where it must not import. */
const forbiddenImports: readonly [folder: string, sources: readonly string[]][] = [
  [
    'server/domain',
    ['node:fs', 'node:crypto', '../db/connection/open.ts', '../log.ts', 'kysely', './money.ts', 'undici'],
  ],
  ['server/domain/orders', ['../../supplier/transport/read.ts', '../money.ts', 'pino']],
  [
    'server/supplier',
    ['../db/connection/open.ts', '../shopify/client/admin.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts'],
  ],
  ['server/supplier', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'bullmq', '@shopify/shopify-api', 'express']],
  [
    'server/shopify',
    ['../supplier/transport/read.ts', '../db/connection/open.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts'],
  ],
  ['server/shopify', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'bullmq', 'undici', 'pg']],
  [
    'server/db',
    [
      '../supplier/transport/read.ts',
      '../shopify/client/admin.ts',
      '../queue/queues.ts',
      '../http/app.ts',
      '../deps.ts',
    ],
  ],
  [
    'server/db/orders',
    ['../../supplier/transport/read.ts', '../../shopify/client/admin.ts', '../../deps.ts', 'bullmq'],
  ],
  ['server/shopify/client', ['../../supplier/client.ts', '../../db/connection/open.ts', '../../config.ts', 'undici']],
  ['server/supplier/transport', ['../../shopify/client/admin.ts', '../../db/connection/open.ts', 'kysely', 'pg']],
  [
    'server/actions',
    ['../supplier/client.ts', '../http/app.ts', '../../jobs/run-job.ts', '../deps.ts', 'bullmq', 'undici'],
  ],
  ['server/preview', ['../http/app.ts', '../actions/mark-seen.ts', '../queue/queues.ts', '../deps.ts', 'pg', 'bullmq']],
  ['server/db', ['../../jobs/run-job.ts', '../config.ts', 'bullmq', 'undici', '@shopify/shopify-api']],
  ['server/mail', ['../db/connection/open.ts', '../queue/queues.ts', '../http/app.ts', '../deps.ts', 'kysely']],
  [
    'server/queue',
    [
      '../supplier/transport/read.ts',
      '../shopify/client/admin.ts',
      '../db/connection/open.ts',
      '../http/app.ts',
      '../deps.ts',
    ],
  ],
  ['server/queue', ['../../jobs/run-job.ts', '../config.ts', 'kysely', 'undici', '@shopify/shopify-api']],
  ['server/http', ['../../jobs/run-job.ts', '../supplier/client.ts', '../supplier/dropship.ts', 'bullmq', 'undici']],
  ['server/http/api', ['../../../jobs/run-job.ts', '../../supplier/transport/read.ts', 'pg', '@shopify/shopify-api']],
  ['jobs', ['../server/http/app.ts', '../web/main.tsx', 'express', 'bullmq', 'undici', 'pg', '@shopify/shopify-api']],
  ['jobs/sync', ['../../server/http/app.ts', '../../web/main.tsx', 'bullmq', 'ioredis']],
  ['web', ['../server/db/open.ts', '../jobs/run-job.ts', '../test/vitest.config.ts', 'node:fs', 'kysely', 'express']],
  ['web/shared/form', ['../../../server/log.ts', 'bullmq', '@shopify/shopify-api']],
  ['web/pages/orders', ['../../shell/prefetch.ts']],
  ['web/shared/list', ['../../pages/orders/bulk.ts', '../../shell/prefetch.ts']],
  ['web/text', ['../shared/list/paging.ts', '../pages/orders/bulk.ts', '../routes.ts']],
  ['web', ['zod', '#contract/overview.ts', '#domain/ids.ts']],
];

/** The same files, importing what they may. */
const allowedImports: readonly [folder: string, sources: readonly string[]][] = [
  ['server/domain', ['zod', '#domain/money.ts']],
  ['server/supplier', ['#domain/money.ts', '../log.ts', './client.ts', 'undici', 'zod', 'node:stream']],
  ['server/shopify', ['#domain/money.ts', '../log.ts', './app.ts', '@shopify/shopify-api', 'zod']],
  ['server/db', ['#domain/money.ts', '../log.ts', './connection/open.ts', 'kysely', 'pg']],
  [
    'server/actions',
    ['#domain/money.ts', '../db/shops/shops.ts', '../queue/queues.ts', '../shopify/client/admin.ts', 'kysely'],
  ],
  ['server/preview', ['#domain/money.ts', '../db/shops/shops.ts', 'kysely']],
  ['server/queue', ['#domain/money.ts', '../log.ts', './messages.ts', 'bullmq', 'ioredis']],
  ['server/mail', ['#domain/mail/mail-outcome.ts', './smtp-server.ts', 'nodemailer', 'node:stream']],
  [
    'server/http',
    [
      '#domain/money.ts',
      '../db/shops/shops.ts',
      '../shopify/client/admin.ts',
      '../supplier/verify-keys.ts',
      '../supplier/one-article.ts',
      'express',
    ],
  ],
  [
    'jobs',
    ['#domain/money.ts', '../server/db/shops.ts', '../server/shopify/admin.ts', '../server/supplier/dropship.ts'],
  ],
  ['web', ['#domain/money.ts', 'react', './shell/prefetch.ts']],
  ['web/shell', ['../shared/list/paging.ts', '../routes.ts']],
  ['web/pages/orders', ['./bulk.ts', '../../shared/list/paging.ts', '../../text/words.ts']],
  ['web/shared/list', ['./paging.ts', '../form/settled.ts', '../../text/words.ts']],
  ['web/text', ['./format.ts', '#domain/money.ts']],
];

const withDatabase = `import type {Kysely} from 'kysely';\nimport type {Tables} from './tables/tables.ts';\n`;
const withQueues = `import type {Queues} from '../server/queue/queues.ts';\n`;
const write = `db.updateTable('shops').set({scopes: ''}).execute()`;
const wakeWorker = `queues.enqueue('upkeep', {task: 'catch-up'})`;

const unawaitedWrites: readonly [string, Planted][] = [
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
    {folder: 'jobs', code: `${withQueues}export function wake(queues: Queues): void {\n  ${wakeWorker};\n}\n`},
  ],
];
const awaitedWrites: readonly [string, Planted][] = [
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
      code: `${withQueues}export async function wake(queues: Queues): Promise<void> {\n  await ${wakeWorker};\n}\n`,
    },
  ],
];

/** Two files that import only each other's types. */
const circle: readonly (readonly [file: string, code: string])[] = [
  [
    'server/domain/planted-one.ts',
    "import type {Other} from '#domain/planted-other.ts';\n\nexport type One = {readonly other: Other | null};\n",
  ],
  [
    'server/domain/planted-other.ts',
    "import type {One} from '#domain/planted-one.ts';\n\nexport type Other = {readonly one: One | null};\n",
  ],
];

const planted = new Map<string, Planted>();
const fileOf = ({folder, code}: Planted): string => {
  const known = [...planted].find(([, entry]) => entry.folder === folder && entry.code === code);
  if (known) return known[0];
  const file = `${folder}/planted-${planted.size}.ts`;
  planted.set(file, {folder, code});
  return file;
};

const flat = (rules: typeof forbiddenImports) =>
  rules.flatMap(([folder, sources]) =>
    sources.map((source): [string, string, string] => [folder, source, fileOf({folder, code: imports(source)})]),
  );
const forbidden = flat(forbiddenImports);
const otherForms = [
  "export {openDatabase} from '../db/connection/open.ts';\n",
  "export * from '../db/connection/open.ts';\n",
  "import type {Tables} from '../db/tables/tables.ts';\nexport const found = (given: Tables): Tables => given;\n",
  "export type Found = import('../db/tables/tables.ts').Tables;\n",
  "export const found = await import('../db/connection/open.ts');\n",
].map((code): [string, string] => [code, fileOf({folder: 'server/supplier', code})]);
const allowed = flat(allowedImports);
const unawaited = unawaitedWrites.map(([what, entry]): [string, string] => [what, fileOf(entry)]);
const awaited = awaitedWrites.map(([what, entry]): [string, string] => [what, fileOf(entry)]);

const Findings = z.object({diagnostics: z.array(z.object({code: z.string(), filename: z.string()}))});
let findings: ReadonlyMap<string, readonly string[]>;

/** The linter reads a copy of the tree: what is planted there is seen by no other test. */
const copy = mkdtempSync(join(tmpdir(), 'piecewise-lint-'));

function copyTree(): void {
  for (const name of ['server', 'jobs', 'web', 'package.json', 'tsconfig.json', '.oxlintrc.json']) {
    cpSync(name, join(copy, name), {recursive: true});
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
}

beforeAll(() => {
  copyTree();
  const files = [...[...planted].map(([file, {code}]) => [file, code] as const), ...circle];
  for (const [file, code] of files) writeFileSync(join(copy, file), code, {flag: 'wx'});
  const lint = spawnSync(
    resolve('node_modules/.bin/oxlint'),
    ['--type-aware', '--format=json', ...files.map(([file]) => file)],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    },
  );
  const {diagnostics} = Findings.parse(JSON.parse(lint.stdout));
  findings = new Map(
    [...Map.groupBy(diagnostics, ({filename}) => filename)].map(([file, all]) => [file, all.map(({code}) => code)]),
  );
});

afterAll(() => rmSync(copy, {recursive: true, force: true}));

const saidOf = (file: string) => findings.get(file) ?? [];
const restricted = /no-restricted-imports|no-relative-parent-imports/;

describe('refused', () => {
  test.each(forbidden)('in %s an import of %s', (_folder, _source, file) => {
    expect(saidOf(file).join()).toMatch(restricted);
  });

  test.each(otherForms)('in server/supplier %j', (_code, file) => {
    expect(saidOf(file).join()).toMatch(/no-restricted-imports|consistent-type-imports/);
  });

  test.each(unawaited)('%s that is not awaited', (_what, file) => {
    expect(saidOf(file).join()).toMatch(/no-floating-promises|no-misused-promises/);
  });
});

test('two files that import each other’s types are refused as a circle', () => {
  for (const [file] of circle) expect(saidOf(file)).toContain('import(no-cycle)');
});

describe('left alone', () => {
  test.each(allowed)('in %s an import of %s', (_folder, _source, file) => {
    expect(saidOf(file)).toEqual([]);
  });

  test.each(awaited)('%s that is waited for', (_what, file) => {
    expect(saidOf(file)).toEqual([]);
  });
});
