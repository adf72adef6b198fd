// The guards that `npm run guards` removes are where it looks for them, and so are the tests that are to notice.
import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {changed} from '../faults/guards/guard.ts';
import {guardsFor} from '../faults/guards/guard-files.ts';
import {inTrialOrder, latelyFirst} from '../faults/trial-order.ts';

const guards = guardsFor([]);

describe('a guard to be removed', () => {
  test.each(guards)('is there once: $name', ({changes, tests}) => {
    for (const change of changes) {
      const text = readFileSync(change.file, 'utf8');
      expect(changed(text, change)).not.toBe(text);
    }
    expect(changes.length * tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('is chosen by part of its name or by the name of its file', () => {
    const chosen = guardsFor(['install-guards', 'a shop has a rate']).map(({name}) => name);
    expect(chosen).toContain('a shop has a rate');
    expect(chosen).toContain('nothing installs itself in production');
    expect(chosen.length).toBe(guardsFor(['install-guards']).length + 1);
    expect(guardsFor(['no such guard'])).toEqual([]);
  });

  test('is tried first where its code or its test was changed lately; the others have their turn, and none is forgotten', () => {
    const guard = (name: string) => ({
      name,
      changes: [{file: `${name}.ts`, from: 'a', to: 'b'}],
      tests: [`${name}.test.ts`],
    });
    const names = (turn: number) =>
      latelyFirst(['a', 'b', 'c', 'd', 'e'].map(guard), new Set(['d.ts', 'b.test.ts', 'other.ts']), turn).map(
        ({name}) => name,
      );
    expect(names(0)).toEqual(['b', 'd', 'a', 'c', 'e']);
    expect(names(4)).toEqual(['b', 'd', 'c', 'e', 'a']);
    expect(
      inTrialOrder(guards)
        .map(({name}) => name)
        .toSorted((one, two) => one.localeCompare(two)),
    ).toEqual(guards.map(({name}) => name).toSorted((one, two) => one.localeCompare(two)));
  });

  test('has a name of its own', () => {
    expect(new Set(guards.map(({name}) => name)).size).toBe(guards.length);
  });

  test('is not taken for there where it is missing or there twice', () => {
    const change = {file: 'a.ts', from: 'if (closed) return;', to: ''};
    expect(changed('start(); if (closed) return; end();', change)).toBe('start();  end();');
    expect(() => changed('start(); end();', change)).toThrow('0 times instead of once');
    expect(() => changed('if (closed) return; if (closed) return;', change)).toThrow('2 times instead of once');
  });
});
