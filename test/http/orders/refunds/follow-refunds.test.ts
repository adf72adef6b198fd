// A payment back to a buyer may fail, or arrive, days after Shopify made the refund: the app finds it out without a press.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {runTask} from '../../../../jobs/schedule/tasks.ts';
import {testEngines} from '../../../support/test-app.ts';
import {asking, openRefundApp, type RefundApp, refundable} from './refund-app.ts';

const hour = 3_600_000;

describe.each(testEngines)('a refund that Shopify settles later, on %s', (engine) => {
  let app: RefundApp;
  const page = () => asking(app);
  const look = () => runTask({...app.deps}, {task: 'follow-refunds', shop: ShopDomain.parse(app.shop)});
  const stateOf = async (order: Awaited<ReturnType<typeof refundable>>) => (await order.rows()).at(-1)?.state;

  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterAll(() => app.close());

  it('asks for the merchant’s attention once its payment fails, and is done once it arrives', async () => {
    const [fails, arrives] = [await slowRefund(), await slowRefund()];
    app.store.finishRefunds(fails.gid, 'FAILURE');
    app.store.finishRefunds(arrives.gid, 'SUCCESS');
    await look();
    expect([await stateOf(fails), await stateOf(arrives)]).toEqual(['pending', 'pending']);
    app.clock.turn(7 * hour);
    await look();
    expect([await stateOf(fails), await fails.isOpen()]).toEqual(['failed', true]);
    expect([await stateOf(arrives), await arrives.isOpen()]).toEqual(['succeeded', false]);
    expect(await fails.deeds()).toContain('buyer_refund_failed');
  });

  it('stays as it is while its payment is on the way', async () => {
    const order = await slowRefund();
    app.clock.turn(7 * hour);
    await look();
    expect([await stateOf(order), await order.isOpen()]).toEqual(['pending', false]);
  });

  it('is not asked about once the merchant has said that it is done', async () => {
    const order = await slowRefund();
    await app.deps.db
      .updateTable('buyer_refunds')
      .set({ended_at: app.clock.now()})
      .where('dropship_order_id', '=', order.id)
      .execute();
    app.store.finishRefunds(order.gid, 'FAILURE');
    app.clock.turn(7 * hour);
    await look();
    expect(await stateOf(order)).toBe('pending');
  });

  /** A refund whose payment the bank has not confirmed. */
  async function slowRefund() {
    const order = await refundable(app, {payments: [{gateway: 'bank', refunds: 'PENDING'}]});
    expect(page().read(await page().refund(order.id)).refund?.state).toBe('pending');
    return order;
  }
});
