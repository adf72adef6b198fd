// The shape of the house, read from its files: no circles, no drawers for odds and ends, rooms of a readable size.
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, normalize} from 'node:path';
import {describe, expect, test} from 'vitest';

const roots = ['server', 'jobs', 'web', 'test'];
const files = roots
  .flatMap((root) => readdirSync(root, {recursive: true, encoding: 'utf8'}).map((file) => join(root, file)))
  .filter((file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
  // What a test of the linter plants is gone a moment later.
  .filter((file) => !basename(file).startsWith('planted-'));
const known = new Set(files);
const textOf = (file: string) => readFileSync(file, 'utf8');

/** Where an import leads in this tree; null for packages. */
function resolved(from: string, source: string): string | null {
  if (source.startsWith('#domain/')) return join('server/domain', source.slice('#domain/'.length));
  if (source.startsWith('#contract/')) return join('server/http/contract', source.slice('#contract/'.length));
  return source.startsWith('.') ? normalize(join(dirname(from), source)) : null;
}

type Import = {readonly source: string; readonly isType: boolean};

function importsIn(text: string): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)';?$/gm);
  const calls = code.matchAll(/\bimport\('([^']+)'\)/g);
  return [
    ...[...statements].map(([, isType, source]) => ({source: source ?? '', isType: isType !== undefined})),
    ...[...calls].map(([, source]) => ({source: source ?? '', isType: false})),
  ];
}

/** Of each file the files it needs at run time. */
function graphOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      importsIn(text).flatMap(({source, isType}) => {
        const target = isType ? null : resolved(file, source);
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

const house = new Map(files.map((file) => [file, textOf(file)]));

describe('no circles', () => {
  test('no file needs itself by way of others', () => {
    expect(findCircle(graphOf(house))).toBeNull();
  });

  test('the search itself finds one', () => {
    const round = new Map([
      ['server/a.ts', "import {b} from './b.ts';\n"],
      ['server/b.ts', "import type {x} from './a.ts';\nexport * from './c.ts';\n"],
      ['server/c.ts', "const a = await import('./a.ts');\n"],
    ]);
    expect(findCircle(graphOf(round))).toEqual(['server/a.ts', 'server/b.ts', 'server/c.ts', 'server/a.ts']);
    expect(findCircle(graphOf(new Map([...round].filter(([file]) => file !== 'server/c.ts'))))).toBeNull();
  });

  test('the files are found, and what they import is there', () => {
    expect(files.length).toBeGreaterThan(150);
    const missing = [...house].flatMap(([file, text]) =>
      importsIn(text)
        .map(({source}) => resolved(file, source))
        .filter((target) => target !== null && /^(server|jobs)\//.test(target) && !known.has(target)),
    );
    expect(missing.filter((target) => !target?.includes('dist/'))).toEqual([]);
  });
});

describe('who may import whom, types included', () => {
  const rims = ['supplier', 'shopify', 'db', 'queue'];
  const mayImport: readonly [folder: string, targets: readonly string[]][] = [
    ['server/domain/', ['server/domain/']],
    ...rims.map((rim): [string, string[]] => [`server/${rim}/`, [`server/${rim}/`, 'server/domain/', 'server/log.ts']]),
    [
      'server/http/',
      ['http/', 'domain/', 'db/', 'shopify/', 'queue/', 'supplier/verify-keys.ts', 'log.ts', 'deps.ts', 'metrics.ts']
        .map((target) => `server/${target}`)
        .concat('web/dist/'),
    ],
    ['jobs/', ['jobs/', 'server/domain/', ...rims.map((rim) => `server/${rim}/`), 'server/deps.ts', 'server/log.ts']],
    ['web/', ['web/', 'server/domain/', 'server/http/contract/']],
  ];
  const doorsOfTheHouse = new Set(['jobs/main.ts']);

  test.each(mayImport)('%s imports %j alone', (folder, targets) => {
    const inside = files.filter((file) => file.startsWith(folder) && !doorsOfTheHouse.has(file));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.flatMap((file) =>
      importsIn(house.get(file) ?? '')
        .map(({source}) => resolved(file, source))
        .filter((target) => target !== null && !targets.some((allowed) => target.startsWith(allowed)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test('nothing that is shipped imports a test', () => {
    const strays = [...house]
      .filter(([file]) => !file.startsWith('test/'))
      .filter(([file, text]) => importsIn(text).some(({source}) => resolved(file, source)?.startsWith('test/')))
      .map(([file]) => file);
    expect(strays).toEqual([]);
  });
});

describe('rooms', () => {
  test('none is a drawer for odds and ends', () => {
    const drawer = /^(utils?|helpers?|common|types?|misc|shared|lib)$/;
    const parts = files.filter((file) => file.split('/').some((part) => drawer.test(part.replace(/\..*$/, ''))));
    expect(parts).toEqual([]);
  });

  test('none only passes others on', () => {
    expect(files.filter((file) => /^index\.(ts|tsx|js|mjs)$/.test(basename(file)))).toEqual([]);
    const barrels = [...house].filter(([file, text]) => !file.startsWith('test/') && /^export \* from/m.test(text));
    expect(barrels.map(([file]) => file)).toEqual([]);
  });

  test('none has more than 250 lines', () => {
    const long = [...house].filter(([, text]) => text.trimEnd().split('\n').length > 250).map(([file]) => file);
    expect(long).toEqual([]);
  });

  test('every file of ours is named in kebab-case', () => {
    const odd = files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(basename(file)));
    expect(odd).toEqual([]);
  });

  test('each opens with a line that says what it is for', () => {
    const silent = [...house].filter(
      ([file, text]) =>
        /^(server|jobs)\//.test(file) && !/^(\/\/|\/\*\*) \S/.test(text) && !file.startsWith('server/http/api/'),
    );
    expect(silent.map(([file]) => file)).toEqual([]);
  });

  test('nothing is left for later, and no default is exported', () => {
    const left = [...house].filter(
      ([file, text]) => !file.startsWith('test/house/') && /\b(TODO|FIXME|HACK)\b/.test(text),
    );
    expect(left.map(([file]) => file)).toEqual([]);
    const defaults = [...house].filter(
      ([file, text]) => /^export default\b/m.test(text) && !/(vite|vitest)\.config\.ts$/.test(file),
    );
    expect(defaults.map(([file]) => file)).toEqual([]);
  });

  test('no test is switched off or alone', () => {
    const off = /\b(?:test|it|describe)\.(?:only|skip|todo|fails)\b|\bxit\(|\bxdescribe\(/;
    const found = [...house].filter(
      ([file, text]) => /\.test\.tsx?$/.test(file) && !file.startsWith('test/house/') && off.test(text),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });

  test('no test replaces a module of ours with a pretence', () => {
    const found = [...house].filter(
      ([file, text]) => file !== 'test/house/structure.test.ts' && /\bvi\.(do)?mock\(/i.test(text),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });
});
