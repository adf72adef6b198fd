// What becomes of one product when the merchant leaves, and how far leaving is.
import {describe, expect, it} from 'vitest';
import {countEffects, phaseOf, planProduct} from '#domain/departure/plan-departure.ts';

describe('what becomes of a product when the merchant leaves', () => {
  it.each([
    ['keep', true, true, 'stay'],
    ['keep', true, false, 'stay'],
    ['draft', true, true, 'draft'],
    ['draft', false, true, 'stay'],
    ['archive', true, false, 'archive'],
    ['archive', false, true, 'stay'],
    ['delete', true, true, 'delete'],
    ['delete', false, true, 'delete'],
    ['delete', true, false, 'draft'],
    ['delete', false, false, 'stay'],
  ] as const)('with %s (on sale: %s, made by the app: %s): %s', (choice, isOnSale, isMade, effect) => {
    expect(planProduct(choice, {isOnSale, isMade})).toBe(effect);
  });

  it('is counted before for all products', () => {
    const counts = {made: {onSale: 5, offSale: 2}, adopted: {onSale: 3, offSale: 1}};
    expect(countEffects('delete', counts)).toEqual({delete: 7, draft: 3, archive: 0, stay: 1});
    expect(countEffects('archive', counts)).toEqual({delete: 0, draft: 0, archive: 8, stay: 3});
    expect(countEffects('keep', counts)).toEqual({delete: 0, draft: 0, archive: 0, stay: 11});
  });
});

describe('leaving', () => {
  const ended = {isStopped: false, isRunOpen: false, isCompared: true, failed: 0, kept: ['off', 'off']} as const;
  it.each([
    ['done', {}],
    ['products', {isCompared: false, isRunOpen: true}],
    ['interrupted', {isCompared: false}],
    ['taking_back', {kept: ['off', 'working'], failed: 1}],
    ['incomplete', {failed: 1}],
    ['incomplete', {kept: ['stuck', 'off']}],
    ['stopping', {isStopped: true, isCompared: false, isRunOpen: true}],
    ['stopped', {isStopped: true, isCompared: false, isRunOpen: false}],
  ] as const)('is %s with %j', (phase, facts) => {
    expect(phaseOf({...ended, ...facts})).toBe(phase);
  });
});
