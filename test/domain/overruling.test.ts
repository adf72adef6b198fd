// A person's word in the plan, flags after sending, and the note on the order in the store.
import {describe, expect, test} from 'vitest';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flagCodes, flagText, planFlags} from '#domain/orders/flags.ts';
import {nothingSaid, overrulable} from '#domain/orders/merchant-word.ts';
import {planLine} from '#domain/orders/plan-dropship.ts';
import {planSend} from '#domain/orders/plan-send.ts';
import {orderTags, toStoreNote} from '#domain/orders/store-note.ts';
import {aLine, anOrder, aStockReading, blueShirt, lineGid, now, orderRules} from './builders.ts';

const all = {...nothingSaid, approved: overrulable};

describe('a person’s word', () => {
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
      kind: 'candidate',
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
    const candidate = planLine(anOrder(), aLine(), {...blueShirt, colour: null, size: null}, orderRules, now);
    if (candidate.kind !== 'candidate') throw new Error('the usual order is a candidate');
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
    expect(planSend(candidate, {...facts, category: 'Shirts'}, rules)).toMatchObject({colour: 'white', size: 'M'});
    expect(planSend(candidate, {...facts, category: 'Bags'}, rules)).toMatchObject({colour: 'white', size: 'one size'});
  });

  test('a price that rose is agreed to as it was, and held again when it rises further', () => {
    const candidate = planLine(anOrder(), aLine(), blueShirt, orderRules, now);
    if (candidate.kind !== 'candidate') throw new Error('the usual order is a candidate');
    const at = (price: number, approvedPrice: number | null) =>
      planSend(candidate, {listed: true, stock: aStockReading({price}), knownCost: 1_000}, orderRules, {
        ...all,
        approvedPrice,
      });
    expect(at(1_120, null)).toMatchObject({kind: 'held', reason: {code: 'price_rose'}, price: 1_120, fee: 1_600});
    expect(at(1_120, 1_120)).toMatchObject({kind: 'send', price: 1_120});
    expect(at(1_121, 1_120)).toMatchObject({kind: 'held', reason: {code: 'price_rose'}, price: 1_121});
    expect(at(6_000, 1_120)).toMatchObject({kind: 'held', reason: {text: expect.stringContaining('60.00 EUR')}});
  });

  test('what is left after the fee decides, to the cent', () => {
    const candidate = planLine(anOrder(), aLine(), blueShirt, orderRules, now);
    if (candidate.kind !== 'candidate') throw new Error('the usual order is a candidate');
    const stock = aStockReading();
    const facts = {listed: true, stock, knownCost: null, revenue: stock.price + 1_600 + 500};
    expect(planSend(candidate, facts, {...orderRules, marginFloor: 500})).toMatchObject({kind: 'send'});
    const held = planSend(candidate, facts, {...orderRules, marginFloor: 501});
    expect(held).toMatchObject({kind: 'held', reason: {code: 'margin_below_floor'}});
    const unknown = {...facts, revenue: null};
    expect(planSend(candidate, unknown, {...orderRules, marginFloor: 501})).toMatchObject({
      kind: 'held',
      reason: {code: 'margin_unknown', text: expect.stringContaining('exchange rate')},
    });
    expect(planSend(candidate, unknown, {...orderRules, marginFloor: 501}, all)).toMatchObject({kind: 'send'});
    expect(planSend(candidate, unknown, orderRules)).toMatchObject({kind: 'send'});
  });
});

describe('flags', () => {
  const sent = {line_gid: lineGid, quantity: 2, wanted: null, country: 'DE', province: null};
  const order = (current: number, facts: object = {}) =>
    anOrder({lines: [aLine({quantity: 3, currentQuantity: current})], ...facts});

  test('nothing changed, nothing flagged', () => {
    expect(planFlags(order(2), sent)).toEqual([]);
    expect(planFlags(order(2, {destination: null}), sent)).toEqual([]);
  });

  test.each([
    ['quantity_raised', order(3)],
    ['quantity_lowered', order(1)],
    ['line_removed', order(0)],
    ['line_removed', anOrder({lines: []})],
    ['order_refunded', order(2, {financialStatus: 'REFUNDED'})],
    ['order_cancelled', order(0, {cancelledAt: now, destination: {country: 'FR', province: null}})],
    ['destination_changed', order(2, {destination: {country: 'FR', province: null}})],
  ] as const)('%s', (code, changed) => {
    expect(planFlags(changed, sent)).toEqual([code]);
  });

  test('another province, and an address known to be another, are another destination', () => {
    const ohio = {...sent, country: 'US', province: 'OH'};
    const to = (province: string | null) => order(2, {destination: {country: 'US', province}});
    expect(planFlags(to('PR'), ohio)).toEqual(['destination_changed']);
    expect(planFlags(to('OH'), ohio)).toEqual([]);
    expect(planFlags(to(null), ohio)).toEqual([]);
    expect(planFlags(to('OH'), ohio, true)).toEqual(['destination_changed']);
    expect(planFlags(order(0, {cancelledAt: now}), sent, true)).toEqual(['order_cancelled']);
  });

  test('pieces the store had fulfilled itself before are not further pieces', () => {
    const part = {...sent, wanted: 3};
    const of = (currentQuantity: number, unfulfilledQuantity: number) =>
      planFlags(anOrder({lines: [aLine({quantity: 3, currentQuantity, unfulfilledQuantity})]}), part);
    expect(of(3, 2)).toEqual([]);
    expect(of(2, 2)).toEqual([]);
    expect(of(2, 1)).toEqual(['quantity_lowered']);
    expect(of(4, 3)).toEqual(['quantity_raised']);
  });

  test('each says what happened and what to do, wherever the order is', () => {
    for (const code of flagCodes) {
      for (const state of ['unconfirmed', 'awaiting_payment', 'paid', 'shipped'] as const) {
        const text = flagText(code, {state, quantity: 2, country: 'DE', reference: 'shop-1-a-1'});
        expect(text).toMatch(/^\p{Lu}.*\.\s\p{Lu}.*\.$/u);
        if (state === 'paid' && code !== 'quantity_raised') expect(text).toContain('shop-1-a-1');
      }
    }
  });
});

describe('the note on the order', () => {
  const noted = {line_gid: 'l', article_name: 'Shirt', quantity: 1, reference: 'r', ref: null, flags: []};

  test('is one tag, of what needs a person first, and none where nothing is under way', () => {
    const tag = (...states: (typeof dropshipStates)[number][]) =>
      toStoreNote(states.map((state) => ({...noted, state}))).tag;
    expect(tag('shipped', 'awaiting_payment', 'held')).toBe(orderTags.attention);
    expect(tag('shipped', 'awaiting_payment')).toBe(orderTags.unpaid);
    expect(tag('shipped', 'shipped')).toBe(orderTags.shipped);
    expect(tag('cancelled', 'dismissed')).toBeNull();
    for (const state of dropshipStates) expect(tag(state)?.length ?? 0).toBeLessThanOrEqual(40);
  });
});
