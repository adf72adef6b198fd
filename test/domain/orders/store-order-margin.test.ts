// What a store order leaves: revenue stands against what it costs to serve, three dropship orders show three fees, and what
// whose cost was not counted is left out and named.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {toStoreCurrency} from '#domain/margins/margin.ts';
import {type DropshipMoney, leftOutText, losesMoney, toStoreOrderMargin} from '#domain/margins/store-order-margin.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

const euro = {currency: 'EUR', perEuro: null};
const sent = {
  state: 'awaiting_payment',
  quantity: 1,
  pieces: 1,
  revenue: 4_000,
  paid: null,
  price: 2_000,
  fee: 1_600,
} as const;
const noFees = {percent: 0, fixed: 0};
const earned = (orders: readonly DropshipMoney[], shipping = 0) => ({
  revenue: orders.reduce((sum, {revenue}) => sum + (revenue ?? 0), 0),
  shipping,
  shippingPaid: shipping,
});
const marginOf = (orders: readonly DropshipMoney[], shipping = 0) =>
  toStoreOrderMargin(earned(orders, shipping), orders, euro, noFees);

describe('the margin of a store order', () => {
  test('three articles are three fees', () => {
    expect(marginOf([sent, sent, sent], 1_000)).toEqual({
      revenue: 12_000,
      shipping: 1_000,
      tax: 0,
      payment: 0,
      cost: 6_000,
      fees: 4_800,
      feesCharged: 3,
      margin: 2_200,
      marginPercent: 16.92,
      unknown: 0,
      leftOut: [],
    });
  });

  test('the tax really charged is no revenue, and payment fees are of all that the buyer pays', () => {
    const taxed = {...sent, revenue: 4_000, paid: 4_800};
    const orders = [taxed, {...taxed, state: 'dismissed' as const}];
    const order = {revenue: 8_000, shipping: 1_000, shippingPaid: 1_200};
    const margin = toStoreOrderMargin(order, orders, euro, {percent: 2, fixed: 30});
    // Half of it is counted: 40.00 and 5.00 without tax, 9.00 tax, and 2 % of 54.00 and 0.30 for the payment.
    expect(margin).toMatchObject({revenue: 4_000, shipping: 500, tax: 900, payment: 138, margin: 4_500 - 3_600 - 138});
    const gone = toStoreOrderMargin(
      order,
      orders.map((one) => ({...one, state: 'cancelled' as const})),
      euro,
      {percent: 2, fixed: 30},
    );
    expect(gone).toMatchObject({revenue: 0, shipping: 0, tax: 0, payment: 0, margin: 0, marginPercent: null});
  });

  test('three pieces of one article are one fee', () => {
    const three = {...sent, quantity: 3, pieces: 3, revenue: 9_000};
    expect(marginOf([three])).toMatchObject({fees: 1_600, margin: 1_400, leftOut: []});
  });

  test.each([
    ['refunded', 'refunded'],
    ['dismissed', 'dismissed'],
    ['cancelled', 'cancelled'],
  ] as const)(
    'what is %s costs nothing and brings nothing, with its part of the shipping, and it is said',
    (state, why) => {
      const margin = marginOf([sent, {...sent, state}], 1_000);
      expect(margin).toMatchObject({
        revenue: 4_000,
        shipping: 500,
        feesCharged: 1,
        margin: 900,
        leftOut: [{why, orders: 1, amount: 4_500}],
      });
      expect(leftOutText({why, orders: 1, amount: 4_500})).toMatch(/^[\p{Lu}\d].+\.$/u);
      expect(leftOutText({why, orders: 2, amount: 4_500})).toMatch(/^[\p{Lu}\d].+\.$/u);
    },
  );

  test('an order that the supplier refunded whole leaves nothing, and no profit', () => {
    const margin = marginOf([{...sent, state: 'refunded', revenue: 9_000}], 1_000);
    expect(margin).toMatchObject({revenue: 0, shipping: 0, cost: 0, margin: 0, leftOut: [{amount: 10_000}]});
  });

  test('an order cancelled before anything was sent leaves nothing, also where the store still names its shipping', () => {
    const orders = [{...sent, state: 'cancelled' as const, revenue: 0, paid: 0}];
    const margin = toStoreOrderMargin({revenue: 0, shipping: 2_101, shippingPaid: 2_500}, orders, euro, {
      percent: 2,
      fixed: 30,
    });
    const leftOut = [{why: 'cancelled', orders: 1, amount: 2_101}];
    expect(margin).toMatchObject({revenue: 0, shipping: 0, tax: 0, payment: 0, margin: 0, leftOut});
    const noneLeft = {...sent, quantity: 0, revenue: 0};
    expect(marginOf([noneLeft], 1_000)).toMatchObject({shipping: 0, margin: 0, leftOut: [{why: 'not_sent'}]});
    expect(marginOf([...orders, sent], 1_000), 'what is sent has it').toMatchObject({shipping: 1_000, leftOut: []});
  });

  test('what the buyer has got back already is not left out: it is not there', () => {
    expect(marginOf([sent, {...sent, state: 'refunded', revenue: 0}]).leftOut).toEqual([]);
  });

  test('of what the supplier refunded nothing is said to do: the buyer may have got it back since', () => {
    expect(leftOutText({why: 'refunded', orders: 1, amount: 1})).not.toMatch(/refund the buyer|place/);
  });

  test('of a line the store serves in part only the pieces sent count', () => {
    const part = {...sent, quantity: 1, pieces: 3, revenue: 9_000, price: 2_500};
    expect(marginOf([part])).toMatchObject({
      revenue: 3_000,
      margin: 3_000 - 2_500 - 1_600,
      leftOut: [{why: 'not_sent', orders: 1, amount: 6_000}],
    });
    const served = {...part, quantity: 0};
    expect(marginOf([served])).toMatchObject({feesCharged: 0, margin: 0, leftOut: [{why: 'not_sent', amount: 9_000}]});
  });

  test('nothing is lost: what counts and what is left out are the whole, and nothing is negative', () => {
    const order = fc.record({
      state: fc.constantFrom(...dropshipStates),
      quantity: fc.nat(4),
      pieces: fc.nat(4),
      revenue: fc.option(fc.nat(100_000)),
      paid: fc.constant(null),
      price: fc.option(fc.nat(10_000)),
      fee: fc.option(fc.nat(4_000)),
    });
    fc.assert(
      fc.property(fc.array(order, {minLength: 1, maxLength: 6}), fc.nat(5_000), (orders, shipping) => {
        const {revenue, shipping: counted, leftOut} = marginOf(orders, shipping);
        const out = leftOut.reduce((sum, {amount}) => sum + amount, 0);
        expect(revenue + counted + out).toBe(earned(orders).revenue + shipping);
        for (const amount of [revenue, counted, ...leftOut.map((one) => one.amount)]) {
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('what is not known yet is said to be unknown', () => {
    expect(marginOf([{...sent, price: null}])).toMatchObject({unknown: 1, feesCharged: 0});
  });

  test('in another currency there is none without a rate', () => {
    const pounds = {currency: 'GBP', perEuro: null};
    expect(toStoreOrderMargin(earned([sent]), [sent], pounds, noFees)).toMatchObject({
      cost: null,
      fees: null,
      margin: null,
    });
    expect(toStoreCurrency(2_000, {currency: 'GBP', perEuro: 0.85})).toBe(1_700);
    expect(toStoreCurrency(2_000, {currency: 'JPY', perEuro: 160.5})).toBe(3_210);
  });
});

test.each([
  [-1, 0, true],
  [-1, 2, true],
  [0, 0, false],
  [500, 0, false],
  [500, 1, null],
  [null, 0, null],
] as const)('a margin of %j with %i costs unknown: loses money is %j', (margin, unknown, loses) => {
  expect(losesMoney({margin, unknown})).toBe(loses);
});
