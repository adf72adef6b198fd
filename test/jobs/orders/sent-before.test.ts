// The app's database is lost and the store is connected again: what the store's own orders say was sent is not sent again.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../../server/actions/merchant-actions.ts';
import {eraseShop} from '../../../server/db/shops/erase-shop.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;

describe.each(testEngines)('after the database was lost, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  const changeInStore = async (orderGid: string) => {
    stage.store.setRisk(orderGid, {level: 'LOW'});
    await stage.quiet();
  };
  const noteOf = (orderGid: string) => JSON.stringify(stage.store.order(orderGid)?.metafields);
  const beforeInstall = {state: 'held', reason_code: 'before_install'};

  it('an order of the last minutes is held for the merchant if it was sent before, and sent if it was not', async () => {
    const [bought, unpaid] = [stage.buy(), stage.buy({financialStatus: 'PENDING'})];
    await stage.quiet();
    const sent = await stage.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment'});
    expect(noteOf(bought.id)).toContain(sent.ref);
    expect(noteOf(unpaid.id)).toContain('waiting');
    await eraseShop(stage.worker.db, stage.shop);
    stage.clock.turn(2 * minute);
    await stage.importAll();
    await changeInStore(bought.id);
    await changeInStore(bought.id);
    const held = await stage.row(bought.id);
    expect(held).toMatchObject({...beforeInstall, reference: sent.reference});
    expect(held.reason).toContain('Look for its reference');
    expect(stage.taken(sent)).toHaveLength(1);
    stage.store.payOrder(unpaid.id);
    await stage.quiet();
    const paid = await stage.row(unpaid.id);
    expect(paid).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(paid)).toHaveLength(1);
  }, 120_000);

  it('it is held also after the next loss, and sent where the merchant says so', async () => {
    const bought = stage.buy();
    await stage.quiet();
    const sent = await stage.row(bought.id);
    const {db} = stage.worker;
    for (const _loss of [1, 2]) {
      for (const table of ['dropship_attempts', 'dropship_orders', 'store_orders'] as const) {
        await db.deleteFrom(table).where('shop', '=', stage.shop).execute();
      }
      await db.updateTable('shops').set({installed_at: stage.clock.now()}).where('shop', '=', stage.shop).execute();
      await changeInStore(bought.id);
      expect(await stage.row(bought.id)).toMatchObject(beforeInstall);
    }
    expect(stage.taken(sent)).toHaveLength(1);
    const {id} = await stage.row(bought.id);
    await approve(db, {shop: stage.shop, id, actor: 'user:7'}, [], stage.clock.now());
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(sent)).toHaveLength(2);
  }, 120_000);
});
