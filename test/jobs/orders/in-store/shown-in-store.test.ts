// What the store is told once more: a flag on the order's page, a note that was refused, a tracking number that was corrected.

import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {minute} from '#domain/durations.ts';
import {OrderGid} from '#domain/ids.ts';
import {writeBackToStore} from '../../../../jobs/orders/store-writeback.ts';
import {markFlagsSeen} from '../../../../server/actions/mark-seen.ts';
import {dismissOrder, markPaid, markShipped, retryFulfilment} from '../../../../server/actions/merchant-actions.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../../../server/db/orders/dropship-orders.ts';
import {saveOrderNote} from '../../../../server/db/orders/store-orders.ts';
import {loadAudit} from '../../../../server/db/shops/audit.ts';
import {removeOrderTags, saveOrderMarks} from '../../../../server/shopify/orders/order-marks.ts';
import {quickestEngine, testEngines} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {buyPlaced, contextOf, countSent, takeOffSale, tracked, writeBack} from '../placed-order.ts';

describe.each(testEngines)('what the store is told once more, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 10});
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  it('a note of a process that had read the order before its last change is written again', async () => {
    const {bought, row} = await buyPlaced(app);
    const {db, admin} = app.worker;
    const gid = OrderGid.parse(bought.id);
    const tags = () => app.store.order(bought.id)?.tags;
    const asReadBefore = await loadDropshipOrdersOfStoreOrder(db, app.shop, gid);
    await markPaid(db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(tags()).toEqual(['piecewise: paid']);
    await removeOrderTags(admin, app.shop, gid, ['piecewise: paid']);
    await saveOrderMarks(admin, app.shop, gid, {tag: 'piecewise: to pay', note: null});
    await saveOrderNote(db, app.shop, gid, {tag: 'piecewise: to pay', noted: null}, asReadBefore);
    await writeBack(app);
    expect(tags()).toEqual(['piecewise: paid']);
  });

  it('a flag that was seen asks for nothing, and one for a new cause asks again', async () => {
    const {bought, row, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 3}]});
    const {db} = app.worker;
    await markPaid(db, contextOf(app, row), app.clock.now());
    const tags = () => app.store.order(bought.id)?.tags;
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    expect(tags()).toEqual(['piecewise: needs you']);
    await markFlagsSeen(db, contextOf(app, row), null, app.clock.now());
    await writeBack(app);
    expect(tags()).toEqual(['piecewise: paid']);
    app.clock.turn(60_000);
    app.store.refundMoney(bought.id, 100);
    await app.quiet();
    expect(tags()).toEqual(['piecewise: paid']);
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    expect(tags()).toEqual(['piecewise: needs you']);
    await markFlagsSeen(db, contextOf(app, row), null, app.clock.now());
    app.store.changeAddress(bought.id, 'AT');
    await app.quiet();
    await markFlagsSeen(db, contextOf(app, row), null, app.clock.now());
    await writeBack(app);
    expect(tags()).toEqual(['piecewise: paid']);
    app.clock.turn(60_000);
    app.store.changeAddress(bought.id, 'AT', null, 'Another street 1');
    await app.quiet();
    expect(tags()).toEqual(['piecewise: needs you']);
  });

  it('a tag and a metafield that the store refused are not taken for written: the next change writes them', async () => {
    const when =
      (field: string) =>
      ({rootFields}: {readonly rootFields: readonly string[]}) =>
        rootFields.includes(field);
    const userErrors = [{field: null, code: null, message: 'Not now.'}];
    const refuse = (field: string) => app.shopify.misbehave({fault: 'userErrors', userErrors, when: when(field)});
    const taken = [refuse('tagsAdd'), refuse('metafieldsSet')];
    const {bought} = await buyPlaced(app);
    const shown = () => app.store.order(bought.id);
    expect([shown()?.tags, shown()?.metafields['dropship']]).toEqual([[], undefined]);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', note_due: false});
    for (const end of taken) end();
    await app.worker.db
      .updateTable('dropship_orders')
      .set({note_due: true})
      .where('order_gid', '=', OrderGid.parse(bought.id))
      .execute();
    await writeBack(app);
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    expect(shown()?.metafields['dropship']?.value).toContain('awaiting_payment');
    const kept = refuse('tagsRemove');
    await markPaid(app.worker.db, contextOf(app, await app.row(bought.id)), app.clock.now());
    await writeBack(app);
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    kept();
    await app.worker.db
      .updateTable('dropship_orders')
      .set({note_due: true})
      .where('order_gid', '=', OrderGid.parse(bought.id))
      .execute();
    await writeBack(app);
    expect(shown()?.tags).toEqual(['piecewise: paid']);
  });

  it('a tracking number that is corrected reaches the fulfilment that was made, and no second one is', async () => {
    const {bought, row} = await buyPlaced(app);
    const {db} = app.worker;
    await markPaid(db, contextOf(app, row), app.clock.now());
    await markShipped(db, contextOf(app, row), tracked, app.clock.now());
    await writeBack(app);
    const before = countSent(app, 'FulfilmentCreate');
    const corrected = {...tracked, trackingNumber: '00999', trackingUrl: null};
    for (let click = 0; click < 2; click += 1) await markShipped(db, contextOf(app, row), corrected, app.clock.now());
    expect(await app.row(bought.id)).toMatchObject({tracking_number: '00999', fulfil: 'wanted'});
    await writeBack(app);
    expect(await app.row(bought.id)).toMatchObject({fulfil: 'done', fulfil_reason: null});
    expect(app.store.order(bought.id)?.fulfillments).toMatchObject([
      {tracking: [{company: 'DHL', number: '00999', url: null}]},
    ]);
    expect(countSent(app, 'FulfilmentCreate')).toBe(before);
    const trail = await loadAudit(db, app.shop, {subject: row.id});
    expect(trail.map(({action}) => action)).toEqual(['tracking_corrected', 'marked_shipped', 'marked_paid']);
    // Asked for again without shipment data: it stays as it is.
    const silent = {carrier: null, trackingNumber: null, trackingUrl: null, notifyBuyer: true};
    await markShipped(db, contextOf(app, row), silent, app.clock.now());
    expect(await app.row(bought.id)).toMatchObject({tracking_number: '00999', fulfil: 'done'});
  });

  it.each([400, 503])(
    'an order that Shopify answers %d for does not keep others from being written',
    async (status) => {
      const {db} = app.worker;
      const poison = await buyPlaced(app);
      const next = await buyPlaced(app);
      const mine = ({variables}: {readonly variables: Readonly<Record<string, unknown>>}) =>
        JSON.stringify(variables).includes(poison.bought.id);
      const end = app.shopify.misbehave({fault: 'status', status, when: mine});
      for (const {row} of [poison, next]) {
        await markPaid(db, contextOf(app, row), app.clock.now());
        await markShipped(db, contextOf(app, row), tracked, app.clock.now());
        app.clock.turn(1_000);
      }
      const before = countSent(app, 'FulfilmentCreate');
      for (let turn = 0; turn < 3; turn += 1) await writeBackToStore(app.worker, {shop: app.shop});
      expect(countSent(app, 'FulfilmentCreate') - before).toBe(1);
      expect(await app.row(next.bought.id)).toMatchObject({fulfil: 'done', note_due: false});
      expect(app.store.order(next.bought.id)?.tags).toEqual(['piecewise: shipped']);
      const waits = await app.row(poison.bought.id);
      expect(waits).toMatchObject({fulfil: 'wanted', note_due: true});
      expect(waits.fulfil_reason).toContain('tried again');
      end();
      app.clock.turn(3_600_000);
      // The fulfilment's own webhook may change the order while its note is written, and a worker may have been refused until now: then
      // one of the next sweeps writes the note. They come each minute.
      const swept = async () => {
        app.clock.turn(minute);
        await app.upkeep('sweep-store-writeback');
        return app.row(poison.bought.id);
      };
      const written = {fulfil: 'done', fulfil_reason: null, note_due: false};
      await expect.poll(swept, {timeout: 5_000, interval: 250}).toMatchObject(written);
      expect(app.store.order(poison.bought.id)?.tags).toEqual(['piecewise: shipped']);
    },
  );

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('a flag calls for the merchant on the order’s page in the store, until its cause is undone', async () => {
    const {bought} = await buyPlaced(app);
    const shown = () => app.store.order(bought.id);
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    app.store.changeAddress(bought.id, 'AT');
    await app.quiet();
    expect(shown()?.tags).toEqual(['piecewise: needs you']);
    expect(JSON.parse(shown()?.metafields['dropship']?.value ?? '{}')).toMatchObject({
      orders: [{state: 'awaiting_payment', flags: ['destination_changed']}],
    });
    expect(shown()?.metafields['dropship_status']?.value).toContain('Changed in the store after it was sent');
    app.store.changeAddress(bought.id, 'DE');
    await app.quiet();
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    app.store.cancelOrder(bought.id);
    await app.quiet();
    expect(shown()?.tags).toEqual(['piecewise: needs you']);
    await dismissOrder(app.worker.db, contextOf(app, await app.row(bought.id)), app.clock.now());
    await writeBack(app);
    expect(shown()?.tags).toEqual([]);
  });

  it('a product that Shopify always fails on keeps no shipment and no other variant from their turn', async () => {
    const [sick, well] = [app.goods(), app.goods()];
    const when = ({variables}: {readonly variables: Readonly<Record<string, unknown>>}) =>
      JSON.stringify(variables).includes(sick.productId);
    const owed = [await buyPlaced(app, {goods: sick}), await buyPlaced(app, {goods: well})];
    const end = app.shopify.misbehave({fault: 'status', status: 400, when});
    for (const {row} of owed) await takeOffSale(app, row);
    await writeBackToStore(app.worker, {shop: app.shop});
    const rows = await Promise.all(owed.map(({bought}) => app.row(bought.id)));
    expect(rows).toMatchObject([
      {off_sale: 'wanted', off_sale_reason: expect.stringContaining('tried again')},
      {off_sale: 'done', note_due: false},
    ]);
    end();
    app.clock.turn(3_600_000);
    await app.upkeep('sweep-store-writeback');
    expect(await app.row(owed[0]?.bought.id ?? '')).toMatchObject({off_sale: 'done', off_sale_reason: null});
  });

  it('a correction whose answer was lost is told again, one that the store refuses is shown', async () => {
    const {bought, row} = await buyPlaced(app);
    const {db} = app.worker;
    await markPaid(db, contextOf(app, row), app.clock.now());
    await markShipped(db, contextOf(app, row), tracked, app.clock.now());
    await writeBack(app);
    const when = ({operationName}: {readonly operationName: string | null}) => operationName === 'FulfilmentTracking';
    app.shopify.misbehave({fault: 'cut', at: 'after', times: 1, when});
    await markShipped(db, contextOf(app, row), {...tracked, trackingNumber: '1'}, app.clock.now());
    await writeBack(app);
    app.clock.turn(121_000);
    await app.upkeep('sweep-store-writeback');
    expect(await app.row(bought.id)).toMatchObject({tracking_number: '1', fulfil: 'done'});
    const userErrors = [{field: null, code: null, message: 'Fulfillment was cancelled.'}];
    app.shopify.misbehave({fault: 'userErrors', times: 1, when, userErrors});
    await markShipped(db, contextOf(app, row), {...tracked, trackingNumber: '2'}, app.clock.now());
    await writeBack(app);
    const failed = await app.row(bought.id);
    expect(failed).toMatchObject({tracking_number: '2', fulfil: 'failed'});
    expect(failed.fulfil_reason).toContain('Fulfillment was cancelled.');
    await retryFulfilment(db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(app.store.order(bought.id)?.fulfillments).toMatchObject([{tracking: [{number: '2'}]}]);
  });
});
