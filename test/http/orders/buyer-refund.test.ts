import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../bare-app.ts';
import {click, detailOf, saveOrder} from './acting.ts';

describe('what the page says of money to give back', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const look = async (id: string) => detailOf(await pageOf(app)('GET', `/dropship-orders/${id}`));

  it('a refund of the supplier says what the buyer is to get back, shipping included', async () => {
    const order = {order_gid: OrderGid.parse('gid://shopify/Order/77'), state: 'paid' as const};
    const id = await saveOrder(app, {...order, buyer_paid: 6_000});
    await saveOrder(app, {...order, buyer_paid: 3_000});
    const at = new Date();
    await app.deps.db
      .insertInto('store_orders')
      .values({
        shop,
        order_gid: order.order_gid,
        order_name: '#77',
        currency: 'EUR',
        ordered_at: at,
        updated_at: at,
        revenue: 7_000,
        shipping: 500,
        shipping_paid: 600,
        received: 20_000,
        refunded: 0,
      })
      .execute();
    expect(detailOf(await click(app, id, 'refunded')).buyerRefund).toEqual({
      currency: 'EUR',
      line: 6_000,
      shipping: 400,
    });
    const paid = (received: number | null, refunded: number | null) =>
      app.deps.db
        .updateTable('store_orders')
        .set({received, refunded})
        .where('order_gid', '=', order.order_gid)
        .execute();
    await paid(0, 0);
    expect(await look(id)).toMatchObject({
      buyerRefund: null,
      buyerRefundNote: expect.stringContaining('has not paid anything yet'),
    });
    await paid(6_600, 500);
    expect(await look(id)).toMatchObject({
      buyerRefund: {line: 6_000, shipping: 100},
      buyerRefundNote: expect.stringContaining('only a part'),
    });
  });
});
