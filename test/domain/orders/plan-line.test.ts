// From one line of a store order to a decision: every line that is not sent has a reason a merchant understands.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import type {FinancialStatus, StoreFulfilmentOrder} from '#domain/orders/store-order.ts';
import {blueShirt, daysAgo, minutesAgo, now} from '../builders.ts';
import {aFulfilmentOrder, type Case, decide} from './decide-line.ts';

test('a paid order of today can be sent, with everything the request needs', () => {
  expect(decide({})).toEqual({
    kind: 'sendable',
    article: blueShirt,
    properties: [],
    quantity: 1,
    wanted: 1,
    scheduled: 0,
    country: 'DE',
    province: null,
    address: null,
    zone: 'EU',
    warning: null,
    customer: {name: 'Ada Beispiel', email: 'ada@shopper.example'},
    customerName: 'Ada Beispiel',
    customerEmail: 'ada@shopper.example',
  });
});

/** In the order in which they are decided: of several reasons the first is given. */
const reasons: readonly [kind: string, code: string, Case, text: RegExp][] = [
  ['cancelled', 'order_cancelled', {order: {cancelledAt: now}}, /cancelled/],
  ['cancelled', 'line_removed', {line: {currentQuantity: 0}}, /removed or refunded/],
  ['cancelled', 'order_refunded', {order: {financialStatus: 'REFUNDED'}}, /refunded/],
  ['held', 'already_fulfilled', {line: {unfulfilledQuantity: 0}}, /already fulfilled/],
  ['blocked', 'variant_unknown', {article: null}, /variant/],
  ['blocked', 'nothing_to_ship', {line: {requiresShipping: false}}, /not a physical good/],
  ['held', 'other_delivery', {order: {fulfilmentOrders: [aFulfilmentOrder('OPEN', 1, 'PICK_UP')]}}, /collects this in/],
  [
    'blocked',
    'address_withheld',
    {order: {destination: null, destinationWithheld: true}},
    /withholds the delivery addr/,
  ],
  ['blocked', 'no_country', {order: {destination: null}}, /no delivery address/],
  ['blocked', 'destination_blocked', {order: {destination: {country: 'NO', province: null}}}, /Norway/],
  ['held', 'test_order', {order: {test: true}}, /test order/],
  [
    'held',
    'before_install',
    {installedAt: now},
    /before Piecewise was installed.*may have been sent.*supplier account/,
  ],
  ['held', 'too_old', {order: {createdAt: daysAgo(8)}}, /older than 7 days/],
  ['held', 'fulfilment_on_hold', {order: {fulfilmentOrders: [aFulfilmentOrder('ON_HOLD')]}}, /on hold/],
  ['waiting', 'not_routed', {order: {createdAt: minutesAgo(9), fulfilmentOrders: []}}, /not assigned this/],
  ['held', 'shipped_elsewhere', {order: {createdAt: minutesAgo(11), fulfilmentOrders: []}}, /another app may ship it/],
  ['waiting', 'not_paid', {order: {financialStatus: 'PENDING'}}, /pending/],
  ['held', 'risk', {order: {risk: {pending: false, recommendation: 'CANCEL'}}}, /fraud/],
  [
    'waiting',
    'risk_pending',
    {order: {createdAt: minutesAgo(6), risk: {pending: true, recommendation: 'NONE'}}},
    /fraud analysis .* is not there yet/,
  ],
  ['held', 'many_pieces', {line: {currentQuantity: 100, unfulfilledQuantity: 100}}, /has 100 pieces/],
  ['needs_details', 'name_missing', {order: {customer: {name: ' ', email: 'a@b.example'}}}, /name/],
  ['needs_details', 'email_missing', {order: {customer: {name: 'Ada', email: null}}}, /e-mail/],
  ['needs_details', 'email_missing', {order: {customer: {name: 'Ada', email: 'a@b.example,c@d'}}}, /not one valid/],
  ['waiting', 'sending_paused', {rules: {sendingPaused: true}}, /paused/],
];

