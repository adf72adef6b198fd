// Money told truthfully: every cent of ours is counted once, and refunds lower it.

import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {LineItemGid} from '#domain/ids.ts';
import {type OrderMoney, toOurLinesMoney} from '#domain/margins/margin.ts';
import {deliveryNotes, taxNote, toProductMargins, unservedCountries} from '#domain/margins/product-margin.ts';
import {zoneCodes, zones} from '#domain/orders/zone.ts';

const euro = {currency: 'EUR', perEuro: null};
const lineGid = (at: number) => LineItemGid.parse(`gid://shopify/LineItem/${at}`);
const cents = fc.integer({min: 0, max: 1_000_000});
const orders: fc.Arbitrary<OrderMoney> = fc.record({
  currency: fc.constant('EUR'),
  received: cents,
  refunded: cents,
  lines: fc
    .array(fc.record({pieces: fc.nat(9), net: cents, tax: cents}), {minLength: 1, maxLength: 8})
    .map((lines) => lines.map((line, at) => ({...line, gid: lineGid(at)}))),
  shipping: fc.record({net: cents, tax: cents}),
  refundedBeside: cents,
});
const all = ({lines}: OrderMoney) => new Set(lines.map(({gid}) => gid));

describe('what our lines bring', () => {
  test('is never more than the buyer paid, and nothing is negative', () => {
    fc.assert(
      fc.property(orders, fc.nat(8), (order, ours) => {
        const money = toOurLinesMoney(order, new Set([...all(order)].slice(0, ours)));
        for (const {revenue, paid} of [...money.lines.values(), money.goods, money.shipping]) {
          expect(revenue).toBeGreaterThanOrEqual(0);
          expect(paid).toBeGreaterThanOrEqual(revenue);
        }
      }),
    );
  });

  test('is all of it, shipping included, where every line is ours and nothing was given back beside', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const money = toOurLinesMoney({...order, refundedBeside: 0}, all(order));
        expect(money.goods.revenue).toBe(order.lines.reduce((sum, {net}) => sum + net, 0));
        expect(money.shipping).toEqual({revenue: order.shipping.net, paid: order.shipping.net + order.shipping.tax});
      }),
    );
  });

  test('ours and the others’ together are the whole, to the cent of rounding', () => {
    fc.assert(
      fc.property(orders, fc.nat(8), (order, count) => {
        const ours = new Set([...all(order)].slice(0, count));
        const theirs = new Set([...all(order)].slice(count));
        const [one, two] = [toOurLinesMoney(order, ours), toOurLinesMoney(order, theirs)];
        const whole = toOurLinesMoney(order, all(order));
        expect(Math.abs(one.goods.revenue + two.goods.revenue - whole.goods.revenue)).toBe(0);
        expect(Math.abs(one.shipping.revenue + two.shipping.revenue - whole.shipping.revenue)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('money given back without a line takes from every line by what was paid for it', () => {
    const order: OrderMoney = {
      currency: 'EUR',
      received: 8_000,
      refunded: 800,
      lines: [
        {gid: lineGid(1), pieces: 1, net: 6_000, tax: 0},
        {gid: lineGid(2), pieces: 1, net: 2_000, tax: 0},
      ],
      shipping: {net: 0, tax: 0},
      refundedBeside: 800,
    };
    expect(toOurLinesMoney(order, new Set([lineGid(1)])).goods.revenue).toBe(5_400);
  });

  test('of an order refunded in full nothing is left, the shipping included, whether its lines are refunded or not', () => {
    const order: OrderMoney = {
      currency: 'EUR',
      received: 8_690,
      refunded: 8_690,
      lines: [{gid: lineGid(1), pieces: 0, net: 0, tax: 0}],
      shipping: {net: 580, tax: 110},
      refundedBeside: 690,
    };
    const nothing = {revenue: 0, paid: 0};
    expect(toOurLinesMoney(order, all(order))).toMatchObject({goods: nothing, shipping: nothing});
    const kept = {...order, lines: [{gid: lineGid(1), pieces: 1, net: 7_000, tax: 1_000}], refundedBeside: 8_690};
    expect(toOurLinesMoney(kept, all(order))).toMatchObject({goods: nothing, shipping: nothing});
    const inPart = toOurLinesMoney({...order, refunded: 8_345, refundedBeside: 345}, all(order));
    expect(inPart.shipping).toEqual({revenue: 290, paid: 345});
  });
});

describe('the margin of a product', () => {
  const nothingElse = {payment: {percent: 0, fixed: 0}, shipping: null};
  const stock = {price: 2_000, shipping: {EU: {label: 'EU', fee: 1_500, transit: '4–6'}}};
  const margins = toProductMargins(5_950, stock, {...euro, ...nothingElse, vatPercent: 19, taxesIncluded: true});

  test('is told for every zone, for one piece and for three, with one fee each', () => {
    expect(margins.map(({zone}) => zone)).toEqual(zoneCodes);
    expect(margins[0]).toMatchObject({fee: 1_500, transit: '4–6', one: 5_000 - 2_000 - 1_500, three: 15_000 - 7_500});
    for (const margin of margins.slice(1)) {
      expect(margin).toMatchObject({fee: zones[margin.zone].fee, transit: zones[margin.zone].transit});
      expect((margin.three ?? 0) - (margin.one ?? 0)).toBe(6_000);
    }
  });

  test('is not told while the tax inside the price is not known', () => {
    const [first] = toProductMargins(5_950, stock, {...euro, ...nothingElse, vatPercent: null, taxesIncluded: true});
    expect(first).toMatchObject({one: null, three: null, fee: 1_500});
  });

  test('takes the home country’s VAT off for every destination, and says so', () => {
    const net = margins.map(({one, fee}) => (one ?? 0) + stock.price + (fee ?? 0));
    expect(new Set(net)).toEqual(new Set([5_000]));
    expect(taxNote({...euro, vatPercent: 19, taxesIncluded: true})).toBe(
      'Prices are taken to contain the home country’s VAT of 19 % for every destination. At the same price the margin is higher where no tax is due, and lower where the rate is higher.',
    );
    expect(taxNote({...euro, vatPercent: 8.1, taxesIncluded: true})).toContain('VAT of 8.1 %');
  });

  test.each([
    {vatPercent: 19, taxesIncluded: false},
    {vatPercent: 0, taxesIncluded: true},
    {vatPercent: null, taxesIncluded: true},
  ])('assumes nothing of tax where none is taken off: %o', (terms) => {
    expect(taxNote({...euro, ...terms})).toBeNull();
  });

  test('comes with what the document says of duties, and of Japan', () => {
    expect(deliveryNotes('US').join(' ')).toMatch(/Duties.*payable on delivery.*customs/s);
    expect(deliveryNotes('EU')).toEqual([]);
    expect(deliveryNotes('JP').join(' ')).toMatch(/statement on origin.*tariff only/s);
    expect(deliveryNotes('GB').join(' ')).not.toContain('origin');
  });

  test('names the countries a store sells to that the supplier does not serve', () => {
    expect(unservedCountries(['DE', 'NO', 'US', 'CH'])).toEqual(['Norway (NO)', 'Switzerland (CH)']);
  });
});
