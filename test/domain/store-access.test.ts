// What a store lets the app see and do, decided from what Shopify states.
import {describe, expect, test} from 'vitest';
import {findBuyerDataReason, missingScopes} from '#domain/store-access.ts';

describe('permissions that a store has not granted', () => {
  test.each([
    ['', '', []],
    ['read_orders', 'read_orders', []],
    ['read_orders', 'read_orders,read_shipping', ['read_shipping']],
    ['write_products', 'read_products,write_products', []],
    ['read_products', 'read_products,write_products', ['write_products']],
    ['read_orders,read_all_orders', 'read_orders', []],
  ])('granted "%s" of "%s"', (granted, wanted, missing) => {
    expect(missingScopes(granted, wanted)).toEqual(missing);
  });
});

describe('why buyers’ data is withheld', () => {
  const custom = (plan: string) => ({plan, isCustomApp: true});
  const listed = (plan: string) => ({plan, isCustomApp: false});

  test('an order that shows it settles it, on any plan', () => {
    for (const store of [custom('Basic'), custom('Plus'), listed('Basic')])
      expect(findBuyerDataReason('shown', store)).toBeNull();
  });

  test('a refusal that names the plan is about the plan; another one is about it only where the plan is too small', () => {
    expect(findBuyerDataReason('by_plan', listed('Grow'))).toBe('plan');
    expect(findBuyerDataReason('refused', custom('Starter'))).toBe('plan');
    expect(findBuyerDataReason('refused', custom('Grow'))).toBe('approval');
    expect(findBuyerDataReason('refused', listed('Basic'))).toBe('approval');
  });

  test('before the first order only a custom app on a small plan is warned of; a development store shows everything', () => {
    expect(findBuyerDataReason('nothing', custom('Basic'))).toBe('plan_expected');
    for (const store of [custom('Basic (development)'), custom('Grow'), listed('Basic')]) {
      expect(findBuyerDataReason('nothing', store)).toBeNull();
    }
  });
});