describe('why a line is not sent', () => {
  test('what the store ships later waits; what was on hold and is fulfilled is not on hold any more', () => {
    const withOrders = (...fulfilmentOrders: readonly StoreFulfilmentOrder[]) => decide({order: {fulfilmentOrders}});
    expect(withOrders(aFulfilmentOrder('SCHEDULED'))).toMatchObject({
      kind: 'waiting',
      reason: {code: 'fulfilment_scheduled'},
    });
    expect(withOrders(aFulfilmentOrder('ON_HOLD', 0), aFulfilmentOrder('OPEN')).kind).toBe('sendable');
  });

  test.each(reasons)('%s: %s', (kind, code, given, text) => {
    expect(decide(given)).toEqual({kind, reason: {code, text: expect.stringMatching(text)}});
  });

  test.each<[string, string, Case]>([
    ['nothing_to_ship', 'a gift card', {line: {giftCard: true}}],
    ['no_country', 'an address without a country', {order: {destination: {country: null, province: null}}}],
    ['no_country', 'an address with a blank country', {order: {destination: {country: '', province: null}}}],
    ['destination_blocked', 'Jersey', {order: {destination: {country: 'GB', province: null, postcode: 'JE2 3AB'}}}],
    ['destination_held', 'Puerto Rico', {order: {destination: {country: 'US', province: null, postcode: '00901'}}}],
    ['destination_held', 'US forces', {order: {destination: {country: 'US', province: 'AE'}}}],
    ['risk', 'Shopify asks to investigate', {order: {risk: {pending: false, recommendation: 'INVESTIGATE'}}}],
    ['risk', 'advice while checks go on', {order: {risk: {pending: true, recommendation: 'CANCEL'}}}],
    [
      'name_missing',
      'a name of invisible characters',
      {order: {customer: {name: '\u200b\u3164', email: 'a@b.example'}}},
    ],
    ['email_missing', 'an invisible e-mail', {order: {customer: {name: 'Ada', email: '\u2060'}}}],
    ['name_missing', 'no name at all', {order: {customer: {name: null, email: 'a@b.example'}}}],
    ['email_missing', 'a blank e-mail', {order: {customer: {name: 'Ada', email: '  '}}}],
  ])('%s: %s', (code, _what, given) => {
    expect(decide(given)).toMatchObject({reason: {code}});
  });

  test('of two reasons the one that no later event can lift comes first', () => {
    for (const [index, [, code, first]] of reasons.entries()) {
      for (const [, other, second] of reasons.slice(index + 1)) {
        const both: Case = {
          order: {...second.order, ...first.order},
          line: {...second.line, ...first.line},
          rules: {...second.rules, ...first.rules},
          article: first.article === undefined && second.article === undefined ? blueShirt : null,
          installedAt: first.installedAt ?? second.installedAt ?? null,
        };
        // These two together say something of their own.
        const isFetched = code === 'already_fulfilled' && other === 'no_country';
        expect(decide(both)).toMatchObject({reason: {code: isFetched ? 'handed_over' : code}});
      }
    }
  });
});

describe('payment', () => {
  const unpaid: (FinancialStatus | null)[] = ['AUTHORIZED', 'EXPIRED', 'PARTIALLY_PAID', 'PENDING', 'VOIDED', null];
  test.each(unpaid)('%s waits and says so', (financialStatus) => {
    const said = financialStatus === null ? 'not stated' : financialStatus.toLowerCase().replaceAll('_', ' ');
    expect(decide({order: {financialStatus}})).toEqual({
      kind: 'waiting',
      reason: {code: 'not_paid', text: expect.stringContaining(said)},
    });
  });

  test.each<FinancialStatus>(['PAID', 'PARTIALLY_REFUNDED'])('%s is sent', (financialStatus) => {
    expect(decide({order: {financialStatus}}).kind).toBe('sendable');
  });
});

test('what was handed over in the store needs no decision, and a pick-up that waits there still does', () => {
  const unfulfilledQuantity = 0;
  const order = {destination: null};
  expect(decide({order, line: {unfulfilledQuantity}})).toMatchObject({
    kind: 'cancelled',
    reason: {code: 'handed_over'},
  });
  expect(decide({order})).toMatchObject({kind: 'blocked', reason: {code: 'no_country'}});
  expect(decide({line: {unfulfilledQuantity}})).toMatchObject({kind: 'held', reason: {code: 'already_fulfilled'}});
});

