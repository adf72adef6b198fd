import {expect, it} from 'vitest';
import {mapInSlices, sliceSize} from '../../server/db/catalogue/in-slices.ts';
import {countPerTurn} from '../support/turns.ts';

it('work over many items keeps their order and lets the event loop go on after each slice', async () => {
  const items = Array.from({length: 10 * sliceSize + 1}, (_, at) => at);
  const counted = countPerTurn();
  const results = await mapInSlices(items, (item) => {
    counted.count();
    return 2 * item;
  });
  expect(results).toEqual(items.map((item) => 2 * item));
  expect(counted.end()).toEqual({total: items.length, most: sliceSize});
});

it('work over nothing is nothing', async () => {
  expect(await mapInSlices([], () => 1)).toEqual([]);
});
