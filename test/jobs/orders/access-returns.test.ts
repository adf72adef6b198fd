// Access to the store was lost, or the app removed: what waited for it goes on as soon as a token is granted.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {placeDropshipOrder} from '../../../jobs/place-dropship-order.ts';
import {quickestEngine} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const hour = 3_600_000;

describe('orders that wait for access to the store', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(quickestEngine);
  }, 120_000);
  afterAll(() => stage.close());

  /** Paid, but no webhook tells the app so. */
  const paidUnseen = async () => {
    const bought = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    stage.shopify.webhooks.drop(() => true);
    stage.store.payOrder(bought.id);
    stage.shopify.webhooks.drop(null);
    return bought;
  };

  it('are sent when the merchant opens the app, without another wait', async () => {
    const bought = await paidUnseen();
    const {db} = stage.worker;
    await db.deleteFrom('sessions').where('shop', '=', stage.shop).execute();
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'access_lost'});
    expect((await stage.merchant.overview()).needsReauth).toBe(false);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('are sent when a token can be renewed again, without another wait', async () => {
    const bought = await paidUnseen();
    const {db, tokens} = stage.worker;
    const marked = {
      state: 'waiting',
      reason_code: 'access_lost',
      next_attempt_at: new Date(stage.clock.now().getTime() + hour),
    } as const;
    await db.updateTable('dropship_orders').set(marked).where('order_gid', '=', bought.id).execute();
    await db.updateTable('shops').set({needs_reauth: true}).where('shop', '=', stage.shop).execute();
    stage.clock.turn(hour - 1_000);
    await tokens.get(stage.shop);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('keep their time while a token is only renewed', async () => {
    const bought = await paidUnseen();
    const {db, tokens} = stage.worker;
    const before = await stage.row(bought.id);
    stage.clock.turn(hour - 1_000);
    await tokens.get(stage.shop);
    await stage.quiet();
    const {revision, next_attempt_at: next} = await stage.row(bought.id);
    expect([revision, next]).toEqual([before.revision, before.next_attempt_at]);
    await db.deleteFrom('dropship_orders').where('order_gid', '=', bought.id).execute();
  });

  it('that were found without the app go on when it is installed again, and say what they wait for then', async () => {
    const bought = await paidUnseen();
    stage.shopify.uninstall(stage.shop);
    await stage.quiet();
    const {id} = await stage.row(bought.id);
    await placeDropshipOrder(stage.worker, {
      shop: stage.shop,
      dropshipOrderId: DropshipOrderId.parse(id),
      mayYield: false,
    });
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'uninstalled'});
    stage.shopify.install(stage.shop);
    await stage.merchant.overview();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'key_missing'});
    await stage.merchant.connect('dropship', stage.supplier.issueKey('dropship'));
    await stage.quiet();
    const sent = await stage.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(sent)).toHaveLength(1);
  });
});
