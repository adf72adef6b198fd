// The door for npm scripts: any Node can read it, an old one without a newer at hand is refused in one sentence.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'piecewise-launcher-'));
afterAll(() => rmSync(parent, {recursive: true, force: true}));

/** A folder with the launcher, a program that says that it ran, and the files given: by itself neither packages nor lock file. */
function aFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(parent, 'app-'));
  const all = {
    'server/launch.mjs': readFileSync('server/launch.mjs', 'utf8'),
    'program.mjs': "console.log('ran', ...process.argv.slice(2)); process.exitCode = 7;\n",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text, {mode: 0o755});
  }
  return folder;
}

/** The launcher as a Node of another version would run it. */
function launch(version: string, words: readonly string[], folder = aFolder(), env: NodeJS.ProcessEnv = process.env) {
  const pretend = `globalThis.process = Object.create(process, {version: {value: ${JSON.stringify(version)}}});`;
  const {status, stdout, stderr} = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, join(folder, 'server/launch.mjs'), ...words],
    {encoding: 'utf8', env},
  );
  return {status, stdout, stderr};
}

describe('without a newer Node at hand', () => {
  test.each(['v20.20.2', 'v18.0.0', 'v22.99.99', 'v23.11.0', 'v24.0.0', 'v24.11.1', 'v9.0.0', 'vNext'])(
    'Node %s is refused in one sentence',
    (version) => {
      const {status, stdout, stderr} = launch(version, ['program.mjs']);
      expect({status, stdout}).toEqual({status: 1, stdout: ''});
      expect(stderr).toMatch(/^Piecewise needs Node 24\.12 or newer[^\n]*\.\n$/);
      expect(stderr).toContain(version);
    },
  );

  test.each(['v24.12.0', 'v24.21.0', 'v25.0.0', 'v100.0.0'])(
    'Node %s runs the file and hands its end on',
    (version) => {
      expect(launch(version, ['program.mjs', 'one', '--two'])).toEqual({
        status: 7,
        stdout: 'ran one --two\n',
        stderr: '',
      });
    },
  );
});

test('flags before the file are for Node, those after it for the file', () => {
  const program = "console.log(...process.execArgv, 'and', ...process.argv.slice(2));";
  const words = ['--max-semi-space-size=16', '--expose-gc', 'flags.mjs', '--two'];
  const {stdout} = launch('v24.12.0', words, aFolder({'flags.mjs': program}));
  expect(stdout).toBe('--max-semi-space-size=16 --expose-gc and --two\n');
});

test('a worker may give back the memory that a walk leaves', () => {
  const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
  const flags = scripts.worker.split(' ').filter((word: string) => word.startsWith('--'));
  const {stdout} = launch('v24.12.0', [...flags, 'gc.mjs'], aFolder({'gc.mjs': 'console.log(typeof globalThis.gc);'}));
  expect(stdout).toBe('function\n');
});

describe('with the Node that came with the packages', () => {
  const carried = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  const shell = (version: string) =>
    `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else exec '${process.execPath}' "$@"; fi\n`;

  test('an old one hands over to it', () => {
    const folder = aFolder({[carried]: shell('v24.21.0')});
    expect(launch('v20.20.2', ['program.mjs', 'x'], folder)).toEqual({status: 7, stdout: 'ran x\n', stderr: ''});
  });

  test('an old one does not hand over to another old one', () => {
    const folder = aFolder({[carried]: shell('v22.1.0')});
    expect(launch('v20.20.2', ['program.mjs'], folder)).toMatchObject({status: 1, stdout: ''});
  });
});

describe('packages', () => {
  const lock = (version: string) =>
    JSON.stringify({
      packages: {'': {}, 'node_modules/a': {version}, 'node_modules/b': {version: '9.9.9', optional: true}},
    });
  const npm = {'npm.js': "process.stderr.write(`npm ${process.argv.slice(2).join(' ')}\\n`); process.exit(3);\n"};
  const environment = (folder: string) => ({...process.env, npm_execpath: join(folder, 'npm.js')});

  test('that are there are not installed again; what another machine needs is not missed', () => {
    const files = {'package-lock.json': lock('1.0.0'), 'node_modules/.package-lock.json': lock('1.0.0'), ...npm};
    const folder = aFolder(files);
    expect(launch('v24.12.0', ['program.mjs'], folder, environment(folder))).toMatchObject({status: 7, stderr: ''});
    expect(launch('v24.12.0', ['--install'], folder, environment(folder))).toMatchObject({status: 0, stdout: ''});
  });

  test.each<[string, Record<string, string>]>([
    ['are missing', {}],
    ['have another version', {'node_modules/.package-lock.json': lock('0.9.0')}],
    ['were left half installed', {'node_modules/.package-lock.json': '{"packages": {'}],
  ])('that %s are installed from the lock file, or the start ends with the reason', (_what, files) => {
    const folder = aFolder({'package-lock.json': lock('1.0.0'), ...npm, ...files});
    const {status, stdout, stderr} = launch('v24.12.0', ['program.mjs'], folder, environment(folder));
    expect({status, stdout}).toEqual({status: 1, stdout: ''});
    expect(stderr).toContain('npm install');
    expect(stderr).toMatch(/The packages could not be installed[^\n]*\.\n$/);
  });
});

test('without a file to run it says so', () => {
  expect(launch('v24.12.0', [])).toMatchObject({status: 1, stderr: 'Name the file to run.\n'});
});

test('it stands alone: nothing but Node itself is imported, and nothing a Node 20 cannot read', () => {
  const text = readFileSync('server/launch.mjs', 'utf8');
  const sources = [...text.matchAll(/\bfrom '([^']+)'|\bimport\(/g)].map(([, source]) => source ?? 'import()');
  expect(sources.length).toBeGreaterThan(2);
  expect(sources.filter((source) => !source.startsWith('node:'))).toEqual([]);
  expect(text).not.toMatch(/import\.meta\.(main|dirname)|Promise\.try|\busing\b|\bMap\.groupBy\b|\.toSorted\(/);
});
