// The merchant's decision in the plan, flags after sending, and the note on the order in the store.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import {planLine} from '#domain/orders/plan-dropship.ts';
import {planSend} from '#domain/orders/plan-send.ts';
import {overrulableCodes} from '#domain/orders/reasons.ts';
import {type DropshipOrderToNote, orderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {aLine, anOrder, aStockReading, blueShirt, now, orderRules} from '../builders.ts';
import {decide} from './decide-line.ts';

const all = {...noOverrides, approved: overrulableCodes};

describe('the merchant’s decision', () => {
  test('passes over every reason that may be overruled at once', () => {
    const order = anOrder({
      test: true,
      createdAt: new Date(now.getTime() - 30 * 86_400_000),
      financialStatus: 'PENDING',
      risk: {pending: true, recommendation: 'CANCEL'},
      destination: {country: 'US', province: 'PR'},
    });
    const line = aLine({currentQuantity: 2, unfulfilledQuantity: 0});
    const rules = {...orderRules, delayMinutes: 2_880 * 30};
    expect(planLine(order, line, blueShirt, rules, now, all)).toMatchObject({
      kind: 'sendable',
      zone: 'US',
      quantity: 2,
      warning: expect.stringContaining('PR'),
    });
  });

  test.each([
    ['order_cancelled', {order: {cancelledAt: now}}],
    ['destination_blocked', {order: {destination: {country: 'CH', province: null}}}],
    ['no_country', {order: {destination: null}}],
    ['nothing_to_ship', {line: {giftCard: true}}],
  ])('does not change %s', (code, {order = {}, line = {}}: {order?: object; line?: object}) => {
    const plan = planLine(anOrder(order), aLine(line), blueShirt, orderRules, now, all);
    expect(plan).toMatchObject({reason: {code}});
  });

  test('a standing answer for the article comes before that of its category, and both before the shop’s', () => {
    const sendable = planLine(anOrder(), aLine(), {...blueShirt, colour: null, size: null}, orderRules, now);
    if (sendable.kind !== 'sendable') throw new Error('the usual order can be sent');
    const answer = {articleId: null, category: null, colour: null, size: null};
    const rules = {
      ...orderRules,
      standingColour: 'as pictured',
      standingSize: 'one size',
      standingAnswers: [
        {...answer, category: 'shirts', colour: 'any', size: 'M'},
        {...answer, articleId: blueShirt.articleId, colour: 'white'},
      ],
    };
    const facts = {listed: true, stock: aStockReading({colours: [], sizes: []}), knownCost: null};
    const inCategory = (category: string) =>
      planSend(sendable, {...facts, texts: {category, sizes: '', unit: 'pc', defined: null}}, rules);
    expect(inCategory('Shirts')).toMatchObject({colour: 'white', size: 'M'});
    expect(inCategory('Bags')).toMatchObject({colour: 'white', size: 'one size'});
  });

  test('a price that rose is agreed to as it was, and held again when it rises further', () => {
    const sendable = planLine(anOrder(), aLine(), blueShirt, orderRules, now);
    if (sendable.kind !== 'sendable') throw new Error('the usual order can be sent');
    const at = (price: number, approvedPrice: number | null) =>
      planSend(sendable, {listed: true, stock: aStockReading({price}), knownCost: 1_000}, orderRules, {
        ...all,
        approvedPrice,
      });
    expect(at(1_120, null)).toMatchObject({kind: 'held', reason: {code: 'price_rose'}, price: 1_120, fee: 1_600});
    expect(at(1_120, 1_120)).toMatchObject({kind: 'send', price: 1_120});
    expect(at(1_121, 1_120)).toMatchObject({kind: 'held', reason: {code: 'price_rose'}, price: 1_121});
    expect(at(6_000, 1_120)).toMatchObject({kind: 'held', reason: {text: expect.stringContaining('€60.00')}});
  });

  test('what is left after the fee decides, to the cent', () => {
    const sendable = planLine(anOrder(), aLine(), blueShirt, orderRules, now);
    if (sendable.kind !== 'sendable') throw new Error('the usual order can be sent');
    const stock = aStockReading();
    const facts = {listed: true, stock, knownCost: null, revenue: stock.price + 1_600 + 500};
    expect(planSend(sendable, facts, {...orderRules, marginFloor: 500})).toMatchObject({kind: 'send'});
    const held = planSend(sendable, facts, {...orderRules, marginFloor: 501});
    expect(held).toMatchObject({kind: 'held', reason: {code: 'margin_below_floor'}});
    const unknown = {...facts, revenue: null};
    expect(planSend(sendable, unknown, {...orderRules, marginFloor: 501})).toMatchObject({
      kind: 'held',
      reason: {code: 'margin_unknown', text: expect.stringContaining('exchange rate')},
    });
    expect(planSend(sendable, unknown, {...orderRules, marginFloor: 501}, all)).toMatchObject({kind: 'send'});
    expect(planSend(sendable, unknown, orderRules)).toMatchObject({kind: 'send'});
  });
});

describe('the note on the order', () => {
  const noted = {
    line_gid: 'l',
    article_name: 'Shirt',
    quantity: 1,
    reference: 'r',
    ref: null,
    flags: [],
    flags_seen: [],
  };

  test('is one tag, the one that needs the merchant first, and none where nothing is under way', () => {
    const tag = (...states: (typeof dropshipStates)[number][]) =>
      toStoreNote(states.map((state) => ({...noted, state}))).tag;
    expect(tag('shipped', 'awaiting_payment', 'held')).toBe(orderTags.attention);
    expect(tag('shipped', 'awaiting_payment')).toBe(orderTags.unpaid);
    expect(tag('shipped', 'shipped')).toBe(orderTags.shipped);
    expect(tag('cancelled', 'dismissed')).toBeNull();
    for (const state of dropshipStates) expect(tag(state)?.length ?? 0).toBeLessThanOrEqual(40);
  });

  test('stays within what a metafield holds, however many lines the order has and however they are called', () => {
    const long = {line_gid: `gid://shopify/LineItem/${'9'.repeat(20)}`, article_name: '衣'.repeat(255)};
    const order = {...noted, ...long, reference: 'r'.repeat(80), ref: '衣'.repeat(200), state: 'unconfirmed'} as const;
    const {tag, value} = toStoreNote([...Array.from({length: 499}, () => order), {...order, state: 'held'}]);
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThan(128 * 1_024);
    expect(value).toMatchObject({more: 410});
    expect(tag).toBe(orderTags.attention);
  });

  test('never cuts a character of an article’s name in half', () => {
    const names = fc.string({unit: fc.constantFrom('x', '衣', '👗', '\ud83d'), minLength: 115, maxLength: 125});
    fc.assert(
      fc.property(fc.oneof(names, fc.string({unit: 'binary', maxLength: 300})), (article_name) => {
        const {value} = toStoreNote([{...noted, state: 'held', article_name}]);
        const [{article}] = z.object({orders: z.tuple([z.object({article: z.string()})])}).parse(value).orders;
        expect(article.isWellFormed()).toBe(true);
        expect(article.length).toBeLessThanOrEqual(120);
        expect(article_name.toWellFormed().startsWith(article)).toBe(true);
      }),
    );
  });

  test('calls nothing “to pay” that is not to be paid: it needs the merchant, also once it was seen', () => {
    const cancelled = {code: 'order_cancelled', at: '2026-03-02T12:00:00.000Z'} as const;
    const moved = {code: 'destination_changed', at: '2026-03-02T12:00:00.000Z'} as const;
    const unpaid = {...noted, state: 'awaiting_payment'} as const;
    const tag = (flag: typeof cancelled | typeof moved, ...others: DropshipOrderToNote[]) =>
      toStoreNote([{...unpaid, flags: [flag], flags_seen: [flag]}, ...others]).tag;
    expect(toStoreNote([{...unpaid, flags: [cancelled]}]).tag).toBe(orderTags.attention);
    expect(tag(cancelled)).toBe(orderTags.attention);
    expect(tag(cancelled, {...noted, state: 'shipped'})).toBe(orderTags.attention);
    expect(tag(cancelled, unpaid)).toBe(orderTags.attention);
    expect(tag(moved)).toBe(orderTags.unpaid);
  });

  test('calls for the merchant over a flag until it was seen, and again when it is raised again', () => {
    const raised = {code: 'order_refunded', at: '2026-03-02T12:00:00.000Z'} as const;
    const later = {...raised, at: '2026-03-02T13:00:00.000Z'};
    const shipped = {...noted, state: 'shipped'} as const;
    const tag = (flag: typeof later | typeof raised, seen: readonly (typeof raised)[]) =>
      toStoreNote([{...shipped, flags: [flag], flags_seen: seen}]).tag;
    expect(tag(raised, [])).toBe(orderTags.attention);
    expect(tag(raised, [raised])).toBe(orderTags.shipped);
    expect(tag(later, [raised])).toBe(orderTags.attention);
    expect(toStoreNote([{...shipped, flags: [raised], flags_seen: [raised]}]).value).toMatchObject({
      orders: [{flags: ['order_refunded']}],
    });
  });
});

test('99 pieces of a line are sent, and more once the merchant has looked at them', () => {
  const pieces = (count: number) => ({line: {currentQuantity: count, unfulfilledQuantity: count}});
  expect(decide(pieces(99))).toMatchObject({kind: 'sendable', quantity: 99});
  expect(decide(pieces(100))).toMatchObject({kind: 'held', reason: {code: 'many_pieces'}});
  const looked = {...noOverrides, approved: ['many_pieces' as const]};
  expect(decide(pieces(100), looked)).toMatchObject({kind: 'sendable', quantity: 100});
});
