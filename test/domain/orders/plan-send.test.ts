// The supplier's word just before sending: still offered, in this colour and size, at a price near the one it was sold on.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {StockReading} from '#domain/catalogue/article.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import type {ChosenArticle, OrderRules, SendableLine} from '#domain/orders/plan-dropship.ts';
import {planSend, type SupplierFacts} from '#domain/orders/plan-send.ts';
import {zoneCodes, zones} from '#domain/orders/zone.ts';
import {costs, percents, words} from '../arbitraries.ts';
import {aStockReading, blueShirt, orderRules} from '../builders.ts';

type Case = {
  article?: Partial<ChosenArticle>;
  sendable?: Partial<SendableLine>;
  stock?: Partial<StockReading>;
  facts?: Partial<SupplierFacts>;
  rules?: Partial<OrderRules>;
  overrides?: Partial<MerchantOverrides>;
};

const decide = ({article, sendable, stock, facts, rules, overrides}: Case = {}) =>
  planSend(
    {
      kind: 'sendable',
      article: {...blueShirt, ...article},
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
      ...sendable,
    },
    {listed: true, stock: aStockReading(stock), knownCost: 1_800, ...facts},
    {...orderRules, ...rules},
    {...noOverrides, ...overrides},
  );

test('what is offered as it was sold is sent, at today’s price and the zone’s fee', () => {
  expect(decide()).toEqual({
    kind: 'send',
    colour: 'Blue',
    size: 'M',
    words: {colour: {word: 'Blue', from: 'variant'}, size: {word: 'M', from: 'variant'}},
    price: 1_800,
    fee: 1_600,
  });
});

test('a floor is measured on the pieces that are sent: those the store fulfilled itself bring nothing here', () => {
  const rules = {marginFloor: 500};
  const facts = {revenue: 9_000, knownCost: null};
  const stock = {price: 2_500, shipping: {}};
  expect(decide({sendable: {quantity: 1, wanted: 3}, rules, facts, stock})).toMatchObject({
    kind: 'held',
    reason: {code: 'margin_below_floor', text: expect.stringContaining('−€11.00 are left')},
  });
  expect(decide({sendable: {quantity: 1, wanted: 1}, rules, facts, stock})).toMatchObject({kind: 'send'});
});

describe('an order beyond a limit of the merchant', () => {
  const stock = {price: 1_800, shipping: {EU: {label: 'EU', fee: 1_600, transit: ''}}};

  test('is held when its pieces and the shipping fee cost more than the limit, with what it costs', () => {
    const orderUpTo = (costLimit: number | null, quantity = 2) =>
      decide({stock, sendable: {quantity}, rules: {costLimit}});
    expect(orderUpTo(5_200)).toMatchObject({kind: 'send'});
    expect(orderUpTo(null, 1_000)).toMatchObject({kind: 'send'});
    expect(orderUpTo(5_199)).toMatchObject({
      kind: 'held',
      reason: {code: 'cost_above_limit', text: expect.stringContaining('charges €52.00')},
      price: 1_800,
      fee: 1_600,
    });
  });

  test('is sent all the same once the merchant has overruled that', () => {
    const rules = {costLimit: 0};
    expect(decide({stock, rules, overrides: {approved: ['cost_above_limit']}})).toMatchObject({kind: 'send'});
    expect(decide({stock, rules, overrides: {approved: ['not_paid']}})).toMatchObject({kind: 'held'});
  });
});

describe('a merchant who is asked before each order', () => {
  const rules = {approveEach: true};

  test('is asked with price and fee, and for other reasons first', () => {
    expect(decide({rules})).toMatchObject({
      kind: 'held',
      reason: {code: 'approval_asked'},
      price: 1_800,
      fee: 1_600,
    });
    expect(decide({rules: {...rules, costLimit: 0}})).toMatchObject({reason: {code: 'cost_above_limit'}});
    expect(decide({rules, facts: {listed: false}})).toMatchObject({reason: {code: 'not_listed'}});
  });

  test('has said yes by that, or by overruling what the order costs, and by nothing else', () => {
    const withLimit = {...rules, costLimit: 0};
    expect(decide({rules, overrides: {approved: ['approval_asked']}})).toMatchObject({kind: 'send'});
    expect(decide({rules: withLimit})).toMatchObject({covers: ['approval_asked']});
    expect(decide({rules: {costLimit: 0}})).not.toHaveProperty('covers');
    expect(decide({rules, overrides: {approved: ['delayed', 'not_paid']}})).toMatchObject({kind: 'held'});
  });
});

describe('no longer offered', () => {
  test('not on the list: blocked', () => {
    expect(decide({facts: {listed: false}})).toMatchObject({kind: 'blocked', reason: {code: 'not_listed'}});
  });

  test('on the list, but the supplier does not answer for it: waits', () => {
    expect(decide({facts: {stock: null}})).toMatchObject({kind: 'waiting', reason: {code: 'stock_refused'}});
  });

  test.each(['colour', 'size'] as const)('the %s that was sold is no longer stated: blocked, named', (what) => {
    expect(decide({article: {[what]: 'Ochre'}})).toEqual({
      kind: 'blocked',
      reason: {code: `${what}_gone`, text: expect.stringContaining('"Ochre"')},
    });
  });
});

