// The lock file names a package for every platform. Otherwise `npm ci` refuses it, or installs a tool without its program there.
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';

type Locked = {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Packages = Readonly<Record<string, Locked>>;

const locked: Packages = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** Each optional dependency that a locked package states and the lock file does not have, or has in another exact version. */
function missingFrom(packages: Packages): readonly string[] {
  return Object.entries(packages).flatMap(([path, {optionalDependencies = {}}]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => {
        const version = find(packages, path, name)?.version;
        return version === undefined || (/^\d/.test(range) && version !== range);
      })
      .map(([name, range]) => `${path || 'package.json'} needs ${name}@${range}`),
  );
}

/** Looks for a package as Node does: in the folder of the package that asks, then in each folder above it. */
function find(packages: Packages, from: string, name: string): Locked | undefined {
  const found = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`];
  if (found !== undefined || from === '') return found;
  return find(packages, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}

describe('the lock file', () => {
  test('has every optional dependency of every package', () => {
    expect(missingFrom(locked)).toEqual([]);
  });

  test('is noticed to be incomplete where one is missing or has another version', () => {
    const path = 'node_modules/@biomejs/cli-darwin-arm64';
    const {[path]: taken, ...others} = locked;
    const version = taken?.version;
    expect(missingFrom(others)).toEqual([`node_modules/@biomejs/biome needs @biomejs/cli-darwin-arm64@${version}`]);
    expect(missingFrom({...others, [path]: {...taken, version: '0.0.1'}})).toHaveLength(1);
  });

  test('states what package.json states', () => {
    const {name, version, license, engines, dependencies, devDependencies, optionalDependencies} = manifest;
    expect(locked['']).toMatchObject({
      name,
      version,
      license,
      engines,
      dependencies,
      devDependencies,
      optionalDependencies,
    });
  });

  test('pins what package.json names, to the version named there', () => {
    const named: Record<string, string> = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
      ...manifest.overrides,
    };
    const versions = Object.keys(named).map((name) => [name, find(locked, '', name)?.version]);
    expect(Object.fromEntries(versions)).toEqual(named);
  });

  test('names no download address, and a checksum for each package', () => {
    const packages = Object.entries(locked).filter(([path]) => path !== '');
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, {resolved}]) => resolved !== undefined)).toEqual([]);
    expect(packages.filter(([, {integrity}]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });
});

describe('a machine of each kind finds in the lock file', () => {
  const kinds = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => [os, cpu] as const));

  test.each(kinds)('%s on %s: a Node, a linter, a formatter, a compiler and a bundler', (os, cpu) => {
    const suitable = Object.entries(locked)
      .filter(([, locks]) => [locks.os].flat().includes(os) && [locks.cpu].flat().includes(cpu))
      .map(([path]) => path.replace('node_modules/', ''));
    const tools = [/^node-/, /^@oxlint\//, /^@oxlint-tsgolint\//, /^@biomejs\//, /^@typescript\//, /^@rolldown\//];
    for (const tool of [...tools, /^@oxc-parser\//, /^lightningcss-/]) {
      expect(suitable.filter((name) => tool.test(name))).not.toEqual([]);
    }
  });
});
