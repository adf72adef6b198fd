// What the store says of fulfilment and quantity decides what is sent, and what is flagged after it.

import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {eraseBuyerData} from '../../../server/db/secrets/details.ts';
import {quickestEngine, testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What a cancelled store order does to its dropship order, by the state it is in. */
const onCancel: Readonly<Record<DropshipState, 'never sent' | 'flagged' | 'nothing'>> = {
  waiting: 'never sent',
  needs_details: 'never sent',
  blocked: 'never sent',
  held: 'never sent',
  placing: 'flagged',
  unconfirmed: 'flagged',
  awaiting_payment: 'flagged',
  paid: 'flagged',
  shipped: 'flagged',
  rejected: 'nothing',
  refunded: 'nothing',
  cancelled: 'nothing',
  dismissed: 'nothing',
};

const becomes = {
  'never sent': () => ({state: 'cancelled', flags: []}),
  flagged: (state: DropshipState) => ({state, flags: ['order_cancelled']}),
  nothing: (state: DropshipState) => ({state, flags: []}),
};

describe.each(testEngines)('a line as the store has it, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const flagsOf = async (orderGid: string) => (await app.row(orderGid)).flags.map(({code}) => code);

  it('a store order cancelled in any state: never sent, flagged, or nothing more to do', async () => {
    const {db} = app.worker;
    const bought = dropshipStates.map((state) => ({state, id: app.buy({financialStatus: 'PENDING'}).id}));
    await app.quiet();
    const later = new Date(app.clock.now().getTime() + 90_000);
    for (const {state, id} of bought) {
      await db
        .updateTable('dropship_orders')
        .set({state, lease_until: state === 'placing' ? later : null})
        .where('order_gid', '=', OrderGid.parse(id))
        .execute();
    }
    const requests = app.supplier.orderRequests();
    for (const {id} of bought) app.store.cancelOrder(id);
    await app.quiet();
    await app.upkeep('recheck-open');
    const after = await Promise.all(
      bought.map(async ({state, id}) => {
        const row = await app.row(id);
        return [state, {state: row.state, flags: row.flags.map(({code}) => code)}] as const;
      }),
    );
    const expected = dropshipStates.map((state) => [state, becomes[onCancel[state]](state)] as const);
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
    expect(app.supplier.orderRequests()).toBe(requests);
  });

  it('an order that Shopify does not show once is looked for again, and taken when it is there', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    const {db} = app.worker;
    // The same row under an order the store does not have.
    const gone = 'gid://shopify/Order/999999999';
    await db
      .updateTable('dropship_orders')
      .set({order_gid: OrderGid.parse(gone)})
      .where('order_gid', '=', OrderGid.parse(bought.id))
      .execute();
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await app.row(gone)).toMatchObject({state: 'waiting', reason_code: 'order_missing'});
    app.clock.turn(5 * minute);
    await app.upkeep('recheck-open');
    expect(await app.row(gone)).toMatchObject({state: 'cancelled', reason_code: 'order_gone'});
    await db
      .updateTable('dropship_orders')
      .set({order_gid: OrderGid.parse(bought.id)})
      .where('order_gid', '=', OrderGid.parse(gone))
      .execute();
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('of three pieces one of which the store has shipped, two are sent, and no word later says otherwise', async () => {
    const bought = app.buy({
      lines: [{variantId: app.goods().variantId, quantity: 3}],
      financialStatus: 'PENDING',
    });
    await app.quiet();
    app.store.fulfil(bought.id, undefined, 1);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', quantity: 2, wanted: 3});
    app.store.touchOrder(bought.id);
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
    app.store.editOrder(bought.id, bought.lines[0]?.id ?? '', 4);
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_raised']);
  });

  it('another street of the same country is flagged, the old one put back is not, and no street is kept', async () => {
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', flags: []});
    app.store.changeAddress(bought.id, 'DE', null, 'Musterallee 7');
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['destination_changed']);
    app.store.changeAddress(bought.id, 'DE', null, 'Beispielweg  12');
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
    const row = await app.row(bought.id);
    expect(JSON.stringify(row)).not.toMatch(/Musterallee|Beispielweg/i);
    expect(row.address_mark).not.toBeNull();
    app.store.changeAddress(bought.id, 'DE', null, 'Musterallee 7');
    await app.quiet();
    const [raised] = (await app.row(bought.id)).flags;
    expect(raised).toEqual({code: 'destination_changed', at: expect.any(String), place: expect.any(String)});
    await eraseBuyerData(app.worker.db, app.shop, [OrderGid.parse(bought.id)], app.clock.now());
    const {address_mark, flags} = await app.row(bought.id);
    expect([address_mark, flags]).toEqual([null, [{code: raised?.code, at: raised?.at}]]);
  });

  it('a line taken out of the order and put back before it could be sent is sent once', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    const line = bought.lines[0]?.id ?? '';
    await app.quiet();
    app.store.editOrder(bought.id, line, 0);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    app.store.editOrder(bought.id, line, 1);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'not_paid', closed_at: null});
    app.store.payOrder(bought.id);
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(app.taken(row)).toHaveLength(1);
  });

  it('an order on hold in the store is not sent though it is paid, and is sent when the hold is released', async () => {
    const requests = app.supplier.orderRequests();
    const bought = app.buy({financialStatus: 'PENDING'});
    app.store.holdFulfilment(bought.id, true);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'fulfilment_on_hold'});
    expect(app.supplier.orderRequests()).toBe(requests);
    app.store.holdFulfilment(bought.id, false);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('a hold whose release no webhook tells of is seen within the hour', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    app.store.holdFulfilment(bought.id, true);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held'});
    app.shopify.webhooks.drop(() => true);
    app.store.holdFulfilment(bought.id, false);
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    app.shopify.webhooks.drop(null);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('an order that gets older than Shopify shows is the merchant’s to look at, never taken for gone', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    for (let passed = 0; passed < 61; passed += 20.5) {
      app.clock.turn(20.5 * 24 * hour);
      await app.upkeep('keep-tokens-alive');
    }
    await app.upkeep('recheck-open');
    const held = {state: 'held', reason_code: 'not_shown_any_more'};
    expect(await app.row(bought.id)).toMatchObject(held);
    app.shopify.webhooks.drop(() => true);
    app.store.payOrder(bought.id);
    for (let look = 0; look < 3; look += 1) {
      app.clock.turn(24 * hour);
      await app.upkeep('recheck-open');
    }
    app.shopify.webhooks.drop(null);
    const row = await app.row(bought.id);
    expect(row).toMatchObject(held);
    expect(row.reason).toContain('order it at the supplier yourself');
  }, 60_000);
});
