// Whether an article can still be bought: the supplier is asked before an order is called blocked, and a list that names the
// article again frees it.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {approveSending} from '../../../server/actions/merchant-actions.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type Goods, type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe('an order whose article the list does not name', {timeout: 180_000}, () => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {articles: 24});
  }, 120_000);
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  /** Later than any list that orders may still share. */
  const run = async (): Promise<void> => {
    app.clock.turn(61 * second);
    await app.merchant.startRun();
    await app.merchant.lastRun();
    await app.quiet();
  };
  const withdraw = ({articleId}: Goods): void => {
    app.supplier.catalogue.withdraw(articleId);
    ends.push(() => app.supplier.catalogue.restore(articleId));
  };
  const restore = (): void => {
    for (const end of ends.splice(0)) end();
    app.clock.turn(second);
  };
  /** A run has seen a list without the article. */
  const seenGone = async (): Promise<Goods> => {
    const goods = app.goods();
    withdraw(goods);
    await run();
    return goods;
  };
  const listRequests = () => app.supplier.requests().filter(({a}) => a === 'list').length;
  const sentAfter = async ({id}: {readonly id: string}) => {
    await app.quiet();
    const row = await app.row(id);
    expect(row).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(row)).toHaveLength(1);
  };

  it('is sent where a fresh list names it, whatever the last run has read', async () => {
    const goods = await seenGone();
    restore();
    await sentAfter(app.buy({goods}));
  });

  it('is blocked where a fresh list does not name it either, and is sent when the merchant asks after it came back', async () => {
    const goods = await seenGone();
    const before = listRequests();
    const bought = app.buy({goods});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    expect(listRequests()).toBe(before + 1);
    restore();
    await approveSending(app.worker.db, {shop: app.shop, id: row.id, actor: 'user:7'}, [], app.clock.now());
    await app.upkeep('recheck-open');
    await sentAfter(bought);
  });

  it('of four lines at once asks for the list once', async () => {
    const goods = await seenGone();
    const before = listRequests();
    app.clock.turn(second);
    const lines = Array.from({length: 4}, () => ({variantId: goods.variantId}));
    const bought = app.buy({lines, financialStatus: 'PENDING'});
    await app.quiet();
    app.clock.turn(second);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect((await app.rows(bought.id)).map(({reason_code: code}) => code)).toEqual(Array(4).fill('not_listed'));
    expect(listRequests()).toBe(before + 1);
  });

  it('goes on by itself when a run sees the article listed again', async () => {
    const goods = await seenGone();
    const bought = app.buy({goods});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    restore();
    await run();
    await sentAfter(bought);
  });

  it('waits while the app itself holds back what the list says, and is sent when the list is whole again', async () => {
    const goods = app.goods();
    for (const {id} of app.supplier.catalogue
      .listed()
      .filter(({id: other}) => other !== goods.articleId)
      .slice(2)) {
      app.supplier.catalogue.withdraw(id);
      ends.push(() => app.supplier.catalogue.restore(id));
    }
    withdraw(goods);
    await run();
    const bought = app.buy({goods});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'list_doubtful'});
    restore();
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    await sentAfter(bought);
  });

  it.each([404, 403])(
    'that the list names and a=stock refuses with %i waits, is blocked after an hour, stays so while Shopify fails, and is sent when it answers',
    async (status) => {
      const goods = app.goods();
      const end = app.supplier.misbehave({
        api: 'dropship',
        a: 'stock',
        id: goods.articleId,
        does: {kind: 'status', status, body: '{"ok":false,"error":"not_available"}'},
      });
      ends.push(end);
      const bought = app.buy({goods});
      await app.quiet();
      expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'stock_refused'});
      for (const minutes of [1, 5, 15]) {
        app.clock.turn(minutes * minute);
        await app.upkeep('recheck-open');
        expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'stock_refused'});
      }
      app.clock.turn(30 * minute);
      await app.upkeep('recheck-open');
      const blocked = await app.row(bought.id);
      expect(blocked).toMatchObject({state: 'blocked', reason_code: 'stock_refused'});
      expect(blocked.reason).toContain('asked again every hour');
      app.clock.turn(hour);
      await app.upkeep('recheck-open');
      expect(await app.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'stock_refused'});
      const ofOrder = ({operationName}: {readonly operationName: string | null}) => operationName === 'StoreOrderLine';
      const readable = app.shopify.misbehave({fault: 'status', status: 400, when: ofOrder});
      ends.push(readable);
      app.clock.turn(hour);
      await app.upkeep('recheck-open');
      const {next_attempt_at: next, ...unread} = await app.row(bought.id);
      expect(unread).toMatchObject({state: 'blocked', reason_code: 'stock_refused', reason: blocked.reason});
      expect(next?.getTime()).toBe(app.clock.now().getTime() + 5 * minute);
      readable();
      end();
      app.clock.turn(5 * minute);
      await app.upkeep('recheck-open');
      await sentAfter(bought);
    },
  );

  it.each(['release', 'discard'] as const)(
    'is looked at at once when the merchant says %s to that brake',
    async (word) => {
      // What the tests before took off sale is listed again.
      await run();
      const goods = app.goods();
      const others = app.supplier.catalogue.listed().filter(({id}) => id !== goods.articleId);
      for (const {id} of others.slice(2)) {
        app.supplier.catalogue.withdraw(id);
        ends.push(() => app.supplier.catalogue.restore(id));
      }
      withdraw(goods);
      await run();
      const bought = app.buy({goods});
      await app.quiet();
      expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'list_doubtful'});
      const brake = (await app.merchant.brakes()).brakes.find(({state}) => state === 'held');
      if (word === 'release') await app.merchant.releaseBrake(brake?.id ?? '');
      else await app.merchant.discardBrake(brake?.id ?? '');
      await app.quiet();
      expect(await app.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    },
  );
});
