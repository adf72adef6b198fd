// What the catalogue's texts propose for sizes and colours, and which of it can mean only one thing.
import {expect, test} from 'vitest';
import {proposeColours, proposeSizes} from '#domain/options/proposals.ts';

const sure = (...words: string[]) => ({words, isSure: true});
const unclear = (...words: string[]) => ({words, isSure: false});

test.each([
  ['One size', sure('One size')],
  ['42', sure('42')],
  ['S–XXL', sure('S', 'M', 'L', 'XL', 'XXL')],
  ['XS - L', sure('XS', 'S', 'M', 'L')],
  ['S, M, L', sure('S', 'M', 'L')],
  ['s;m', sure('S', 'M')],
])('the size text “%s” has one meaning', (text, proposal) => {
  expect(proposeSizes(text, 'Shirts', 'pc')).toEqual(proposal);
});

test.each([
  ['36-40', unclear('36', '38', '40')],
  ['44–54', unclear('44', '46', '48', '50', '52', '54')],
  ['S/M or L', unclear('S', 'M', 'L')],
  ['S/M', unclear('S', 'M')],
  ['S/M, L/XL', unclear('S', 'M', 'L', 'XL')],
  ['M-L', unclear('M', 'L')],
  ['S M L', unclear('S', 'M', 'L')],
  ['38, 40, 42', unclear('38', '40', '42')],
  ['42,43', unclear('42', '43')],
  ['W30-W31', unclear('W30', 'W31')],
])('the size text “%s” can mean two things, and is only to be looked at', (text, proposal) => {
  expect(proposeSizes(text, 'Shirts', 'pc')).toEqual(proposal);
});

test.each([
  '',
  'ask us',
  'size run 2-4-4-2, no single sizes',
  'box of 10, sizes mixed',
  'S to XL',
  'XL-S',
  '1x S, 2x M',
])('the size text “%s” proposes nothing that an order could carry', (text) => {
  expect(proposeSizes(text, 'Shirts', 'pc')).toBeNull();
});

test('what is sold in packs has no size of its own', () => {
  expect(proposeSizes('S, M, L', 'Shirts', 'pack')).toBeNull();
  expect(proposeSizes('One size', 'Shirts', 'box')).toBeNull();
});

test('shoes go up in single steps, which does not make a run of numbers sure', () => {
  expect(proposeSizes('36-40', 'Shoes', 'pair')).toEqual(unclear('36', '37', '38', '39', '40'));
});

test.each([
  [['Navy', 'Off white'], sure('Navy', 'Off white')],
  [['Black'], sure('Black')],
  [['Black/White', 'Red'], unclear('Black/White', 'Red')],
  [['Red or blue'], unclear('Red or blue')],
  [['Mixed'], unclear('Mixed')],
  [[' ', ''], null],
  [[], null],
])('the colours %j', (colours, proposal) => {
  expect(proposeColours(colours)).toEqual(proposal);
});
