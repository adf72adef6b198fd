// Lists of own prices: what is pasted, what spreadsheets save, and what the app itself saved.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {toCsvLine} from '#domain/csv.ts';
import {mostLines} from '#domain/list-lines.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {ownPriceCell, ownPriceColumns, readOwnPriceList} from '#domain/pricing/own-prices/read-list.ts';
import {readCell} from '../../../web/pages/own-prices/read-cell.ts';
import {ownPrices} from '../arbitraries.ts';

const linesOf = (text: string) => {
  const list = readOwnPriceList(text);
  if ('refused' in list) throw new Error(list.refused);
  return list.lines;
};
const cellsOf = (text: string) => linesOf(text).map(({cells, fault}) => fault ?? [cells.article, cells.price]);

describe('a list of own prices', () => {
  test.each([
    ['A-1\t129.90', ['A-1', '129.90']],
    ['A-1;129,90', ['A-1', '129,90']],
    ['A-1,129.90', ['A-1', '129.90']],
    ['A-1  129,90', ['A-1', '129,90']],
    ['A-1 +45 %', ['A-1', '+45 %']],
    ['A-1;+45 %', ['A-1', '+45 %']],
    ['"A 1","129,90"', ['A 1', '129,90']],
    ["A-1\t'+45 %", ['A-1', '+45 %']],
    ["A-1\t'129.90", ['A-1', "'129.90"]],
    ['A-1', ['A-1', '']],
  ])('%s is an article and its price', (line, cells) => {
    expect(cellsOf(line)).toEqual([cells]);
  });

  test('says of a line with a comma too many how to write it', () => {
    expect(cellsOf('A-1,129,90')).toEqual([expect.stringMatching(/3 columns.*behind a semicolon/)]);
  });

  test('may name its columns, in any sequence, and others beside them', () => {
    expect(cellsOf('name;price or markup;Article\nShirt;129,90;A-1\n;45 %;A-2')).toEqual([
      ['A-1', '129,90'],
      ['A-2', '45 %'],
    ]);
  });

  test('has at most ten thousand lines', () => {
    const many = (count: number) => Array.from({length: count}, (_, at) => `A-${at} 1`).join('\n');
    expect(linesOf(many(mostLines))).toHaveLength(mostLines);
    expect(readOwnPriceList(many(mostLines + 1))).toEqual({refused: expect.stringMatching(/10001 lines/)});
  });

  test('that the app saved is read as the same prices, whatever they and the articles are called', () => {
    const anyOwn = ownPrices.filter((own): own is OwnPrice => own !== null);
    const ids = fc
      .string({minLength: 1, maxLength: 20})
      .filter((id) => id.trim() === id && !/[\r\n'\ufeff]/.test(id) && !id.includes(';'));
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, anyOwn), {minLength: 1, maxLength: 5}), (all) => {
        const file = [ownPriceColumns, ...all.map(([id, own]) => [id, ownPriceCell(own)])].map(toCsvLine).join('');
        const read = linesOf(`\ufeff${file}`).map(({cells}) => cells);
        expect(read.map(({article}) => article)).toEqual(all.map(([id]) => id));
        for (const [at, [, own]] of all.entries()) {
          const currency = own.kind === 'fixed' ? own.currency : 'EUR';
          if (own.kind === 'fixed' && own.amount >= 1e12) continue;
          expect(readCell(read[at]?.price ?? '', currency, null)).toEqual({kind: 'own', own});
        }
      }),
    );
  });
});

describe('a cell', () => {
  const fixed = (amount: number) => ({kind: 'own', own: {kind: 'fixed', amount, currency: 'EUR'}});
  test.each([
    ['129.90', fixed(129_90)],
    ['129,90 EUR', fixed(129_90)],
    ['eur 129', fixed(129_00)],
    ['1’299.50', fixed(1_299_50)],
    ['+45 %', {kind: 'own', own: {kind: 'markup', percent: 45}}],
    ['62,5%', {kind: 'own', own: {kind: 'markup', percent: 62.5}}],
    ['none', {kind: 'own', own: null}],
    [' None ', {kind: 'own', own: null}],
    ['–', {kind: 'own', own: null}],
    ['1.234', {kind: 'asks', whole: 1_234, decimal: 1.234}],
    ['1.234 %', {kind: 'asks', whole: 1_234, decimal: 1.234}],
  ])('“%s” is read as it is meant', (cell, reading) => {
    expect(readCell(cell, 'EUR', null)).toEqual(reading);
  });

  test('that can mean two numbers is read as the merchant says', () => {
    expect(readCell('1.234', 'EUR', 'whole')).toEqual(fixed(1_234_00));
    expect(readCell('1.234', 'EUR', 'decimal')).toEqual({kind: 'fault', text: 'Enter fewer decimals.'});
    expect(readCell('1.234', 'KWD', 'decimal')).toMatchObject({own: {amount: 1_234}});
    expect(readCell('129.90', 'EUR', 'whole')).toEqual(fixed(129_90));
  });

  test.each([
    ['', /gives no price.*write “none”/],
    ['none %', /./],
    ['none EUR', /./],
    ['+45', /such as \+45 %/],
    ['129.90 CHF', /sells in EUR/],
    ['cheap', /Enter a price/],
    ['abc', /Enter a price/],
    ['1 cup', /sells in EUR/],
    ['?', /Enter a price/],
    ['0', /above 0/],
    ['-5', /./],
    ['-5 %', /below cost/],
    ['1001 %', /at most 1000 %/],
    ['1.005,5 %', /at most 1000 %/],
    ['12.345,678', /fewer decimals/],
    ['99999999999999', /smaller price/],
  ])('“%s” is refused in words', (cell, text) => {
    expect(readCell(cell, 'EUR', null)).toEqual({kind: 'fault', text: expect.stringMatching(text)});
  });
});
