// The shape of the source tree, read from its files: who imports whom, no circles, folders and files of a readable size.
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, normalize} from 'node:path';
import {describe, expect, test} from 'vitest';

const roots = ['server', 'jobs', 'web', 'test'];
const files = roots
  .flatMap((root) => readdirSync(root, {recursive: true, encoding: 'utf8'}).map((file) => join(root, file)))
  .filter((file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file));
const known = new Set(files);
const textOf = (file: string) => readFileSync(file, 'utf8');

/** Where an import leads in this tree; null for packages. */
function resolved(from: string, source: string): string | null {
  if (source.startsWith('#domain/')) return join('server/domain', source.slice('#domain/'.length));
  if (source.startsWith('#contract/')) return join('server/http/contract', source.slice('#contract/'.length));
  return source.startsWith('.') ? normalize(join(dirname(from), source)) : null;
}

function importsIn(text: string): {readonly source: string}[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const statements = code.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)';?$/gm);
  const calls = code.matchAll(/\bimport\('([^']+)'\)/g);
  return [
    ...[...statements].map(([, source]) => ({source: source ?? ''})),
    ...[...calls].map(([, source]) => ({source: source ?? ''})),
  ];
}

/** Of each file the files it imports, types included. */
function graphOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      importsIn(text).flatMap(({source}) => {
        const target = resolved(file, source);
        return target !== null && texts.has(target) ? [target] : [];
      }),
    ]),
  );
}

