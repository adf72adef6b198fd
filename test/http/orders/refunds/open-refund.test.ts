// A refund to the buyer that still asks something of the merchant: the order counts among those that need them, until it is done.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {testEngines} from '../../../support/test-app.ts';
import {asking, openRefundApp, type RefundApp, refundable, refused} from './refund-app.ts';

describe.each(testEngines)('an open refund, on %s', (engine) => {
  let app: RefundApp;
  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterEach(() => app.endFaults());
  afterAll(() => app.close());
  const page = () => asking(app);
  const cash = {payments: [{gateway: 'Cash on delivery', manual: true}]};

  it('that the merchant pays by hand is open until they say that it is paid, and this stands in the history', async () => {
    const order = await refundable(app, cash);
    expect(await order.isOpen()).toBe(false);
    expect(page().read(await page().refund(order.id)).refund).toMatchObject({state: 'by_hand', endedAt: null});
    expect([await order.isOpen(), (await page().detail(order.id)).refundOpen]).toEqual([true, true]);
    const ended = page().read(await page().end(order.id)).refund;
    expect(ended).toMatchObject({state: 'by_hand', endedAt: app.clock.now().toISOString()});
    expect(await order.isOpen()).toBe(false);
    expect((await order.deeds()).at(-1)).toBe('buyer_refund_ended');
  });

  it('whose answer was lost is open until Shopify shows it, or the merchant has found out', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'after'});
    await page().refund(order.id);
    expect(await order.isOpen()).toBe(true);
    expect(page().read(await page().find(order.id)).refund?.state).toBe('succeeded');
    expect(await order.isOpen()).toBe(false);
    expect(refused(await page().end(order.id))).toMatchObject({status: 409, code: 'refund_under_way'});
    const other = await refundable(app);
    app.spoil({fault: 'cut', at: 'before'});
    await page().refund(other.id);
    expect(page().read(await page().end(other.id)).refund).toMatchObject({
      state: 'unknown',
      endedAt: expect.any(String),
    });
    expect(await other.isOpen()).toBe(false);
    expect(refused(await page().refund(other.id)).code).toBe('refund_under_way');
  });

  it('that succeeds, or of which Shopify refuses all, is not open', async () => {
    const paid = await refundable(app);
    await page().refund(paid.id);
    expect(await paid.isOpen()).toBe(false);
    const none = await refundable(app);
    expect(refused(await page().end(none.id))).toMatchObject({status: 409, code: 'not_now'});
  });

  it('is ended once, also by two presses at the same moment', async () => {
    const order = await refundable(app, cash);
    await page().refund(order.id);
    const answers = await Promise.all([page().end(order.id), page().end(order.id)]);
    expect(answers.map(({status}) => status).every((status) => status === 200 || status === 409)).toBe(true);
    expect((await order.deeds()).filter((deed) => deed === 'buyer_refund_ended')).toHaveLength(1);
  });
});
