// The papers for operators and for the App Store agree with the program and with Shopify's limits: connections, released schemas, alarms,
// lengths, placeholders; and their links lead somewhere.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {mainPoolSize, webhookPoolSize} from '../../server/db/connection/open.ts';
import {queuePoolSize} from '../../server/queue/backend.ts';
import {queueNames} from '../../server/queue/messages.ts';
import {releases} from '../support/releases/releases.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const folderOf = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const documents = ['server/OPERATING.md', ...folderOf('server/operating'), ...folderOf('server/listing')];

/** The cells of a table's rows whose first cell begins so. */
const rowsOf = (text: string, first: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`| ${first}`))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));

describe('connections', () => {
  const text = read('server/operating/servers.md');
  const web = mainPoolSize + webhookPoolSize;
  const worker = mainPoolSize;
  /** Of a worker: one for all queues, and two for each queue's worker. Of a web process: one for the queues, one for the rate limits. */
  const redis = {web: 2, worker: 1 + 2 * queueNames.length};

  test('are those of the pools', () => {
    const rows = [...rowsOf(text, 'Postgres, with'), ...rowsOf(text, 'Redis |')];
    expect(rows).toEqual([
      ['Postgres, with Redis', String(web), String(worker)],
      ['Postgres, without Redis', String(web + queuePoolSize), String(worker + queuePoolSize)],
      ['Redis', String(redis.web), String(redis.worker)],
    ]);
    expect(text).toContain(
      `**${web} W + ${worker} N** with Redis, **${web + queuePoolSize} W + ${worker + queuePoolSize} N** without`,
    );
  });

  test('of the two examples are added up right, and fit into what Postgres allows by default', () => {
    const examples = [...text.matchAll(/(\d+) × (\d+) \+ (\d+) × (\d+) \+ 3 = (\d+)/g)].map(([, ...found]) =>
      found.map(Number),
    );
    expect(examples.map(([of, , each]) => [of, each])).toEqual([
      [web, worker],
      [web + queuePoolSize, worker + queuePoolSize],
    ]);
    for (const [of = 0, webs = 0, each = 0, workers = 0, sum] of examples) {
      expect(of * webs + each * workers + 3).toBe(sum);
      expect(sum).toBeLessThanOrEqual(100 - 3);
    }
  });

  test('are those that the README names', () => {
    expect(read('README.md')).toContain(
      `A worker holds at most ${worker} connections to Postgres, a web process ${web}, of which ${webhookPoolSize} are for webhooks alone; without Redis each holds ${queuePoolSize} more.`,
    );
  });
});

test('the table of upgrades has a row for each release whose data are tested', () => {
  const rows = rowsOf(read('server/OPERATING.md'), '0.');
  expect(rows.map(([version, schema]) => [version, Number(schema)])).toEqual(
    releases.map(({version, schema}) => [version, schema]),
  );
  for (const [, , todo = ''] of rows) expect(todo.length).toBeGreaterThan(20);
});

test('alarms that are named exist', () => {
  const alarms = new Set([...read('server/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name));
  expect(alarms.size).toBeGreaterThan(10);
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/`(Piecewise[A-Z]\w+)`/g)].map(([, name]) => ({file, name})),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({name}) => !alarms.has(name))).toEqual([]);
});

/** What a heading is called in an address, as GitHub does it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Links of a document to files and headings of this project that are not there. */
function brokenLinks(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].flatMap(([, target = '']) => {
    const [path = '', heading] = target.split('#');
    const to = path === '' ? file : join(dirname(file), path);
    if (to !== file && !existsSync(to)) return [target];
    if (heading === undefined) return [];
    const headings = [...(to === file ? text : read(to)).matchAll(/^#+ (.+)$/gm)].map(([, name = '']) =>
      anchorOf(name),
    );
    return headings.includes(heading) ? [] : [target];
  });
}

describe('links', () => {
  test.each(['README.md', ...documents.filter((file) => file.endsWith('.md'))])(
    'of %s lead to files and headings',
    (file) => {
      expect(brokenLinks(file, read(file))).toEqual([]);
    },
  );

  test('that lead nowhere are noticed', () => {
    expect(
      brokenLinks(
        'server/x.md',
        '# A b\n[1](#a-b) [2](#a) [3](nothing.md) [4](OPERATING.md#hosting) [5](../README.md)',
      ),
    ).toEqual(['#a', 'nothing.md']);
  });
});

describe('the listing', () => {
  /** Characters at most: the name, introduction, details and features of Shopify's best practices, the others of its form. */
  const limits: Readonly<Record<string, readonly [most: number, fields: number]>> = {
    'App name': [30, 1],
    'App card subtitle': [62, 1],
    'App introduction': [100, 1],
    'App details': [500, 1],
    Feature: [80, 6],
    'Search term': [20, 5],
  };
  const text = read('server/listing/listing.md');
  const [fields = ''] = text.split('\n## Other fields\n');
  const rows = rowsOf(fields, '').filter(([, most]) => /^\d+$/.test(most ?? ''));

  test.each(Object.entries(limits))('has %s within its limit', (name, [most, count]) => {
    const found = rows.filter(([field]) => field === name);
    expect(found.map(([, limit]) => Number(limit))).toEqual(Array.from({length: count}, () => most));
    for (const [, , entered = ''] of found) {
      expect(entered).not.toBe('');
      expect(entered.length, entered).toBeLessThanOrEqual(most);
    }
  });

  test('has no field beside them, and none that Shopify turns away: its name, links, amounts, superlatives', () => {
    expect(new Set(rows.map(([field]) => field))).toEqual(new Set(Object.keys(limits)));
    for (const [, , entered = ''] of rows)
      expect(entered).not.toMatch(/shopify|https?:|@|[€$%]|\b(?:best|first|only|guarantee\w*)\b/i);
  });

  test('has the name that the app has in the admin', () => {
    const [, name = ''] = /^name = "(.+)"$/m.exec(read('shopify.app.toml')) ?? [];
    expect(rows.find(([field]) => field === 'App name')?.[2]?.startsWith(name)).toBe(true);
    expect(name).not.toBe('');
  });
});

describe('placeholders of the templates', () => {
  const index = 'server/listing/README.md';
  const named = rowsOf(read(index), '`{{').map(([cell = '']) => cell.replaceAll(/[`{}]/g, ''));
  const used = documents
    .filter((file) => file !== index)
    .flatMap((file) => [...read(file).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));

  test('are named once each, with what to write', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
    for (const [, meaning = ''] of rowsOf(read(index), '`{{')) expect(meaning).not.toBe('');
  });

  test('are those that the templates have', () => {
    expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
  });
});

test('the answers of the review have a row for each requirement of levels 1 and 2', () => {
  const [asked = ''] = read('server/operating/security.md').split('\n## Staff\n');
  const requirements = rowsOf(asked, '').filter(([level = '']) => /^\d$/.test(level));
  expect(requirements.map(([level]) => level).join('')).toBe('1'.repeat(9) + '2'.repeat(7));
  const answers = rowsOf(read('server/listing/review-answers.md'), 'Do you ').concat(
    rowsOf(read('server/listing/review-answers.md'), 'Can customers '),
  );
  expect(answers).toHaveLength(requirements.length);
});

test('files that the requirements name exist', () => {
  const named = [...read('server/operating/security.md').matchAll(/`((?:server|jobs|test)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
