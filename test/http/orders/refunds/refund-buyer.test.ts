import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {day} from '#domain/durations.ts';
import {testEngines} from '../../../support/test-app.ts';
import type {Answer} from '../../asking.ts';
import {asking, openRefundApp, type RefundApp, refundable, refused, shoe, whole} from './refund-app.ts';

describe.each(testEngines)('the buyer is refunded from the order, on %s', (engine) => {
  let app: RefundApp;
  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterAll(() => app.close());
  const page = () => asking(app);

  it('what Shopify suggests is shown, and paid back with one press: no restock, and the buyer is told', async () => {
    const order = await refundable(app);
    const shown = await page().look(order.id);
    const amounts = {line: 6_090, shipping: 690};
    expect(shown).toEqual({
      refund: null,
      offer: {...amounts, currency: 'EUR', pieces: 1, ways: ['Shopify Payments'], byHand: [], canNotify: true},
      why: null,
    });
    const {refund} = page().read(await page().refund(order.id));
    expect(refund).toMatchObject({state: 'succeeded', line: 6_090, shipping: 690, notify: true, said: null});
    expect(order.inStore()).toMatchObject([{amount: '67.80', notified: true, parts: [{status: 'SUCCESS'}]}]);
    expect(order.kept()).toBe('0.00');
    expect(await order.deeds()).toEqual(['buyer_refund_asked', 'buyer_refund_succeeded']);
    expect(await page().look(order.id)).toMatchObject({refund: {state: 'succeeded'}, offer: null, why: null});
    expect(refused(await page().refund(order.id))).toMatchObject({status: 409, code: 'refund_under_way'});
    expect(order.inStore()).toHaveLength(1);
  });

  it('less is paid back where the merchant says so, and never more than Shopify suggests', async () => {
    const order = await refundable(app);
    for (const more of [{line: 6_091}, {shipping: 691}]) {
      expect(refused(await page().refund(order.id, {...whole, ...more}))).toMatchObject({
        status: 422,
        code: 'above_suggestion',
      });
    }
    expect(refused(await page().refund(order.id, {...whole, line: 0, shipping: 0})).code).toBe('nothing_to_refund');
    for (const wrong of [{line: -1}, {line: 1.5}, {line: '60.90'}, {line: 1e15}, {other: 1}]) {
      expect((await page().refund(order.id, {...whole, ...wrong})).status).toBe(422);
    }
    expect([order.inStore(), await order.rows()]).toEqual([[], []]);
    await page().refund(order.id, {line: 5_000, shipping: 0, notify: false});
    expect(order.inStore()).toMatchObject([{amount: '50.00', notified: false}]);
  });

  it('of several lines only this one is paid back, with its share of the shipping', async () => {
    const order = await refundable(app, {lines: [shoe, {...shoe, price: '121.80'}]});
    expect((await page().look(order.id)).offer).toMatchObject({line: 6_090, shipping: 230});
    await page().refund(order.id, {line: 6_090, shipping: 230, notify: false});
    expect(order.inStore()).toMatchObject([{amount: '63.20'}]);
    expect(app.store.order(order.gid)?.lines.map(({currentQuantity}) => currentQuantity)).toEqual([0, 1]);
  });

  it('the share of the shipping goes by what the lines cost after their discounts', async () => {
    const order = await refundable(app, {lines: [{...shoe, discount: '30.45'}, shoe]});
    expect((await page().look(order.id)).offer).toMatchObject({line: 3_045, shipping: 230});
  });

  it('a gift card and a card are each paid back what they paid', async () => {
    const payments = [{gateway: 'gift_card', name: 'Gift card', share: 2_000}, {gateway: 'shopify_payments'}];
    const order = await refundable(app, {payments});
    expect((await page().look(order.id)).offer?.ways).toEqual(['Gift card', 'shopify_payments']);
    await page().refund(order.id);
    expect(order.inStore()[0]?.parts).toMatchObject([
      {gateway: 'gift_card', amount: '20.00'},
      {gateway: 'shopify_payments', amount: '47.80'},
    ]);
  });

  it('a buyer who paid in another currency is paid back in that one', async () => {
    const order = await refundable(app, {presentment: {currency: 'CHF', rate: 0.95}});
    const {offer} = await page().look(order.id);
    expect(offer).toMatchObject({currency: 'CHF', line: 5_786, shipping: 655});
    const answer = await page().refund(order.id, {line: 5_786, shipping: 655, notify: false});
    expect(page().read(answer).refund).toMatchObject({state: 'succeeded', currency: 'CHF'});
    const [row] = await order.rows();
    expect(row?.input).toMatchObject({currency: 'CHF', transactions: [{amount: '64.41'}]});
  });

  it('“refunded” is said only when the money went: pending, failed and paid by hand say so', async () => {
    const wanted = [
      ['PENDING', 'pending'],
      ['FAILURE', 'failed'],
    ] as const;
    for (const [refunds, state] of wanted) {
      const order = await refundable(app, {payments: [{gateway: 'bank', refunds}]});
      expect(page().read(await page().refund(order.id)).refund?.state).toBe(state);
      expect((await page().look(order.id)).offer).toBeNull();
    }
    const cash = await refundable(app, {payments: [{gateway: 'Cash on delivery', manual: true}]});
    expect(page().read(await page().refund(cash.id)).refund?.state).toBe('by_hand');
    const slow = await refundable(app, {payments: [{gateway: 'bank', refunds: 'PENDING'}]});
    await page().refund(slow.id);
    app.store.finishRefunds(slow.gid, 'SUCCESS');
    expect(page().read(await page().find(slow.id)).refund?.state).toBe('succeeded');
    expect(slow.inStore()).toHaveLength(1);
  });

  it('what was refunded in Shopify meanwhile is not offered, and a refund of it is refused with what Shopify says', async () => {
    const order = await refundable(app);
    app.store.refundLine(order.gid, order.lineId);
    expect(await page().look(order.id)).toEqual({refund: null, offer: null, why: 'nothing'});
    expect(refused(await page().refund(order.id)).code).toBe('nothing_to_refund');
    const raced = await refundable(app);
    app.atCheckpoint((name) => name === 'refund-committed' && app.store.refundMoney(raced.gid, 6_780));
    const {refund} = page().read(await page().refund(raced.id));
    app.atCheckpoint(null);
    expect(refund).toMatchObject({
      state: 'refused',
      said: 'Shopify refused it: Refund amount €67.80 is greater than net payment received €0.00',
    });
    expect(raced.inStore()).toHaveLength(1);
  });

  it('who may not refund orders in Shopify may not do it here, though the app may', async () => {
    const order = await refundable(app);
    app.store.setRefundRight('7', false);
    const {refund} = page().read(await page().refund(order.id, whole, {user: '7'}));
    expect(refund).toMatchObject({state: 'refused', said: expect.stringContaining('may not refund orders')});
    expect(order.inStore()).toEqual([]);
    app.clock.turn(1_000);
    expect(page().read(await page().refund(order.id)).refund?.state).toBe('succeeded');
    expect((await order.rows()).map(({actor}) => actor)).toEqual(['user:7', 'user:42']);
  });

  it('twenty presses at once, with one key and with keys of their own, are one refund', async () => {
    const key = randomUUID();
    for (const keys of [Array.from({length: 10}, () => key), Array.from({length: 10}, () => randomUUID())]) {
      const order = await refundable(app);
      // On a slow machine a press may not get its turn (429): it is pressed again.
      const press = async (one: string): Promise<Answer> => {
        const answer = await page().refund(order.id, whole, {key: one});
        return answer.status === 429 ? press(one) : answer;
      };
      const answers = await Promise.all(keys.map(press));
      expect(answers.filter(({status}) => status === 200).length).toBeGreaterThan(0);
      expect(answers.filter(({status}) => status !== 200 && status !== 409)).toEqual([]);
      expect([order.inStore().length, (await order.rows()).length]).toEqual([1, 1]);
    }
  });

  it('an order that the merchant closed, as one to a country that is not served, is refunded from its page, and is placed no more', async () => {
    const closed = await refundable(app, {}, {state: 'dismissed'});
    expect((await page().look(closed.id)).offer).not.toBeNull();
    expect(page().read(await page().refund(closed.id)).refund?.state).toBe('succeeded');
    expect(closed.inStore()).toHaveLength(1);
    expect(refused(await page().act(closed.id, 'place-again')).code).toBe('buyer_refunded');
  });

  it('an order that the supplier may still supply, or that has a successor, is not refunded from here', async () => {
    const paid = await refundable(app, {}, {state: 'paid'});
    expect(await page().look(paid.id)).toEqual({refund: null, offer: null, why: 'not_now'});
    expect(refused(await page().refund(paid.id))).toMatchObject({status: 409, code: 'not_now'});
    const replaced = await refundable(app, {}, {state: 'rejected'});
    const {deps} = app;
    const row = await deps.db
      .selectFrom('dropship_orders')
      .selectAll()
      .where('id', '=', replaced.id)
      .executeTakeFirstOrThrow();
    const {order_gid, order_name, line_gid, article_id, article_name, ordered_at, created_at, updated_at, shop} = row;
    await deps.db
      .insertInto('dropship_orders')
      .values({
        shop,
        order_gid,
        order_name,
        line_gid,
        article_id,
        article_name,
        ordered_at,
        created_at,
        updated_at,
        id: (await refundable(app)).id.replace(/^.{8}/, '00000000') as typeof row.id,
        generation: 2,
        quantity: 1,
        state: 'waiting',
        reference: `${row.reference}-2`,
      })
      .execute();
    expect((await page().look(replaced.id)).why).toBe('not_now');
    expect(refused(await page().refund(replaced.id)).code).toBe('not_now');
    expect([...paid.inStore(), ...replaced.inStore()]).toEqual([]);
  });

  it('another store’s order is not found, and a stranger is turned away', async () => {
    const order = await refundable(app);
    app.shopify.openShop({domain: 'other.myshopify.com'});
    const other = {shop: 'other.myshopify.com', user: '1'};
    for (const answer of [
      await page().refund(order.id, whole, other),
      await page().find(order.id, other),
      await page().again(order.id, other),
    ]) {
      expect([401, 404]).toContain(answer.status);
    }
    expect(order.inStore()).toEqual([]);
  });

  it('an order older than sixty days is not shown to the app, which says so', async () => {
    const order = await refundable(app);
    app.clock.turn(61 * day);
    expect(await page().look(order.id)).toEqual({refund: null, offer: null, why: 'unreadable'});
    expect(refused(await page().refund(order.id))).toMatchObject({status: 409, code: 'order_unreadable'});
  });
});
