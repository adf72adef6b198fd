// `npm run guards`: each guard is removed once, alone, in a copy of the tree, and the tests that are to notice are
// run there. Prints who noticed what; ends with 1 where no test did.
import {availableParallelism} from 'node:os';
import pMap from 'p-map';
import {isPostgresThere} from './guards/find-postgres.ts';
import type {Guard} from './guards/guard.ts';
import {guardsFor} from './guards/guard-files.ts';
import {copyTree, type TestRun, type TreeCopy} from './guards/tree-copy.ts';

type Trial = {readonly guard: Guard; readonly noticed: boolean; readonly by: string; readonly seconds: number};

const chosen = guardsFor(process.argv.slice(2));
const isLeftOut = (await isPostgresThere()) ? () => false : ({onPostgres}: Guard) => onPostgres === true;
const guards = chosen.filter((guard) => !isLeftOut(guard));
for (const {name} of chosen.filter(isLeftOut)) say(`Left out, since no Postgres was found: ${name}`);
/** One more than there are cores, because tests also wait. */
const idle: TreeCopy[] = Array.from({length: availableParallelism() + 1}, copyTree);
const copies = [...idle];
process.once('exit', () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const started = performance.now();
const files = [...new Set(guards.flatMap(({tests}) => tests))];
const unharmed = new Map(await copies[0]?.runEach(files));
for (const file of redFiles()) {
  say(`Red with every guard in place, run once more alone: ${file}`);
  const copy = copies[0];
  if (copy) unharmed.set(file, await copy.runTests([file], []));
}
if (redFiles().length > 0) {
  for (const file of redFiles()) say(`${file}: ${whyRed(file)}`);
  say('Some tests are red with every guard in place, so nothing can be learned from them.');
  process.exit(1);
}
say(`With every guard in place: ${files.length} files of tests, all green.`);

const trials = await inCopies(guards, async (copy, guard): Promise<Trial> => {
  const begun = performance.now();
  const run = await copy.runTests(guard.tests, guard.changes);
  const trial = {guard, ...judge(guard, run), seconds: Math.round((performance.now() - begun) / 1_000)};
  process.stderr.write(`${trial.noticed ? 'noticed' : 'NOT NOTICED'}: ${guard.name} (${trial.seconds} s)\n`);
  return trial;
});
const unnoticed = trials.filter(({noticed}) => !noticed);
sayTable(trials);
for (const {guard, by} of unnoticed) say(`\nNot noticed: ${guard.name}\n${by}`);
const seconds = Math.round((performance.now() - started) / 1_000);
say(`\n${trials.length - unnoticed.length} of ${trials.length} removed guards were noticed, in ${seconds} s.`);
process.exitCode = unnoticed.length > 0 || trials.length === 0 ? 1 : 0;

function redFiles(): string[] {
  return files.filter((file) => whyRed(file) !== '');
}

function whyRed(file: string): string {
  const run = unharmed.get(file);
  if (run === undefined) return 'did not run';
  return run.broken || describe(run.failures);
}

/** A test failed for what it asserts, and all of its file ran as before: the change broke the guard, not the file. */
function judge({tests}: Guard, run: TestRun): Pick<Trial, 'noticed' | 'by'> {
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

function sayTable(tried: readonly Trial[]): void {
  const rows = tried.map(({guard: {name, tests}, noticed, by}) => [
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
