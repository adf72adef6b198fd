// A copy of the tree outside of it, for changes that must not touch the tree: it uses the tree's packages.
import {spawn} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {z} from 'zod';
import {type Change, changed} from './guard.ts';

const root = resolve(import.meta.dirname, '../../..');

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          title: z.string(),
          status: z.string(),
          failureMessages: z
            .array(z.string())
            .nullish()
            .transform((messages) => messages ?? []),
        }),
      ),
    }),
  ),
});

const TestList = z.array(z.object({file: z.string()}));

export type TestRun = {
  /** That ran to their end, whichever. */
  readonly tests: number;
  readonly failures: readonly {readonly test: string; readonly message: string}[];
  /** Why files, or tests in them, could not be run; empty where all could. */
  readonly broken: string;
};

/** A test that failed (`title`: without what it is nested in), its file, and how many tests the file has. */
export type FirstFailure = {
  readonly test: string;
  readonly title: string;
  readonly message: string;
  readonly file: string;
  readonly tests: number;
};

export type TreeCopy = {
  /** Runs the tests with the changes made, and takes them back. */
  readonly runTests: (files: readonly string[], changes: readonly Change[]) => Promise<TestRun>;
  /** The same until a test fails; null: none did, or none could be run. @param title only the tests of this title are run. */
  readonly findFirstFailure: (
    files: readonly string[],
    changes: readonly Change[],
    title?: string,
  ) => Promise<FirstFailure | null>;
  /** Names the tests and runs none: how many each file has. */
  readonly countTests: (files: readonly string[]) => Promise<ReadonlyMap<string, TestRun>>;
  /** Runs the tests as they are; what became of each file. */
  readonly runEach: (files: readonly string[]) => Promise<ReadonlyMap<string, TestRun>>;
  readonly remove: () => void;
};

export function copyTree(): TreeCopy {
  // Vitest names files by their real path.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'piecewise-guards-')));
  const isLeftOut = (name: string) => ['node_modules', '.git', '.data'].includes(name);
  for (const name of readdirSync(root).filter((entry) => !isLeftOut(entry))) {
    cpSync(join(root, name), join(folder, name), {recursive: true});
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const changedRun = async (files: readonly string[], changes: readonly Change[], more: readonly string[] = []) => {
    const takeBack = make(folder, changes);
    try {
      return await run(folder, files, more);
    } finally {
      takeBack();
    }
  };
  return {
    runTests: async (files, changes) => sumUp(await changedRun(files, changes), files.length),
    async findFirstFailure(files, changes, title) {
      const only = title === undefined ? [] : [`--testNamePattern=${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`];
      const {results} = await changedRun(files, changes, ['--bail=1', ...only]);
      const failed = files.flatMap((file) => firstFailureOf(results, file, join(folder, file)));
      return failed[0] ?? null;
    },
    async countTests(files) {
      const list = join(folder, 'test-list.json');
      const said = await vitest(folder, ['list', '--no-static-parse', `--json=${list}`], files);
      if (!existsSync(list)) throw new Error(`The tests could not be listed:\n${said}`);
      const all = TestList.parse(JSON.parse(readFileSync(list, 'utf8')));
      const countIn = (file: string) => all.filter((test) => test.file === join(folder, file)).length;
      return new Map(files.map((file) => [file, {tests: countIn(file), failures: [], broken: ''}]));
    },
    async runEach(files) {
      const found = await run(folder, files);
      return new Map(files.map((file) => [file, sumUp(resultsOf(found, join(folder, file)), 1)]));
    },
    remove: () => rmSync(folder, {recursive: true, force: true}),
  };
}

function make(folder: string, changes: readonly Change[]): () => void {
  const before = new Map(changes.map(({file}) => [file, readFileSync(join(folder, file), 'utf8')]));
  const after = new Map(before);
  for (const change of changes) after.set(change.file, changed(after.get(change.file) ?? '', change));
  const write = (texts: ReadonlyMap<string, string>) => {
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  };
  write(after);
  return () => write(before);
}

/** What vitest reports, or what it said where it could not be started. */
type Found = {readonly results: z.infer<typeof Report>['testResults']; readonly said: string | null};

const resultsOf = ({results, said}: Found, file: string): Found => ({
  results: results.filter(({name}) => name === file),
  said,
});

/** The tests after a failure are listed as not run, so that all of the file are counted. */
function firstFailureOf(results: Found['results'], file: string, name: string): readonly FirstFailure[] {
  const tests = results.find((result) => result.name === name)?.assertionResults ?? [];
  const first = tests.find(({status}) => status === 'failed');
  if (first === undefined) return [];
  return [
    {test: first.fullName, title: first.title, message: first.failureMessages.join('\n'), file, tests: tests.length},
  ];
}

async function run(folder: string, files: readonly string[], more: readonly string[] = []): Promise<Found> {
  const report = join(folder, 'test-report.json');
  rmSync(report, {force: true});
  const said = await vitest(folder, ['run', '--reporter=json', `--outputFile=${report}`, ...more], files);
  if (!existsSync(report)) return {results: [], said};
  return {results: Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults, said: null};
}

/** Starts Vitest with the tests of `npm test`, on the quickest engines found; resolves to what it printed. */
async function vitest(folder: string, command: readonly string[], files: readonly string[]): Promise<string> {
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), ...command, '--config', 'test/vitest.config.ts'];
  for (const project of ['unit', 'app', 'alone']) args.push('--project', project);
  // The packages are shared, what is compiled is not: it goes with the copy.
  args.push(`--fsModuleCachePath=${join(folder, 'compiled')}`);
  const env = {...process.env, CI: '', PLACING_HISTORIES: '60'};
  const child = spawn(process.execPath, [...args, ...files], {cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe']});
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await new Promise((ended) => child.once('close', ended));
  return said;
}

function sumUp({results, said}: Found, wanted: number): TestRun {
  if (said !== null) return {tests: 0, failures: [], broken: `The tests could not be started:\n${said}`};
  const ran = results.flatMap(({assertionResults}) => assertionResults.filter(hasRun));
  const failures = ran.filter(({status}) => status === 'failed');
  // A file that does not parse has no tests at all; where its beforeAll fails they are there, and did not run.
  const broken = results.filter(({assertionResults}) => !assertionResults.every(hasRun) || !assertionResults.length);
  const missing = wanted - results.length;
  return {
    tests: ran.length,
    failures: failures.map(({fullName, failureMessages}) => ({test: fullName, message: failureMessages.join('\n')})),
    broken: [
      ...broken.map(({message}) => message || 'Not every test in a file was run.'),
      ...(missing > 0 ? [`${missing} of the files were not found.`] : []),
    ].join('\n'),
  };
}

const hasRun = ({status}: {readonly status: string}): boolean => status === 'passed' || status === 'failed';
