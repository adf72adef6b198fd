import {expect, test} from 'vitest';
import {isSingleUnit, nameOfUnit} from '#domain/words/units.ts';

test.each(['pc', 'Pcs.', 'Stück', 'pair', 'PAIRS', 'C62', ''])(
  '“%s” is no pack, so its quantity counts pieces',
  (unit) => {
    expect(nameOfUnit(unit)).toBeNull();
  },
);

test.each([
  ['pack', 'pack', 'packs'],
  ['PK', 'pack', 'packs'],
  ['Box', 'box', 'boxes'],
  ['set', 'set', 'sets'],
  ['dozen', 'dozen', 'dozen'],
  ['6-pack', '× 6-pack', '× 6-pack'],
  [' Karton ', '× Karton', '× Karton'],
])('“%s”: 1 %s, 2 %s', (unit, one, many) => {
  expect(isSingleUnit(unit)).toBe(false);
  expect(nameOfUnit(unit)).toEqual({one, many});
});
