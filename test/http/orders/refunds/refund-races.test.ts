// What happens beside a refund whose outcome is open: the line is placed again, the order is closed, Shopify is asked at the same moment, the
// request is sent again and refused.
import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest';
import {minute} from '#domain/durations.ts';
import {testEngines} from '../../../support/test-app.ts';
import {asking, openRefundApp, type RefundApp, refundable, refused, whole} from './refund-app.ts';

describe.each(testEngines)('a refund that is open, and what happens beside it, on %s', (engine) => {
  let app: RefundApp;
  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterEach(() => app.endFaults());
  afterAll(() => app.close());
  const page = () => asking(app);
  const two = {lines: [{variantId: null, title: 'A shoe', price: '60.90', quantity: 2}]};
  const one = {...whole, shipping: 0};
  /** An order whose refund got no answer; `at`: whether Shopify made it. */
  const withLostRefund = async (at: 'before' | 'after', placed = {}) => {
    const order = await refundable(app, placed);
    app.spoil({fault: 'cut', at});
    expect(page().read(await page().refund(order.id, one)).refund?.state).toBe('unknown');
    return order;
  };
  const change = (id: string, changes: {state: 'refused' | 'not_made'}) =>
    app.deps.db
      .updateTable('buyer_refunds')
      .set(changes)
      .where('dropship_order_id', '=', id as never)
      .execute();

  it('the line is not placed again while a refund may be made, nor once it was, and is after it was not made', async () => {
    const order = await withLostRefund('before');
    expect(refused(await page().act(order.id, 'place-again'))).toMatchObject({status: 409, code: 'buyer_refunded'});
    expect((await page().detail(order.id)).actions).not.toContain('place-again');
    app.clock.turn(11 * minute);
    expect(page().read(await page().find(order.id)).refund?.state).toBe('not_made');
    expect((await page().detail(order.id)).actions).toContain('place-again');
    expect((await page().act(order.id, 'place-again')).status).toBe(200);
    const paid = await refundable(app);
    app.spoil({fault: 'delay', ms: 700});
    const sending = page().refund(paid.id);
    await vi.waitFor(async () => expect(await paid.rows()).toHaveLength(1));
    expect(refused(await page().act(paid.id, 'place-again')).code).toBe('buyer_refunded');
    expect(page().read(await sending).refund?.state).toBe('succeeded');
    expect(refused(await page().act(paid.id, 'place-again')).code).toBe('buyer_refunded');
  });

  it('an order that may be supplied after all has no refund sent again; what became of the first one can be found out', async () => {
    const order = await withLostRefund('before');
    await app.deps.db
      .updateTable('dropship_orders')
      .set({state: 'awaiting_payment'})
      .where('id', '=', order.id)
      .execute();
    expect(refused(await page().again(order.id)).code).toBe('not_now');
    expect(order.inStore()).toEqual([]);
    expect(await page().detail(order.id)).toMatchObject({refundAsked: true});
    expect((await page().look(order.id)).refund?.state).toBe('unknown');
    app.clock.turn(11 * minute);
    expect(page().read(await page().find(order.id)).refund?.state).toBe('not_made');
  });

  it('a reading from before a repeated request does not end the wait for that request', async () => {
    const order = await withLostRefund('before');
    let isRead = false;
    const when = ({operationName}: {operationName: string | null}) => {
      isRead ||= operationName === 'OrderRefunds';
      return operationName === 'OrderRefunds';
    };
    app.misbehave({fault: 'delay', ms: 1_500, at: 'after', times: 1, when});
    const looking = page().find(order.id);
    await vi.waitFor(() => expect(isRead).toBe(true));
    app.spoil({fault: 'delay', ms: 3_000});
    const sending = page().again(order.id);
    await vi.waitFor(async () => expect((await order.rows())[0]?.sending_until).not.toBeNull());
    expect((await looking).status).toBe(200);
    expect((await order.rows())[0]?.sending_until).not.toBeNull();
    expect(refused(await page().again(order.id)).code).toBe('refund_under_way');
    expect(page().read(await sending).refund?.state).toBe('succeeded');
    expect(order.inStore()).toHaveLength(1);
  });

  it.each(['not_made', 'refused'] as const)(
    'an answer that it was made is kept also where it counted as %s',
    async (state) => {
      const order = await refundable(app);
      app.spoil({fault: 'delay', ms: 700, at: 'after'});
      const sending = page().refund(order.id);
      await vi.waitFor(() => expect(order.inStore()).toHaveLength(1));
      await change(order.id, {state});
      expect(page().read(await sending).refund?.state).toBe('succeeded');
      expect(await order.rows()).toMatchObject([{state: 'succeeded', refund_gid: expect.stringContaining('Refund')}]);
    },
  );

  it.each(['not_made', 'refused'] as const)(
    'one that Shopify shows later is found where it counted as %s, before another is made',
    async (state) => {
      const order = await withLostRefund('after', two);
      await change(order.id, {state});
      expect(refused(await page().refund(order.id, one)).code).toBe('refund_under_way');
      expect(order.inStore()).toHaveLength(1);
      expect((await page().look(order.id)).refund?.state).toBe('succeeded');
      await change(order.id, {state});
      expect(page().read(await page().find(order.id)).refund?.state).toBe('succeeded');
    },
  );

  it('what refuses the repeated request does not end the first one: it stays unknown', async () => {
    const order = await withLostRefund('before');
    app.store.setRefundRight('7', false);
    const denied = page().read(await page().again(order.id, {user: '7'})).refund;
    expect(denied).toMatchObject({state: 'unknown', said: expect.stringContaining('may not refund orders')});
    app.spoil({fault: 'unauthorised'});
    expect(page().read(await page().again(order.id)).refund?.state).toBe('unknown');
    const userErrors = [{field: null, message: 'Refunds are closed today.'}];
    app.spoil({fault: 'userErrors', userErrors});
    const early = page().read(await page().again(order.id)).refund;
    expect(early).toMatchObject({state: 'unknown', said: expect.stringContaining('Refunds are closed today.')});
    expect((await page().look(order.id)).offer).toBeNull();
    app.clock.turn(11 * minute);
    app.spoil({fault: 'userErrors', userErrors});
    expect(page().read(await page().again(order.id)).refund?.state).toBe('refused');
    expect(order.inStore()).toEqual([]);
  });

  it('a refusal speaks only of requests that were sent ten minutes before, and not of a later one', async () => {
    const order = await withLostRefund('before');
    app.clock.turn(9 * minute);
    app.spoil({fault: 'cut', at: 'before'});
    expect(page().read(await page().again(order.id)).refund?.state).toBe('unknown');
    const userErrors = [{field: null, message: 'Refunds are closed today.'}];
    app.clock.turn(2 * minute);
    app.spoil({fault: 'userErrors', userErrors});
    expect(page().read(await page().again(order.id)).refund?.state).toBe('unknown');
    app.clock.turn(11 * minute);
    app.spoil({fault: 'userErrors', userErrors});
    expect(page().read(await page().again(order.id)).refund?.state).toBe('refused');
  });

  it('one that Shopify does not show ten minutes later is not made, and another one can be asked for', async () => {
    const order = await withLostRefund('before');
    app.clock.turn(11 * minute);
    expect(page().read(await page().find(order.id)).refund).toMatchObject({state: 'not_made'});
    expect((await page().look(order.id)).offer).toMatchObject({line: 6_090});
    expect(page().read(await page().refund(order.id)).refund?.state).toBe('succeeded');
    expect(order.inStore()).toHaveLength(1);
  });

  it('what a gift card got back is not named as still to be paid by hand', async () => {
    const payments = [
      {gateway: 'gift_card', share: 2_000},
      {gateway: 'Cash on delivery', manual: true},
    ];
    const order = await refundable(app, {payments});
    expect((await page().look(order.id)).offer).toMatchObject({byHand: ['Cash on delivery']});
    const {refund} = page().read(await page().refund(order.id));
    expect(refund).toMatchObject({state: 'by_hand', went: 2_000, byHand: 4_780});
  });

  it('a session that ended is renewed, and nothing was done', async () => {
    const order = await refundable(app);
    await page().refund(order.id, {...whole, line: 99_999});
    app.misbehave({fault: 'oauthError', status: 400, error: 'invalid_subject_token'});
    expect(refused(await page().refund(order.id))).toMatchObject({status: 401, code: 'session_expired'});
    expect(await order.rows()).toEqual([]);
  });
});
