import fc from 'fast-check';
import {expect, test} from 'vitest';
import {planPlaces} from '#domain/supplier-places.ts';

test('a process alone holds what it wants, up to the limit', () => {
  expect(planPlaces({held: 0, wanted: 3}, [], 16)).toBe(3);
  expect(planPlaces({held: 0, wanted: 40}, [], 16)).toBe(16);
});

test('while another one lacks places, each uses an equal share', () => {
  const lacking = {held: 0, wanted: 10};
  expect(planPlaces({held: 16, wanted: 16}, [lacking], 16)).toBe(8);
  expect(planPlaces({held: 0, wanted: 10}, [{held: 12, wanted: 16}], 16)).toBe(4);
});

test('with more processes than places they take turns', () => {
  expect(planPlaces({held: 1, wanted: 5}, [{held: 0, wanted: 5}], 1)).toBe(0);
  expect(planPlaces({held: 0, wanted: 5}, [{held: 0, wanted: 5}], 1)).toBe(1);
});

test('however processes ask, start and finish, together they never hold more than the limit', () => {
  const step = fc.record({
    who: fc.nat({max: 4}),
    wanted: fc.nat({max: 30}),
    busy: fc.double({min: 0, max: 1, noNaN: true}),
  });
  fc.assert(
    fc.property(fc.integer({min: 1, max: 20}), fc.array(step, {maxLength: 60}), (limit, steps) => {
      const all = Array.from({length: 5}, () => ({held: 0, wanted: 0}));
      for (const {who, wanted, busy} of steps) {
        const held = all[who]?.held ?? 0;
        const inUse = Math.floor(held * busy);
        const others = all.filter((_, at) => at !== who);
        all[who] = {
          wanted: Math.max(wanted, inUse),
          held: Math.max(inUse, planPlaces({held, wanted: Math.max(wanted, inUse)}, others, limit)),
        };
        expect(all.reduce((sum, one) => sum + one.held, 0)).toBeLessThanOrEqual(limit);
      }
    }),
  );
});
