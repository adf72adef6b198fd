// A price of the merchant's own for one article: it wins over the price rules, and is guarded like any price.
import {describe, expect, test} from 'vitest';
import type {z} from 'zod';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {euroStore, usualPricing} from '../builders.ts';

type Pricing = Partial<z.input<typeof PricingSettings>>;

const fixed = (amount: number, currency = 'EUR'): OwnPrice => ({kind: 'fixed', amount, currency});
const markup = (percent: number): OwnPrice => ({kind: 'markup', percent});

function pricedWith(
  ownPrice: OwnPrice | null,
  {
    cost = 1_000,
    rrp = null,
    store = euroStore,
    ...given
  }: Pricing & {cost?: number; rrp?: number | null; store?: PriceStore},
) {
  const pricing = PricingSettings.parse({...usualPricing(), vatPercent: 20, ...given});
  return toPrice(cost, rrp, {brand: 'Nordwind', category: 'Shirts', ownPrice}, pricing, store);
}

const rules = [{id: 'shirts', categories: ['Shirts'], markupPercent: 100, addOn: 300}];
const rounding = [{currency: 'EUR', endings: [95], step: 100}];

describe('a fixed price', () => {
  test('is what the shopper sees: no rule, added amount, carried fee, tax or ending changes it', () => {
    const priced = pricedWith(fixed(4_321), {rules, rounding, addOn: 500, carryZone: 'EU'});
    expect(priced).toMatchObject({kind: 'price', price: 4_321});
    expect(priced.trace.map(({step}) => step)).toEqual(['supplier', 'own_price']);
  });

  test('stays where the supplier’s cost, the markup or the tax changes', () => {
    for (const change of [{cost: 1_500}, {markupPercent: 300}, {vatPercent: 8}]) {
      expect(pricedWith(fixed(4_321), change)).toMatchObject({price: 4_321});
    }
  });

  test('below cost without its tax makes a draft, and one cent more is sold', () => {
    expect(pricedWith(fixed(1_199), {})).toMatchObject({kind: 'draft', code: 'below_cost'});
    expect(pricedWith(fixed(1_200), {})).toMatchObject({kind: 'price', price: 1_200, marginPercent: 0});
  });

  test('below the lowest margin makes a draft; a fee that prices carry counts as a cost of it', () => {
    expect(pricedWith(fixed(1_499), {floorMarginPercent: 20})).toMatchObject({kind: 'draft', code: 'below_floor'});
    expect(pricedWith(fixed(1_500), {floorMarginPercent: 20})).toMatchObject({kind: 'price'});
    expect(pricedWith(fixed(1_500), {floorMarginPercent: 20, carryZone: 'EU'})).toMatchObject({code: 'below_floor'});
  });

  test('above the recommended price is lowered to it where the settings cap prices, and only there', () => {
    expect(pricedWith(fixed(9_900), {rrp: 8_000, capAtRrp: true})).toMatchObject({price: 8_000});
    expect(pricedWith(fixed(9_900), {rrp: 8_000})).toMatchObject({price: 9_900, compareAt: null});
    expect(pricedWith(fixed(7_000), {rrp: 8_000, capAtRrp: true})).toMatchObject({price: 7_000, compareAt: 8_000});
  });

  test('too large to be believed makes a draft', () => {
    expect(pricedWith(fixed(2_000_000_000), {})).toMatchObject({kind: 'price'});
    expect(pricedWith(fixed(2_000_000_001), {})).toMatchObject({kind: 'draft', code: 'price_invalid'});
  });

  test('in another currency than the store’s is neither taken for one of it nor replaced by a rule’s: it makes a draft', () => {
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-02'};
    const store = {currency: 'CHF', taxesIncluded: true};
    expect(pricedWith(fixed(4_321, 'EUR'), {rate, store})).toMatchObject({
      kind: 'draft',
      code: 'price_invalid',
      reason: 'Its own price was set in EUR, and the store sells in CHF: set it again.',
    });
    expect(pricedWith(fixed(4_321, 'CHF'), {rate, store})).toMatchObject({kind: 'price', price: 4_321, cost: 950});
  });

  test('is no price without the rate or the tax with which its cost is compared', () => {
    expect(pricedWith(fixed(4_321), {vatPercent: null})).toMatchObject({code: 'vat_missing'});
    expect(pricedWith(fixed(4_321, 'CHF'), {store: {currency: 'CHF', taxesIncluded: true}})).toMatchObject({
      code: 'no_rate',
    });
  });
});

describe('an own markup', () => {
  test('takes the place of the markup alone: what a rule adds, the tax and the ending stay', () => {
    const priced = pricedWith(markup(45), {rules, rounding});
    // 10.00 + 45 % + 3.00 is 17.50, with 20 % tax 21.00, raised to 21.95.
    expect(priced).toMatchObject({kind: 'price', price: 2_195});
    expect(priced.trace.map(({step}) => step)).toEqual(['supplier', 'rule', 'own_markup', 'add_on', 'tax', 'rounding']);
  });

  test('follows the cost, also of none at all', () => {
    expect(pricedWith(markup(0), {rules: []})).toMatchObject({price: 1_200});
    expect(pricedWith(markup(12.5), {cost: 2_000})).toMatchObject({price: 2_700});
  });

  test('is guarded by the lowest margin and the recommended price', () => {
    expect(pricedWith(markup(10), {floorMarginPercent: 20})).toMatchObject({code: 'below_floor'});
    expect(pricedWith(markup(300), {rrp: 2_000, capAtRrp: true})).toMatchObject({price: 2_000});
  });
});
