// A spreadsheet that opens the file shows what was said, and runs none of it.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toCsvLine} from '#domain/csv.ts';

test.each(['=cmd()', '+1', '-1+1', '@SUM(A1)', '\tcmd', '\r1', '\n1', '＝cmd()', '＋1', '－1', '＠SUM(A1)'])(
  '%j is text, not a formula',
  (text) => {
    expect(toCsvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

test.each([
  ['two; =1+1', "two;' =1+1"],
  ['a;=cmd()', "a;'=cmd()"],
  ['a;"=cmd()"', 'a;\'""=cmd()""'],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n-1', "a\n'-1"],
  ['a;;＝1', "a;;'＝1"],
  ['a;\t=1', "a;\t'=1"],
  ['\t=1', "'\t'=1"],
  ['red; blue', 'red; blue'],
  ['width=3, x-y; z', 'width=3, x-y; z'],
])('%j is no formula either where semicolons or tabs separate cells', (text, written) => {
  expect(toCsvLine([text])).toBe(`"${written}"\r\n`);
});

test('every cell is quoted, quotes are doubled, nothing is an empty cell', () => {
  expect(toCsvLine(['a, "b"', -7.5, true, null, 'two\nlines'])).toBe('"a, ""b""","-7.5","true","","two\nlines"\r\n');
});

const aCell = fc.oneof(
  fc.string(),
  fc.string({unit: fc.constantFrom(';', '\t', '\n', '"', ' ', '=', '-', '＝', 'a', ','), maxLength: 12}),
  fc.tuple(fc.constantFrom('=', '＝', '＋', '－', '＠', '\n'), fc.string()).map((parts) => parts.join('')),
);

test('whatever is in a cell, the line has as many cells as were given, and none of them begins a formula', () => {
  fc.assert(
    fc.property(fc.array(aCell, {minLength: 1, maxLength: 5}), (cells) => {
      const line = toCsvLine(cells);
      const read = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) =>
        cell.replaceAll('""', '"'),
      );
      expect(read).toHaveLength(cells.length);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      // Read as by a spreadsheet that separates elsewhere: quotes within a cell mean nothing to it, and the first cell is one above.
      for (const part of line.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^[ "]*[=+\-@＝＋－＠]/);
    }),
  );
});
