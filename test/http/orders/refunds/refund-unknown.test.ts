// A refund whose answer is lost, or whose process dies: it is paid at most once, and what became of it is found out.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {day, minute} from '#domain/durations.ts';
import {testEngines} from '../../../support/test-app.ts';
import {asking, openRefundApp, type RefundApp, refundable, refused, whole} from './refund-app.ts';

describe.each(testEngines)('a refund whose outcome is unknown, on %s', (engine) => {
  let app: RefundApp;
  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterEach(() => {
    app.endFaults();
    app.atCheckpoint(null);
  });
  afterAll(() => app.close());
  const page = () => asking(app);
  const dieAt = (point: string) =>
    app.atCheckpoint((name) => {
      if (name === point) throw new Error('the process died');
    });
  const sentRefunds = () => app.shopify.requests().filter(({operationName}) => operationName === 'RefundCreate').length;
  const stateOf = async (answer: ReturnType<ReturnType<typeof asking>['find']>) =>
    page().read(await answer).refund?.state;

  it('the answer is lost after Shopify made it: the reading finds it, and nothing is sent again', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'after'});
    expect(await stateOf(page().refund(order.id))).toBe('unknown');
    expect((await page().look(order.id)).offer).toBeNull();
    expect(refused(await page().refund(order.id)).code).toBe('refund_under_way');
    const sent = sentRefunds();
    expect(await stateOf(page().again(order.id))).toBe('succeeded');
    expect([order.inStore().length, sentRefunds() - sent]).toEqual([1, 0]);
    expect(await order.deeds()).toEqual(['buyer_refund_asked', 'buyer_refund_unknown', 'buyer_refund_succeeded']);
  });

  it('the request never reached Shopify: the same one goes once more, with its key and amounts', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'before'});
    expect(await stateOf(page().refund(order.id, {line: 5_000, shipping: 100, notify: false}))).toBe('unknown');
    const [before] = await order.rows();
    const {refund} = page().read(await page().find(order.id));
    expect(refund).toMatchObject({state: 'unknown', said: expect.stringContaining('shows no such refund')});
    expect(order.inStore()).toEqual([]);
    expect(await stateOf(page().again(order.id))).toBe('succeeded');
    const rows = await order.rows();
    expect(rows).toMatchObject([{id: before?.id, input: before?.input}]);
    expect(order.inStore()).toMatchObject([
      {amount: '51.00', key: before?.id, note: expect.stringContaining(before?.id ?? '-')},
    ]);
  });

  it.each([
    ['refund-committed', 0],
    ['refund-answered', 1],
  ])('the process dies at “%s”: what was committed is found, and paid once', async (point, made) => {
    const order = await refundable(app);
    dieAt(point);
    expect((await page().refund(order.id)).status).toBe(500);
    app.atCheckpoint(null);
    expect(order.inStore()).toHaveLength(made);
    // Another process may still be at it.
    expect((await page().look(order.id)).refund).toMatchObject({state: 'intended', isBeingSent: true});
    expect(refused(await page().again(order.id)).code).toBe('refund_under_way');
    app.clock.turn(4 * minute);
    expect((await page().look(order.id)).refund).toMatchObject({state: 'intended', isBeingSent: false});
    expect(refused(await page().refund(order.id)).code).toBe('refund_under_way');
    expect(await stateOf(page().again(order.id))).toBe('succeeded');
    expect([order.inStore().length, order.kept()]).toEqual([1, '0.00']);
  });

  it('a process that dies while it sends again leaves one refund', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'before'});
    await page().refund(order.id);
    dieAt('refund-answered');
    expect((await page().again(order.id)).status).toBe(500);
    app.atCheckpoint(null);
    app.clock.turn(4 * minute);
    expect(await stateOf(page().again(order.id))).toBe('succeeded');
    expect(order.inStore()).toHaveLength(1);
  });

  it('ten presses of “again” at once pay once', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'before'});
    await page().refund(order.id);
    const answers = await Promise.all(Array.from({length: 10}, () => page().again(order.id)));
    expect(answers.every(({status}) => status === 200 || status === 409)).toBe(true);
    expect(order.inStore()).toHaveLength(1);
    expect((await page().look(order.id)).refund?.state).toBe('succeeded');
  });

  it('Shopify forgot the key meanwhile: the reading still keeps it at one refund', async () => {
    const order = await refundable(app, {lines: [{variantId: null, title: 'A shoe', price: '60.90', quantity: 2}]});
    const one = {...whole, shipping: 345};
    app.spoil({fault: 'cut', at: 'after'});
    expect(await stateOf(page().refund(order.id, one))).toBe('unknown');
    app.clock.turn(3 * day);
    expect(await stateOf(page().again(order.id))).toBe('succeeded');
    expect(order.inStore()).toHaveLength(1);
  });

  it('the order was refunded in Shopify meanwhile: nothing is sent again, and after ten minutes it counts as not made', async () => {
    const order = await refundable(app, {lines: [{variantId: null, title: 'A shoe', price: '60.90', quantity: 2}]});
    app.spoil({fault: 'cut', at: 'before'});
    await page().refund(order.id, {...whole, shipping: 0});
    app.store.refundMoney(order.gid, 1_000);
    const {refund} = page().read(await page().again(order.id));
    expect(refund).toMatchObject({state: 'unknown', said: expect.stringContaining('another refund')});
    app.clock.turn(11 * minute);
    expect(await stateOf(page().again(order.id))).toBe('not_made');
    expect(order.inStore()).toMatchObject([{amount: '10.00'}]);
    expect((await page().look(order.id)).offer).toMatchObject({line: 6_090});
    expect(await stateOf(page().refund(order.id, {...whole, shipping: 0}))).toBe('succeeded');
    expect((await order.rows()).map(({state}) => state)).toEqual(['not_made', 'succeeded']);
  });

  it('an answer that cannot be read, and one about the key alone, are unknown too', async () => {
    const inProgress = [{field: null, message: 'This request is currently in progress, please try again.'}];
    for (const fault of [{fault: 'unreadable'}, {fault: 'userErrors', userErrors: inProgress}] as const) {
      const order = await refundable(app);
      app.spoil(fault);
      expect(await stateOf(page().refund(order.id))).toBe('unknown');
      expect(await stateOf(page().again(order.id))).toBe('succeeded');
      expect(order.inStore()).toHaveLength(1);
    }
  });

  it('while Shopify is away before anything was committed, nothing is stored, and the press can be repeated', async () => {
    const order = await refundable(app);
    app.misbehave({fault: 'status', status: 503});
    expect((await page().refund(order.id)).status).toBe(503);
    app.endFaults();
    expect([await order.rows(), order.inStore()]).toEqual([[], []]);
    expect(await stateOf(page().refund(order.id))).toBe('succeeded');
  });

  it('no refund waits for an answer: there is nothing to look for or to send again', async () => {
    const order = await refundable(app);
    for (const answer of [await page().find(order.id), await page().again(order.id)]) {
      expect(refused(answer)).toMatchObject({status: 409, code: 'not_now'});
    }
  });
});