describe('price guard', () => {
  test.each<[cost: number, guard: number, price: number, kind: string]>([
    [1_800, 10, 1_980, 'send'],
    [1_800, 10, 1_981, 'held'],
    [1_800, 0, 1_800, 'send'],
    [1_800, 0, 1_801, 'held'],
    // 100 * 1.15 is 114.99999999999999 to a computer that counts in binary fractions.
    [100, 15, 115, 'send'],
    [100, 15, 116, 'held'],
    [200, 15, 230, 'send'],
    [1_000, 12.5, 1_125, 'send'],
    [1_000, 12.5, 1_126, 'held'],
    [1_800, 10, 1, 'send'],
  ])(
    'sold on a cost of %s with a guard of %s per cent: at %s it is %s',
    (knownCost, priceGuardPercent, price, kind) => {
      const plan = decide({stock: {price}, facts: {knownCost}, rules: {priceGuardPercent}});
      expect(plan.kind).toBe(kind);
      if (plan.kind !== 'send') expect(plan.reason.code).toBe('price_rose');
    },
  );

  test('a price exactly at the guard is inside it, for any cost and guard', () => {
    fc.assert(
      fc.property(costs, percents(100), (knownCost, priceGuardPercent) => {
        const highest = Number((BigInt(knownCost) * BigInt(10_000 + Math.round(priceGuardPercent * 100))) / 10_000n);
        const at = (price: number) => decide({stock: {price}, facts: {knownCost}, rules: {priceGuardPercent}}).kind;
        expect([at(highest), at(highest + 1)]).toEqual(['send', 'held']);
      }),
    );
  });

  test.each([0, -1, Number.NaN, 18.5])('a price of %d is none: held', (price) => {
    expect(decide({stock: {price}})).toMatchObject({kind: 'held', reason: {code: 'price_invalid'}});
  });

  test('a product never priced by us has no guard', () => {
    expect(decide({stock: {price: 99_999}, facts: {knownCost: null}}).kind).toBe('send');
  });
});

describe('fee', () => {
  test.each(zoneCodes)('%s: the table’s fee where a=stock does not state the zone', (zone) => {
    expect(decide({sendable: {zone}})).toMatchObject({fee: zones[zone].fee});
  });

  test('what a=stock states for the zone counts', () => {
    const shipping = {GB: {label: 'UK', fee: 2_750, transit: '4–6'}, EU: {label: 'EU', fee: 0, transit: '5–7'}};
    expect(decide({sendable: {zone: 'GB'}, stock: {shipping}})).toMatchObject({fee: 2_750});
    expect(decide({stock: {shipping}})).toMatchObject({fee: 0});
  });

  test('a negative fee is not believed', () => {
    expect(decide({stock: {shipping: {EU: {label: 'EU', fee: -500, transit: ''}}}})).toMatchObject({fee: 1_600});
  });
});

describe('the word that is sent', () => {
  test.each<[sold: string | null, stated: string[], standing: string | null, sent: string]>([
    ['Blue', ['Red', 'Blue'], null, 'Blue'],
    ['blue ', ['Red', 'BLUE'], null, 'BLUE'],
    ['blue', ['BLUE', 'blue'], null, 'blue'],
    [null, ['Only'], null, 'Only'],
    [null, ['Only'], 'as pictured', 'Only'],
    ['Blue', [], null, 'Blue'],
    ['Blue', [], 'as pictured', 'Blue'],
    [null, [], 'as pictured', 'as pictured'],
    [null, ['Red', 'AS PICTURED'], 'as pictured', 'AS PICTURED'],
  ])('sold as %j, stated %j, standing answer %j: sends %j', (sold, stated, standing, sent) => {
    const inColour = decide({article: {colour: sold}, stock: {colours: stated}, rules: {standingColour: standing}});
    expect(inColour).toMatchObject({kind: 'send', colour: sent});
    const inSize = decide({article: {size: sold}, stock: {sizes: stated}, rules: {standingSize: standing}});
    expect(inSize).toMatchObject({kind: 'send', size: sent});
  });

  test.each<[stated: string[], standing: string | null]>([
    [[], null],
    [['Red', 'Blue'], null],
    [['Red', 'Blue'], 'as pictured'],
  ])('stated %j and standing answer %j: the merchant is asked', (stated, standing) => {
    const plan = decide({
      article: {colour: null},
      stock: {colours: stated},
      rules: {standingColour: standing},
    });
    expect(plan).toMatchObject({kind: 'needs_details', reason: {code: 'colour_missing'}});
    for (const word of stated) expect(plan).toMatchObject({reason: {text: expect.stringContaining(word)}});
  });

  test('the standing answer for sizes never answers for colours', () => {
    const nothing = {colours: [], sizes: []};
    const rules = {standingSize: 'one size'};
    expect(decide({article: {colour: null, size: null}, stock: nothing, rules})).toMatchObject({
      reason: {code: 'colour_missing'},
    });
  });

  test('is one the supplier states, or free text where it states none; else nothing is sent', () => {
    const sold = fc.option(fc.constantFrom('Blau', 'Rot', 'XS', 'unheard of'));
    const standing = fc.option(fc.constantFrom('one size', 'as pictured'));
    fc.assert(
      fc.property(sold, sold, words, words, standing, (colour, size, colours, sizes, answer) => {
        const stated = {colours: colours.filter((word) => word.trim()), sizes: sizes.filter((word) => word.trim())};
        const rules = {standingColour: answer, standingSize: answer};
        const plan = decide({article: {colour, size}, stock: stated, rules});
        if (plan.kind !== 'send') {
          expect(plan.reason.code).toMatch(/^(colour|size)_(missing|gone)$/);
          expect(plan.reason.text).toMatch(/\S.{10,}/s);
          return;
        }
        if (stated.colours.length > 0) expect(stated.colours).toContain(plan.colour);
        else expect([colour, answer]).toContain(plan.colour);
        if (stated.sizes.length > 0) expect(stated.sizes).toContain(plan.size);
        else expect([size, answer]).toContain(plan.size);
        expect(plan.colour.trim() && plan.size.trim()).toBeTruthy();
      }),
    );
  });
});