describe('what the merchant allows', () => {
  test('test orders, where sending them is switched on', () => {
    expect(decide({order: {test: true}, rules: {sendTestOrders: true}}).kind).toBe('sendable');
  });

  test('the store’s own e-mail stands in for a missing one, and only then', () => {
    const rules = {storeEmail: 'store@shop.example'};
    expect(decide({order: {customer: {name: 'Ada', email: ''}}, rules})).toMatchObject({
      customerEmail: 'store@shop.example',
    });
    expect(decide({rules})).toMatchObject({customerEmail: 'ada@shopper.example'});
  });
});

test('name and e-mail leave without control characters and half characters, from the store as typed', () => {
  const name = 'Ada\0\r\nBeispiel \ud83d';
  const customer = {name, email: 'ada@shopper.example\u0007'};
  const clean = {customerName: 'Ada Beispiel', customerEmail: 'ada@shopper.example'};
  expect(decide({order: {customer}})).toMatchObject(clean);
  const details = {...noOverrides.details, name, email: customer.email};
  expect(decide({order: {customer: {name: null, email: null}}}, {...noOverrides, details})).toMatchObject(clean);
});

test('an address with a warning is sent, with the warning', () => {
  expect(decide({order: {destination: {country: 'ES', province: 'GC'}}})).toMatchObject({
    kind: 'sendable',
    zone: 'EU',
    country: 'ES',
    warning: expect.stringContaining('VAT'),
  });
});

const quantities = fc.record({
  quantity: fc.nat(5),
  currentQuantity: fc.integer({min: -1, max: 5}),
  unfulfilledQuantity: fc.integer({min: -1, max: 5}),
});

test('the quantity is what is neither removed, refunded nor fulfilled, and never less than one', () => {
  fc.assert(
    fc.property(quantities, (line) => {
      const plan = decide({line});
      const {currentQuantity, unfulfilledQuantity} = line;
      if (currentQuantity <= 0) expect(plan).toMatchObject({reason: {code: 'line_removed'}});
      else if (unfulfilledQuantity <= 0) expect(plan).toMatchObject({reason: {code: 'already_fulfilled'}});
      else expect(plan).toMatchObject({quantity: Math.min(currentQuantity, unfulfilledQuantity)});
    }),
  );
});

test('whatever the order looks like: a whole sendable line, or a kind, a code and a sentence without personal data', () => {
  const orders = fc.record({
    cancelledAt: fc.constantFrom(null, null, now),
    test: fc.boolean(),
    createdAt: fc.constantFrom(minutesAgo(1), minutesAgo(60), daysAgo(30)),
    financialStatus: fc.constantFrom('PAID' as const, 'PENDING' as const, 'REFUNDED' as const, null),
    risk: fc.record({
      pending: fc.boolean(),
      recommendation: fc.constantFrom('ACCEPT' as const, 'CANCEL' as const, 'NONE' as const),
    }),
    customer: fc.record({
      name: fc.constantFrom('Ada Beispiel', ' ', null),
      email: fc.constantFrom('ada@shopper.example', '', null),
    }),
    destination: fc.option(
      fc.record({country: fc.constantFrom('DE', 'US', 'NO', '', null), province: fc.constantFrom('PR', null)}),
    ),
  });
  const article = fc.constantFrom(blueShirt, null);
  fc.assert(
    fc.property(orders, quantities, article, fc.boolean(), (order, line, chosen, sendingPaused) => {
      const plan = decide({order, line, article: chosen, rules: {sendingPaused}});
      if (plan.kind === 'sendable') {
        expect(plan.quantity).toBeGreaterThanOrEqual(1);
        expect(plan.customerName).toBe('Ada Beispiel');
        expect(plan.customerEmail).toBe('ada@shopper.example');
        return;
      }
      expect(plan.reason.code).toMatch(/^[a-z_]{4,30}$/);
      expect(plan.reason.text).toMatch(/^[A-Z].{10,200}\.$/);
      expect(plan.reason.text).not.toMatch(/Ada|shopper/);
    }),
    {numRuns: 300},
  );
});
