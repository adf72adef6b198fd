// The guards that `npm run guards` removes are where it looks for them, and so are the tests that are to notice.
import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {doorGuards} from '../faults/guards/door-guards.ts';
import {changed} from '../faults/guards/guard.ts';
import {orderGuards} from '../faults/guards/order-guards.ts';

const guards = [...orderGuards, ...doorGuards];

describe('a guard to be removed', () => {
  test.each(guards)('is there once: $name', ({changes, tests}) => {
    for (const change of changes) {
      const text = readFileSync(change.file, 'utf8');
      expect(changed(text, change)).not.toBe(text);
    }
    expect(changes.length * tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(file))).toEqual([]);
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
