// Which dropship order a line of a tracking list means, and what becomes of it.
import {describe, expect, test} from 'vitest';
import {DropshipOrderId, LineItemGid, OrderGid} from '#domain/ids.ts';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {matchLine, type NamedOrder} from '#domain/orders/tracking/match-line.ts';
import {type CheckedLine, compareLines} from '#domain/orders/tracking/repeated-lines.ts';

const idOf = (at: number) => DropshipOrderId.parse(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
const anOrder = (at: number, changes: Partial<NamedOrder> = {}): NamedOrder => ({
  id: idOf(at),
  order_gid: OrderGid.parse('gid://shopify/Order/1001'),
  line_gid: LineItemGid.parse(`gid://shopify/LineItem/${at}`),
  generation: 1,
  order_name: '#1001',
  reference: `shop-1001-${at}-1`,
  ref: `DS-${at}`,
  state: 'paid',
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  fulfil: null,
  fulfilment_gid: null,
  buyer_erased_at: null,
  ...changes,
});
const shipment = {carrier: 'DHL', trackingNumber: 'LX1', trackingUrl: null};
const match = (order: string, orders: readonly NamedOrder[], reference = '') => {
  const found = matchLine({order, reference, shipment}, orders);
  return [found.state, found.order?.id ?? found.text];
};

describe('a line of a tracking list', () => {
  test.each([['#1001'], ['1001'], ['shop-1001-1-1'], ['SHOP-1001-1-1'], ['ds-1']])('finds an order by %s', (name) => {
    expect(match(name, [anOrder(1)])).toEqual(['ready', idOf(1)]);
  });

  test('needs the order to have the reference, ours or the supplier’s', () => {
    expect(match('1001', [anOrder(1)], 'shop-1001-1-1')).toEqual(['ready', idOf(1)]);
    expect(match('#1002', [anOrder(1)], 'shop-1001-1-1')).toEqual([
      'refused',
      'The reference belongs to the order #1001.',
    ]);
    expect(match('#1001', [anOrder(1)], 'shop-1001-9-1')[1]).toMatch(/^Your store has no such order/);
  });

  test.each([
    ['the name of another order as it is written', {order_name: '1001'}],
    ['the supplier’s number of another order', {order_name: '#7', ref: '1001'}],
  ])('asks which one is meant where it also fits %s', (_, changes) => {
    const other = anOrder(2, {...changes, order_gid: OrderGid.parse('gid://shopify/Order/2')});
    expect(match('1001', [anOrder(1), other])).toEqual([
      'refused',
      'This fits several orders. Name the one that is meant by your reference: shop-1001-1-1, shop-1001-2-1.',
    ]);
    expect(match('', [anOrder(1), other], 'shop-1001-2-1')).toEqual(['ready', idOf(2)]);
  });

  test('of an order in several parts asks for the reference, unless only one of them is expected', () => {
    const [first, second] = [anOrder(1), anOrder(2)];
    expect(match('#1001', [first, second])).toEqual([
      'refused',
      'This order is sent in 2 parts. Name the one that is meant by your reference: shop-1001-1-1, shop-1001-2-1.',
    ]);
    expect(match('shop-1001-2-1', [first, second])).toEqual(['ready', idOf(2)]);
    expect(match('#1001', [first, {...second, state: 'dismissed'}])).toEqual(['ready', idOf(1)]);
  });

  test('means the last of the orders that were placed for one line, unless a reference names an earlier one', () => {
    const again = anOrder(2, {line_gid: anOrder(1).line_gid, generation: 2});
    expect(match('#1001', [anOrder(1, {state: 'dismissed'}), again])).toEqual(['ready', idOf(2)]);
    expect(match('', [anOrder(1), again], 'shop-1001-1-1')).toEqual(['ready', idOf(1)]);
  });

  const byState: Readonly<Record<DropshipState, string>> = {
    waiting: 'refused: It has not been sent to the supplier yet.',
    needs_details: 'refused: It has not been sent to the supplier yet.',
    blocked: 'refused: It has not been sent to the supplier yet.',
    held: 'refused: It has not been sent to the supplier yet.',
    placing: 'refused: It is being sent to the supplier at this moment.',
    unconfirmed: 'refused: It is not known whether the supplier has it.',
    rejected: 'refused: The supplier refused it.',
    awaiting_payment: 'refused: It is not marked as paid, and the supplier ships only what is paid.',
    paid: 'ready: It can be marked as shipped.',
    shipped: 'ready: It is marked as shipped; the tracking is added.',
    refunded: 'refused: It is marked as refunded by the supplier.',
    cancelled: 'refused: It was cancelled before it was sent.',
    dismissed: 'refused: It is closed.',
  };
  test.each(dropshipStates)('ships an order that is %s, or says why not', (state) => {
    const {state: verdict, text} = matchLine({order: '#1001', reference: '', shipment}, [anOrder(1, {state})]);
    expect(`${verdict}: ${text}`).toBe(byState[state]);
  });

  test.each<[Partial<NamedOrder>, string, RegExp]>([
    [{tracking_number: 'lx1'}, 'known', /with this number already/],
    [{tracking_number: 'LX2'}, 'refused', /with another tracking/],
    [{tracking_url: 'https://t.example'}, 'refused', /with another tracking/],
    [{}, 'ready', /the tracking is added/],
    [{fulfil: 'done'}, 'refused', /fulfilled in the store itself/],
    [{fulfil: 'done', fulfilment_gid: 'gid://shopify/Fulfillment/1'}, 'ready', /the tracking is added/],
    [{buyer_erased_at: new Date()}, 'refused', /erased/],
  ])('of an order that is shipped with %j is %s', (changes, state, text) => {
    expect(
      matchLine({order: '#1001', reference: '', shipment}, [anOrder(1, {state: 'shipped', ...changes})]),
    ).toMatchObject({
      state,
      text: expect.stringMatching(text),
    });
  });
});

describe('the lines of one list', () => {
  const aLine = (line: number, order: string, number: string, changes: Partial<CheckedLine> = {}): CheckedLine => ({
    line,
    state: 'ready',
    text: 'Ready.',
    order: {id: order, orderName: order},
    shipment: {...shipment, trackingNumber: number},
    ...changes,
  });
  const said = (lines: readonly CheckedLine[]) => compareLines(lines).map(({state, text}) => `${state}: ${text}`);

  test('that name an order twice: the same once, and of two that differ none', () => {
    expect(said([aLine(1, 'a', 'LX1'), aLine(2, 'a', 'LX1'), aLine(3, 'b', 'LX2'), aLine(4, 'b', 'LX3')])).toEqual([
      'ready: Ready.',
      'known: Line 1 says the same.',
      'refused: Line 4 gives another tracking for the same order. Leave one of them.',
      'refused: Line 3 gives another tracking for the same order. Leave one of them.',
    ]);
  });

  test('that give one number to several orders are taken and say so; a refused line counts as none', () => {
    expect(said([aLine(1, 'a', 'LX1'), aLine(2, 'b', 'lx1'), aLine(3, 'c', 'LX1', {state: 'refused'})])).toEqual([
      'ready: Ready. Line 2 gives the same number to another order.',
      'ready: Ready. Line 1 gives the same number to another order.',
      'refused: Ready.',
    ]);
  });

  test('are compared within a moment, though ten thousand are alike', () => {
    const alike = compareLines(Array.from({length: 10_000}, (_, at) => aLine(at, 'a', 'LX1')));
    expect(alike.filter(({state}) => state === 'ready')).toHaveLength(1);
  }, 2_000);
});
