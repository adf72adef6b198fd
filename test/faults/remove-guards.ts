// `npm run guards`: each guard is removed once, alone, in a copy of the tree, and the tests that are to notice are
// run there, the one that noticed before first. Prints who noticed what; ends with 1 where no test did. `--write` keeps which test it
// was. `--tests-are-green` says that the tests have just been seen green, and are not to be run with every guard in place. After
// `--seconds=600` no further guard is tried: which ones were not is said.
import {readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import pMap from 'p-map';
import {z} from 'zod';
import {isPostgresThere} from './guards/find-postgres.ts';
import type {Guard} from './guards/guard.ts';
import {guardsFor} from './guards/guard-files.ts';
import {copyTree, type TestRun, type TreeCopy} from './guards/tree-copy.ts';
import {inTrialOrder} from './trial-order.ts';

/** `title`: of the test that noticed; undefined: it cannot be run alone. */
type Verdict = {readonly noticed: boolean; readonly by: string; readonly title?: string};
type Trial = Verdict & {readonly guard: Guard; readonly seconds: number};

const hintFile = join(import.meta.dirname, 'guards', 'noticed-by.json');
/** The title of the test that noticed, by the name of the guard. One that is out of date costs time and nothing else. */
const hints = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(hintFile, 'utf8')));

const words = process.argv.slice(2);
const chosen = guardsFor(words.filter((word) => !word.startsWith('--')));
const isLeftOut = (await isPostgresThere()) ? () => false : ({onPostgres}: Guard) => onPostgres === true;
const guards = inTrialOrder(chosen.filter((guard) => !isLeftOut(guard)));
/** In seconds from the start. */
const limit = Number(words.find((word) => word.startsWith('--seconds='))?.slice('--seconds='.length) ?? Infinity);
for (const {name} of chosen.filter(isLeftOut)) say(`Left out, since no Postgres was found: ${name}`);
/** Three more than there are cores: a run of a few tests waits for its processes, for the database and for time more than it computes. */
const idle: TreeCopy[] = Array.from({length: availableParallelism() + 3}, copyTree);
const copies = [...idle];
process.once('exit', () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const started = performance.now();
/** How many tests each file has with every guard in place. */
const unharmed = words.includes('--tests-are-green') ? await countUnharmed() : await runUnharmed();

const tried = await inCopies(guards, async (copy, guard): Promise<Trial | null> => {
  if (secondsSince(started) > limit) return null;
  const begun = performance.now();
  const verdict = (await judgeFirst(copy, guard)) ?? judge(guard, await copy.runTests(guard.tests, guard.changes));
  const trial = {guard, ...verdict, seconds: secondsSince(begun)};
  process.stderr.write(`${trial.noticed ? 'noticed' : 'NOT NOTICED'}: ${guard.name} (${trial.seconds} s)\n`);
  return trial;
});
const trials = tried.filter((trial) => trial !== null);
if (words.includes('--write')) writeHints(trials);
const unnoticed = trials.filter(({noticed}) => !noticed);
sayTable(trials);
for (const {guard, by} of unnoticed) say(`\nNot noticed: ${guard.name}\n${by}`);
const untried = guards.filter((_, index) => tried[index] === null);
for (const {name} of untried) say(`Not tried, since ${limit} s were over: ${name}`);
say(
  `\n${trials.length - unnoticed.length} of ${trials.length} removed guards were noticed, in ${secondsSince(started)} s.`,
);
if (untried.length > 0) say(`${untried.length} guards were not tried: \`npm run guards\` tries all.`);
process.exitCode = unnoticed.length > 0 || trials.length === 0 ? 1 : 0;

function secondsSince(time: number): number {
  return Math.round((performance.now() - time) / 1_000);
}

function filesOfTests(): readonly string[] {
  return [...new Set(guards.flatMap(({tests}) => tests))];
}

async function countUnharmed(): Promise<ReadonlyMap<string, TestRun>> {
  const [copy] = copies;
  return new Map(await copy?.countTests(filesOfTests()));
}

/** Ends the process where a test is red before any guard is removed: nothing could be learned from it then. */
async function runUnharmed(): Promise<ReadonlyMap<string, TestRun>> {
  const files = filesOfTests();
  const [copy] = copies;
  const runs = new Map(await copy?.runEach(files));
  for (const file of files.filter((one) => whyRed(runs.get(one)) !== '')) {
    say(`Red with every guard in place, run once more alone: ${file}`);
    if (copy) runs.set(file, await copy.runTests([file], []));
  }
  const red = files.filter((file) => whyRed(runs.get(file)) !== '');
  for (const file of red) say(`${file}: ${whyRed(runs.get(file))}`);
  if (red.length > 0) {
    say('Some tests are red with every guard in place, so nothing can be learned from them.');
    process.exit(1);
  }
  say(`With every guard in place: ${files.length} files of tests, all green.`);
  return runs;
}

function whyRed(run: TestRun | undefined): string {
  return run === undefined ? 'did not run' : run.broken || describe(run.failures);
}

/** Most guards are noticed by the first test that fails; null: that does not say enough, so all tests are to run. */
async function judgeFirst(copy: TreeCopy, {name, tests, changes}: Guard): Promise<Verdict | null> {
  const hint = hints[name];
  const first =
    (hint === undefined ? null : await copy.findFirstFailure(tests, changes, hint)) ??
    (await copy.findFirstFailure(tests, changes));
  if (first === null || !first.message.startsWith('AssertionError')) return null;
  if (first.tests !== unharmed.get(first.file)?.tests) return null;
  return {noticed: true, by: first.test, title: first.title};
}

/** Keeps the hints of guards that were not tried, unless there is no such guard any more. */
function writeHints(done: readonly Trial[]): void {
  const found = done.flatMap(({guard: {name}, title}) => (title === undefined ? [] : [[name, title] as const]));
  const names = new Set(guardsFor([]).map(({name}) => name));
  const all = Object.entries({...hints, ...Object.fromEntries(found)}).filter(([name]) => names.has(name));
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)));
  writeFileSync(hintFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** A test failed for what it asserts, and all of its file ran as before: the change broke the guard, not the file. */
function judge({tests}: Guard, run: TestRun): Verdict {
  const before = tests.reduce((sum, file) => sum + (unharmed.get(file)?.tests ?? 0), 0);
  if (run.broken !== '' || run.tests !== before) {
    return {noticed: false, by: `only ${run.tests} of ${before} tests ran: ${run.broken}`};
  }
  const asserted = run.failures.find(({message}) => message.startsWith('AssertionError'));
  if (asserted !== undefined) return {noticed: true, by: asserted.test};
  const by = run.failures.length === 0 ? `all ${run.tests} tests are green` : describe(run.failures);
  return {noticed: false, by};
}

function describe(failures: TestRun['failures']): string {
  return failures.map(({test, message}) => `${test}: ${message}`).join('\n');
}

/** Each copy serves one at a time. */
function inCopies<Task, Result>(tasks: readonly Task[], work: (copy: TreeCopy, task: Task) => Promise<Result>) {
  return pMap(
    tasks,
    async (task) => {
      const copy = idle.pop();
      if (copy === undefined) throw new Error('no copy is idle');
      try {
        return await work(copy, task);
      } finally {
        idle.push(copy);
      }
    },
    {concurrency: copies.length},
  );
}

function sayTable(done: readonly Trial[]): void {
  const rows = done.map(({guard: {name, tests}, noticed, by}) => [
    name,
    tests.join(' '),
    noticed ? `yes: ${by}` : 'NO',
  ]);
  const table = [['guard removed', 'tests', 'noticed'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) say(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
