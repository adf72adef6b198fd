// No text makes a pattern of the product slow: whoever writes it, each takes time in proportion to its length. The patterns are read from
// the sources, so a new one is timed without being named here.
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {type Attack, attacksOn, toText} from './patterns/attack-texts.ts';
import {type Pattern, patternsIn, productFiles} from './patterns/collect-patterns.ts';
import {growthOf, mostGrowth} from './patterns/time-growth.ts';

type Slow = {readonly at: string; readonly pattern: string; readonly attack: Attack; readonly ratio: number};

/** The first text that slows the pattern down; null: none does. */
function findSlow({at, pattern, finds}: Pattern): Slow | null {
  for (const attack of attacksOn(pattern)) {
    const {ratio} = growthOf((size) => {
      // Exponential work grows with the repetitions, other work with the characters.
      const text = toText(attack, size <= 64 ? size : Math.ceil(size / attack.pump.length));
      return () => void (finds === 'all' ? text.split(pattern) : text.search(pattern));
    });
    if (ratio > mostGrowth) return {at, pattern: String(pattern), attack, ratio};
  }
  return null;
}

const slowIn = async (code: string) =>
  (await patternsIn('code.ts', code)).flatMap((pattern) => findSlow(pattern) ?? []);

describe('a pattern is found to be slow', () => {
  test.each([
    [String.raw`/\?.*%00/s.test(url)`, 'a beginning that is there often, each with a search to the end'],
    [String.raw`/[\s:*?：]+$/u.test(name)`, 'a run at the end that has no beginning'],
    [String.raw`/(a+)+$/.test(name)`, 'a repetition of a repetition'],
    [String.raw`/^(\w+\s?)*$/.test(name)`, 'the same with something in between that may be missing'],
    [String.raw`/^(a|aa)+$/.test(name)`, 'two ways to read the same text'],
    [String.raw`/^-+|-+$/g.test(name)`, 'a run at the end, beside one that begins at the beginning'],
    [String.raw`/\d+\s*x/.test(size)`, 'a run before a character that is missing'],
    [String.raw`/^x*y*x*y*x*z/.test(name)`, 'several runs of the same character'],
    [String.raw`/(@.*)\.[^.@]*$/.test(address)`, 'a beginning, a run and an end'],
    [String.raw`/(?=.*b)a/.test(name)`, 'a look ahead at every character'],
    [String.raw`name.split(/\s+\/\s+/)`, 'a blank that is no separator'],
    [String.raw`/<[^>]*>/g.test(text)`, 'a bracket that never closes'],
  ])('%s: %s', async (code) => {
    expect(await slowIn(code)).toHaveLength(1);
  });

  test.each([
    String.raw`/^[\s:*?：]+/u`,
    String.raw`/(?<!\s)\s+$/`,
    String.raw`/[^\s@]{1,64}@[^\s@]{1,255}/g`,
    String.raw`/^(?:a+b)+$/`,
  ])('%s is not, however long the text is', async (code) => {
    expect(await slowIn(`${code}.test(text)`)).toEqual([]);
  });
});

describe('patterns are found', () => {
  test('wherever a source has them, and those that a module builds or zod brings along', async () => {
    const code = "import {z} from 'zod';\nconst a = /x/g, b = [z.email(), z.iso.date()], c = (<b>{t.split(/y/)}</b>);";
    const found = await patternsIn('code.tsx', code);
    expect(found.map(({at, finds}) => `${at} ${finds}`)).toEqual([
      'code.tsx:2 all',
      'code.tsx:2 first',
      'code.tsx:2 first',
      'code.tsx:2 all',
    ]);
    const built = await patternsIn('server/domain/orders/exact-size.ts');
    expect(built.map(({pattern}) => pattern.source)).toContainEqual(expect.stringContaining('|jaar|'));
  });

  test('but for one that is built while the program runs, which is refused', async () => {
    const text = 'export const isIn = (name: string, text: string) => new RegExp(name).test(text);';
    await expect(patternsIn('server/domain/ids.ts', `${text}\n${text}`)).rejects.toThrow('write it as a literal');
  });
});

test('every pattern of the product takes time in proportion to the text', {timeout: 60_000}, async () => {
  const all: Pattern[] = [];
  // One by one: while a file is loaded that builds patterns, they are recorded.
  for (const file of productFiles) all.push(...(await patternsIn(file)));
  expect(all.length).toBeGreaterThan(150);
  const different = [...new Map(all.map((each) => [`${each.pattern} ${each.finds}`, each])).values()];
  expect(different.flatMap((pattern) => findSlow(pattern) ?? [])).toEqual([]);
});

test('text is normalised in one place, which shortens runs of combining marks: sorting them is quadratic', () => {
  const normalising = productFiles.filter((file) => readFileSync(file, 'utf8').includes('.normalize('));
  expect(normalising).toEqual(['server/domain/text.ts']);
});