/** A way from a file back to itself, file by file; null where there is none. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

const tree = new Map(files.map((file) => [file, textOf(file)]));

describe('no circles', () => {
  test('no file needs itself by way of others', () => {
    expect(findCircle(graphOf(tree))).toBeNull();
  });

  test('the search itself finds one', () => {
    const round = new Map([
      ['server/a.ts', "import {b} from './b.ts';\n"],
      ['server/b.ts', "export * from './c.ts';\n"],
      ['server/c.ts', "import type {x} from './a.ts';\n"],
    ]);
    expect(findCircle(graphOf(round))).toEqual(['server/a.ts', 'server/b.ts', 'server/c.ts', 'server/a.ts']);
    expect(findCircle(graphOf(new Map([...round].filter(([file]) => file !== 'server/c.ts'))))).toBeNull();
  });

  test('the files are found, and what they import is there', () => {
    expect(files.length).toBeGreaterThan(150);
    const missing = [...tree].flatMap(([file, text]) =>
      importsIn(text)
        .map(({source}) => resolved(file, source))
        .filter((target) => target !== null && /^(server|jobs)\//.test(target) && !known.has(target)),
    );
    expect(missing.filter((target) => !target?.includes('dist/'))).toEqual([]);
  });
});

describe('who may import whom, types included', () => {
  const adapters = ['supplier', 'shopify', 'db', 'queue', 'mail'];
  const pages = [...new Set(files.filter((file) => file.startsWith('web/pages/')).map((file) => dirname(file)))];
  const mayImport: readonly [folder: string, targets: readonly string[]][] = [
    ['server/domain/', ['server/domain/']],
    ...adapters.map((name): [string, string[]] => [
      `server/${name}/`,
      [`${name}/`, 'domain/', 'log.ts', 'retry.ts', 'sealing.ts', 'time-limit.ts'].map((target) => `server/${target}`),
    ]),
    [
      'server/actions/',
      ['actions/', 'domain/', 'db/', 'queue/', 'shopify/', 'log.ts', 'sealing.ts'].map((target) => `server/${target}`),
    ],
    ['server/preview/', ['server/preview/', 'server/domain/', 'server/db/']],
    [
      'server/http/',
      [
        'http/',
        'actions/',
        'preview/',
        'domain/',
        'db/',
        'shopify/',
        'queue/',
        'sealing.ts',
        'supplier/verify-keys.ts',
        'supplier/one-article.ts',
        'log.ts',
        'deps.ts',
        'metrics.ts',
      ]
        .map((target) => `server/${target}`)
        .concat('web/dist/'),
    ],
    [
      'jobs/',
      [
        'jobs/',
        'server/actions/',
        'server/domain/',
        ...adapters.map((name) => `server/${name}/`),
        ...['deps', 'log', 'retry', 'sealing', 'time-limit'].map((file) => `server/${file}.ts`),
      ],
    ],
    ['web/', ['web/', 'server/domain/', 'server/http/contract/']],
    ...pages.map((page): [string, string[]] => [
      `${page}/`,
      [page, 'web/shared/', 'web/text/', 'server/domain/', 'server/http/contract/'],
    ]),
  ];
  const entryPoints = new Set(['jobs/main.ts']);

  test.each(mayImport)('%s imports %j alone', (folder, targets) => {
    const inside = files.filter((file) => file.startsWith(folder) && !entryPoints.has(file));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.flatMap((file) =>
      importsIn(tree.get(file) ?? '')
        .map(({source}) => resolved(file, source))
        .filter((target) => target !== null && !targets.some((allowed) => target.startsWith(allowed)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test('nothing that is shipped imports a test', () => {
    const strays = [...tree]
      .filter(([file]) => !file.startsWith('test/'))
      .filter(([file, text]) => importsIn(text).some(({source}) => resolved(file, source)?.startsWith('test/')))
      .map(([file]) => file);
    expect(strays).toEqual([]);
  });
});

describe('folders and files', () => {
  const limitOf = (folder: string) =>
    folder.startsWith('test/') || ['server/http/api', 'server/domain/catalogue'].includes(folder) ? 30 : 20;

  test('no folder has more than 20 files, or 30 where many of one kind lie side by side', () => {
    const sizes = Map.groupBy(files, (file) => dirname(file));
    const large = [...sizes].filter(([folder, inside]) => inside.length > limitOf(folder));
    expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
  });

  test('none is named for odds and ends', () => {
    const vague = /^(utils?|helpers?|common|types?|misc|shared|lib)$/;
    const named = files.map((file) => file.replace(/^web\/shared\/(?=[^/]+\/)/, 'web/'));
    const parts = named.filter((file) => file.split('/').some((part) => vague.test(part.replace(/\..*$/, ''))));
    expect(parts).toEqual([]);
  });

  test('none only passes others on', () => {
    expect(files.filter((file) => /^index\.(ts|tsx|js|mjs)$/.test(basename(file)))).toEqual([]);
    const barrels = [...tree].filter(([file, text]) => !file.startsWith('test/') && /^export \* from/m.test(text));
    expect(barrels.map(([file]) => file)).toEqual([]);
  });

  test('none has more than 250 lines', () => {
    const long = [...tree].filter(([, text]) => text.trimEnd().split('\n').length > 250).map(([file]) => file);
    expect(long).toEqual([]);
  });

  /** Tables, entry points (pages of the router, configuration, declarations). */
  const mayBeShort = /^server\/db\/(tables|connection\/migrations)\/|\/(page|outline)\.tsx$|\.config\.ts$|\.d\.ts$/;
  const isShort = (text: string) => text.trimEnd().split('\n').length < 15;

  test('no shipped file has under 15 lines, but for tables and entry points', () => {
    const short = [...tree].filter(
      ([file, text]) => /^(server|jobs|web)\//.test(file) && isShort(text) && !mayBeShort.test(file),
    );
    expect(short.map(([file]) => file)).toEqual([]);
  });

  test('every file of ours is named in kebab-case', () => {
    const odd = files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(basename(file)));
    expect(odd).toEqual([]);
  });

  test('each opens with a line that says what it is for', () => {
    const silent = [...tree].filter(
      ([file, text]) =>
        /^(server|jobs)\//.test(file) && !/^(\/\/|\/\*\*) \S/.test(text) && !file.startsWith('server/http/api/'),
    );
    expect(silent.map(([file]) => file)).toEqual([]);
  });

  test('nothing is left for later, and no default is exported', () => {
    const left = [...tree].filter(
      ([file, text]) => !file.startsWith('test/project/') && /\b(TODO|FIXME|HACK)\b/.test(text),
    );
    expect(left.map(([file]) => file)).toEqual([]);
    const defaults = [...tree].filter(
      ([file, text]) => /^export default\b/m.test(text) && !/(vite|vitest)\.config\.ts$/.test(file),
    );
    expect(defaults.map(([file]) => file)).toEqual([]);
  });

  test('no test is switched off or alone', () => {
    const off = /\b(?:test|it|describe)\.(?:only|skip|todo|fails)\b|\bxit\(|\bxdescribe\(/;
    const found = [...tree].filter(
      ([file, text]) => /\.test\.tsx?$/.test(file) && !file.startsWith('test/project/') && off.test(text),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });

  test('each suite that runs on one engine alone says what proves its rule on the other', () => {
    const alone = [...tree].filter(([file, text]) => file.endsWith('.test.ts') && /\boneEngine[,)}]/.test(text));
    expect(alone.length).toBeGreaterThan(30);
    expect(alone.filter(([, text]) => !text.includes('// On one engine: ')).map(([file]) => file)).toEqual([]);
  });

  test('no test replaces a module of ours with a pretence', () => {
    const found = [...tree].filter(
      ([file, text]) => file !== 'test/project/structure.test.ts' && /\bvi\.(do)?mock\(/i.test(text),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });
});
