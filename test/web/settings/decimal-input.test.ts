// How the number fields of the pages read what a merchant types.
import {describe, expect, test} from 'vitest';
import {readDecimal, writeDecimal} from '../../../web/text/decimal-input.ts';

describe('a number as it is typed', () => {
  test.each([
    ['62.5', 62.5],
    ['62,5', 62.5],
    [' 62,5 % ', 62.5],
    ['60', 60],
    ['0', 0],
    ['007', 7],
    [',5', 0.5],
    ['.25', 0.25],
    ['-3', -3],
    ['\u22123,5', -3.5],
    ['+7', 7],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1_234_567],
    ['1,234,567.8', 1_234_567.8],
    ['1 234', 1234],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234,567', 1234.567],
    ['1’234.50', 1234.5],
    ["1'234", 1234],
    ['1234.567', 1234.567],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['1.2345', 1.2345],
    ['６２．５', 62.5],
    ['٦٢٫٥', 62.5],
    ['۶۲٫۵', 62.5],
  ])('"%s" is %d', (typed, value) => {
    expect(readDecimal(typed, '%')).toEqual({kind: 'number', value});
  });

  test.each([
    ['1.234', 1234, 1.234],
    ['1,234', 1234, 1.234],
    ['62,500', 62_500, 62.5],
    ['123.456', 123_456, 123.456],
    ['-1.234', -1234, -1.234],
    ['1.234 %', 1234, 1.234],
  ])('"%s" can be %d or %d, so it is neither', (typed, whole, decimal) => {
    expect(readDecimal(typed, '%')).toEqual({kind: 'ambiguous', whole, decimal});
  });

  test.each([
    'much',
    '6 0',
    '1e3',
    '5,',
    '5.',
    ',',
    '--3',
    '1.23.456',
    '1,2,3',
    '1.234.56',
    '1.2,3.4',
    '1,23.5',
    '12%3',
  ])('"%s" is no number', (typed) => {
    expect(readDecimal(typed, '%').kind).toBe('unreadable');
  });

  test('a number too long to be kept exactly is not read as another one', () => {
    expect(readDecimal('12345678901234567').kind).toBe('unreadable');
    expect(readDecimal('0.12345678901234567').kind).toBe('unreadable');
  });

  test.each(['', '  ', ' % '])('"%s" is empty', (typed) => {
    expect(readDecimal(typed, '%')).toEqual({kind: 'empty'});
  });

  test('what the page writes into a field it reads as the same number', () => {
    for (const value of [0, 60, 62.5, 1.234, 62.125, 999.999, 1234.567, 0.125, 1000, -4.25, -1.234]) {
      expect(readDecimal(writeDecimal(value))).toEqual({kind: 'number', value});
    }
  });

  test.each([
    [1e-7, '0.0000001'],
    [1.25e-8, '0.0000000125'],
    [-3.5e-10, '-0.00000000035'],
  ])('a number as small as %d has no exponent in its field', (value, text) => {
    expect(writeDecimal(value)).toBe(text);
    expect(readDecimal(text)).toEqual({kind: 'number', value});
  });
});
