// What is written to the store about a shipment: every piece once, one fulfilment for each location, and what is left with its reason.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {countCancelledPieces, countLostPieces, planShipment} from '#domain/orders/plan-shipment.ts';
import type {StoreFulfilmentOrder} from '#domain/orders/store-order.ts';
import {aLine, anOrder, lineGid, now} from '../builders.ts';

const sent = {line_gid: lineGid, quantity: 3, wanted: 3};
const made = (pieces: number, gid: string | null = 'gid://shopify/Fulfillment/1') => [{gid, pieces, tracking: null}];
let at = 0;
const at_ = (name: string, remaining: number, status = 'OPEN'): StoreFulfilmentOrder => {
  at += 1;
  const lines = [{gid: `gid://shopify/FulfillmentOrderLineItem/${at}`, lineGid, remaining}];
  const gid = `gid://shopify/FulfillmentOrder/${at}`;
  return {gid, status, requestStatus: 'UNSUBMITTED', deliveryMethod: 'SHIPPING', location: {name}, lines};
};
const order = (fulfilmentOrders: readonly StoreFulfilmentOrder[], line: object = {}, facts: object = {}) =>
  anOrder({
    lines: [aLine({quantity: 3, currentQuantity: 3, unfulfilledQuantity: 3, ...line})],
    fulfilmentOrders,
    ...facts,
  });
const shapeOf = (plan: ReturnType<typeof planShipment>) =>
  plan.shipments.map(({location, pieces, parts}) => [location, pieces, parts.length]);

describe('a shipment', () => {
  test('is one fulfilment for each location its pieces are at', () => {
    const plan = planShipment(order([at_('Milan', 1), at_('Rome', 1), at_('Milan', 1)]), sent, []);
    expect(shapeOf(plan)).toEqual([
      ['Milan', 2, 2],
      ['Rome', 1, 1],
    ]);
    expect(plan.left).toBeNull();
  });

  test('is of what is not on hold; the rest is left, with what to do', () => {
    const plan = planShipment(order([at_('Milan', 1), at_('Rome', 2, 'ON_HOLD')]), sent, []);
    expect(shapeOf(plan)).toEqual([['Milan', 1, 1]]);
    expect(plan.left).toEqual({pieces: 2, why: expect.stringContaining('on hold in the store. Release it there')});
  });

  test('is of what a fulfilment service closed unfinished, and not of what a cancelled fulfilment left closed', () => {
    const incomplete = planShipment(order([at_('Milan', 3, 'INCOMPLETE')]), sent, []);
    expect([shapeOf(incomplete), incomplete.left]).toEqual([[['Milan', 3, 1]], null]);
    const held = planShipment(order([at_('Milan', 3, 'ON_HOLD'), at_('Milan', 3, 'CLOSED')]), sent, []);
    expect(held.left?.why).toContain('on hold');
  });

  test('whose fulfilment was cancelled lacks the pieces that are not fulfilled again', () => {
    const gone = {voidFulfilments: ['gid://shopify/Fulfillment/1']};
    const lacking = (line: object, facts: object, known = made(3), isComplete = true) =>
      countCancelledPieces(order([], line, facts), sent, known, isComplete);
    expect(lacking({}, {})).toBe(0);
    expect(lacking({}, gone)).toBe(3);
    expect(lacking({unfulfilledQuantity: 1}, gone)).toBe(1);
    expect(lacking({unfulfilledQuantity: 0}, gone)).toBe(0);
    expect(lacking({}, {...gone, cancelledAt: now})).toBe(0);
    // Two more pieces were ordered later: they were never shipped.
    expect(lacking({currentQuantity: 5, unfulfilledQuantity: 2}, gone)).toBe(0);
    expect(lacking({currentQuantity: 5, unfulfilledQuantity: 5}, gone)).toBe(3);
    // Another fulfilment of the order was cancelled, not the one of this line.
    expect(lacking({unfulfilledQuantity: 1}, {voidFulfilments: ['gid://shopify/Fulfillment/9']})).toBe(0);
    // Of a fulfilment that is not known here only the store's count tells.
    expect(lacking({}, {voidFulfilments: ['gid://shopify/Fulfillment/9']}, made(3, null))).toBe(3);
    expect(lacking({}, {voidFulfilments: ['gid://shopify/Fulfillment/9']}, [], false)).toBe(0);
  });

  test('goes on where it stopped, and takes no piece the buyer wants beyond what was sent', () => {
    const raised = {quantity: 5, currentQuantity: 5, unfulfilledQuantity: 4};
    expect(shapeOf(planShipment(order([at_('Milan', 4)], raised), sent, made(1)))).toEqual([['Milan', 2, 1]]);
  });

  test('of which the store fulfilled the others itself is only of what is left there', () => {
    const part = {...sent, quantity: 1};
    expect(shapeOf(planShipment(order([at_('Milan', 1)], {unfulfilledQuantity: 1}), part, []))).toEqual([
      ['Milan', 1, 1],
    ]);
  });

  test('of a line that is fulfilled asks for nothing and leaves nothing', () => {
    expect(planShipment(order([], {unfulfilledQuantity: 0}), sent, [])).toEqual({shipments: [], left: null});
  });

  test('of a cancelled order, a removed line, or with fulfilment orders we may not see is not called fulfilled', () => {
    const gone = {currentQuantity: 0, unfulfilledQuantity: 0};
    expect(planShipment(order([], gone, {cancelledAt: now}), sent, []).left?.why).toContain('order is cancelled');
    expect(planShipment(order([], gone), sent, []).left?.why).toContain('removed or refunded');
    expect(planShipment(order([at_('Milan', 1)]), sent, [])).toMatchObject({
      shipments: [{pieces: 1}],
      left: {pieces: 2, why: expect.stringContaining("on the order's page in Shopify")},
    });
  });

  test('counts a lost answer by what the store shows fulfilled beyond what is known, and what it had fulfilled before', () => {
    const lost = (unfulfilledQuantity: number, known: number, part: object = {}) =>
      countLostPieces(order([], {unfulfilledQuantity}), {...sent, ...part}, made(known));
    expect([lost(3, 0), lost(2, 0), lost(1, 1), lost(0, 3)]).toEqual([0, 1, 1, 0]);
    expect([lost(1, 0, {quantity: 1}), lost(0, 0, {quantity: 1})]).toEqual([0, 1]);
  });

  test('never takes more than is there, nor more than was sent', () => {
    const places = fc.tuple(fc.constantFrom('Milan', 'Rome'), fc.nat(4), fc.constantFrom('OPEN', 'ON_HOLD'));
    fc.assert(
      fc.property(fc.array(places, {maxLength: 5}), fc.nat(6), fc.nat(6), (list, quantity, known) => {
        const all = list.map(([name, remaining, status]) => at_(name, remaining, status));
        const open = list.reduce((sum, [, remaining]) => sum + remaining, 0);
        const line = {quantity: open, currentQuantity: open, unfulfilledQuantity: open};
        const plan = planShipment(order(all, line), {...sent, quantity, wanted: null}, made(Math.min(known, quantity)));
        const taken = plan.shipments.reduce((sum, {pieces}) => sum + pieces, 0);
        const rest = quantity - Math.min(known, quantity);
        if (open > 0) expect(taken + (plan.left?.pieces ?? 0)).toBe(Math.min(rest, open));
        expect(new Set(plan.shipments.map(({location}) => location)).size).toBe(plan.shipments.length);
      }),
    );
  });
});
