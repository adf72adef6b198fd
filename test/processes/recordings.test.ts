// The stand-in of Shopify against recorded answers of real stores. The recordings are no part of this repository: the folder that
// holds them, with the tool that plays them, is named by RECORDINGS_FOLDER. Where it does not exist the test says so and is left out.
import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {root} from './child.ts';

const folder = resolve(root, process.env['RECORDINGS_FOLDER'] ?? join('..', 'shared', 'recordings'));
const tool = join(folder, 'replay.mjs');
const isThere = existsSync(tool);

const Steps = z.array(
  z.looseObject({
    result: z.string(),
    differences: z
      .array(z.looseObject({path: z.string(), real: z.unknown().optional(), standIn: z.unknown().optional()}))
      .optional(),
  }),
);
const Results = z.array(z.looseObject({id: z.string(), verdict: z.string(), steps: Steps}));
type Result = z.infer<typeof Results>[number];

/** Not where both refuse the document or its variables, and only words or repeated values are other ones. */
function differsInMoreThanWords({result, differences = []}: Result['steps'][number]): boolean {
  const Refusals = z.array(z.looseObject({extensions: z.looseObject({code: z.string()})})).min(1);
  const words =
    /^(INVALID_VARIABLE|undefinedField|argumentNotAccepted|missingRequired\w+|argumentLiteralsIncompatible)$/;
  return (
    result === 'differs' &&
    !differences.every(({path, real, standIn}) => {
      const [refused, refusedHere] = [Refusals.safeParse(real), z.array(z.unknown()).min(1).safeParse(standIn)];
      return (
        path === 'errors' &&
        refusedHere.success &&
        refused.success &&
        refused.data.every(({extensions}) => words.test(extensions.code))
      );
    })
  );
}

/** Where the README of the stand-in gives a reason for each recording that differs: the first cell of each row of its last table. */
function reasons(): readonly string[] {
  const text = readFileSync(join(root, 'test/sandbox/shopify/README.md'), 'utf8');
  const [, table = ''] = text.split('## What stays different from the recordings');
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id = '']) => id);
}

describe.skipIf(!isThere)(`the stand-in and the recordings in ${folder}`, () => {
  let results: readonly Result[] = [];
  beforeAll(async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'recordings-'));
    const file = join(scratch, 'results.json');
    await play(file);
    results = Results.parse(JSON.parse(await readFile(file, 'utf8')));
    await rm(scratch, {recursive: true});
  }, 600_000);
  const having = (...verdicts: readonly string[]) => results.filter(({verdict}) => verdicts.includes(verdict));

  it('answer alike in at least 124 of them, wholly or as far as they can be played', () => {
    expect(having('equal', 'equal in part').length).toBeGreaterThanOrEqual(124);
  });

  it('differ in at most ten, each of which has its reason in the README, and no other has one', () => {
    const differing = having('differs').filter(({steps}) => steps.some(differsInMoreThanWords));
    expect(differing.length).toBeLessThanOrEqual(10);
    expect(reasons().toSorted()).toEqual(differing.map(({id}) => id).toSorted());
  });

  it('leave at most 184 to requests that the stand-in says it does not implement', () => {
    expect(having('not implemented').length).toBeLessThanOrEqual(184);
  });
});

it.runIf(!isThere)(
  `no recordings are looked at: ${tool} does not exist, RECORDINGS_FOLDER names another folder`,
  (context) => {
    context.skip();
  },
);

function play(file: string): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', tool, '--quiet', '--json', file], {cwd: root});
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code) =>
      code === 0 ? done() : fail(new Error(`The replay ended with ${code}: ${said.join('')}`)),
    );
  });
}
