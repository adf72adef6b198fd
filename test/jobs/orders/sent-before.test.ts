// The app's database is lost and the store is connected again: what the store's own orders say was sent is not sent again.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {approveSending} from '../../../server/actions/merchant-actions.ts';
import {eraseShop} from '../../../server/db/shops/erase-shop.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;

// On one engine: `placing-store`, `placing-late` and `db/dropship-orders` send its statements on both.
describe.each(oneEngine)('after the database was lost, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  const changeInStore = async (orderGid: string) => {
    app.store.touchOrder(orderGid);
    await app.quiet();
  };
  const noteOf = (orderGid: string) => JSON.stringify(app.store.order(orderGid)?.metafields);
  const beforeInstall = {state: 'held', reason_code: 'before_install'};

  it('an order of the last minutes is held for the merchant if it was sent before, and sent if it was not', async () => {
    const [bought, unpaid] = [app.buy(), app.buy({financialStatus: 'PENDING'})];
    await app.quiet();
    const sent = await app.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment'});
    expect(noteOf(bought.id)).toContain(sent.ref);
    expect(noteOf(unpaid.id)).toContain('waiting');
    await markUninstalled(app.worker.db, app.shop, app.clock.now());
    await eraseShop(app.worker.db, app.shop);
    app.clock.turn(2 * minute);
    await app.importAll();
    await changeInStore(bought.id);
    await changeInStore(bought.id);
    const held = await app.row(bought.id);
    expect(held).toMatchObject({...beforeInstall, reference: sent.reference});
    expect(held.reason).toContain('Look for its reference');
    expect(app.taken(sent)).toHaveLength(1);
    app.store.payOrder(unpaid.id);
    await app.quiet();
    const paid = await app.row(unpaid.id);
    expect(paid).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(paid)).toHaveLength(1);
  }, 120_000);

  it('it is held also after the next loss, and sent where the merchant says so', async () => {
    const bought = app.buy();
    await app.quiet();
    const sent = await app.row(bought.id);
    const {db} = app.worker;
    for (const _loss of [1, 2]) {
      for (const table of ['dropship_attempts', 'dropship_orders', 'store_orders'] as const) {
        await db.deleteFrom(table).where('shop', '=', app.shop).execute();
      }
      await db.updateTable('shops').set({installed_at: app.clock.now()}).where('shop', '=', app.shop).execute();
      await changeInStore(bought.id);
      expect(await app.row(bought.id)).toMatchObject(beforeInstall);
    }
    expect(app.taken(sent)).toHaveLength(1);
    const {id} = await app.row(bought.id);
    await approveSending(db, {shop: app.shop, id, actor: 'user:7'}, [], app.clock.now());
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(sent)).toHaveLength(2);
  }, 120_000);
});
