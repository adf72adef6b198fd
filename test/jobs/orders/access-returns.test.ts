// Access to the store was lost, or the app removed: what waited for it goes on as soon as a token is granted.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, OrderGid} from '#domain/ids.ts';
import {placeDropshipOrder} from '../../../jobs/orders/place-dropship-order.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const hour = 3_600_000;

describe('orders that wait for access to the store', () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine);
    // Announced products would wait for access as well, and `quiet` for them. Those of the import are read now.
    app.shopify.webhooks.drop(({topic}) => topic.startsWith('products/'));
    app.clock.turn(hour);
    await app.upkeep('sweep-deliveries');
  }, 120_000);
  afterAll(() => app.close());

  /** Paid, but no webhook tells the app so. */
  const paidUnseen = async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    app.shopify.webhooks.drop(() => true);
    app.store.payOrder(bought.id);
    app.shopify.webhooks.drop(({topic}) => topic.startsWith('products/'));
    return bought;
  };

  it('are sent when the merchant opens the app, without another wait', async () => {
    const bought = await paidUnseen();
    const {db} = app.worker;
    await db.deleteFrom('sessions').where('shop', '=', app.shop).execute();
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'access_lost'});
    expect((await app.merchant.overview()).needsReauth).toBe(false);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are sent when a token can be renewed again, without another wait', async () => {
    const bought = await paidUnseen();
    const {db, tokens} = app.worker;
    const marked = {
      state: 'waiting',
      reason_code: 'access_lost',
      next_attempt_at: new Date(app.clock.now().getTime() + hour),
    } as const;
    await db.updateTable('dropship_orders').set(marked).where('order_gid', '=', OrderGid.parse(bought.id)).execute();
    await db.updateTable('shops').set({needs_reauth: true}).where('shop', '=', app.shop).execute();
    app.clock.turn(hour - 1_000);
    await tokens.get(app.shop);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('keep their time while a token is only renewed', async () => {
    const bought = await paidUnseen();
    const {db, tokens} = app.worker;
    const before = await app.row(bought.id);
    app.clock.turn(hour - 1_000);
    await tokens.get(app.shop);
    await app.quiet();
    const {revision, next_attempt_at: next} = await app.row(bought.id);
    expect([revision, next]).toEqual([before.revision, before.next_attempt_at]);
    await db.deleteFrom('dropship_orders').where('order_gid', '=', OrderGid.parse(bought.id)).execute();
  });

  it('that were found without the app go on when it is installed again, and say what they wait for then', async () => {
    const bought = await paidUnseen();
    app.shopify.uninstall(app.shop);
    await app.quiet();
    const {id} = await app.row(bought.id);
    await placeDropshipOrder(app.worker, {
      shop: app.shop,
      dropshipOrderId: DropshipOrderId.parse(id),
      mayYield: false,
    });
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'uninstalled'});
    app.shopify.install(app.shop);
    await app.merchant.overview();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'key_missing'});
    await app.merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
    const sent = await app.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(sent)).toHaveLength(1);
  });
});
