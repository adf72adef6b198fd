// Whether an article can still be bought: the supplier is asked before an order is called blocked, and a list that names the
// article again frees it.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../../server/actions/merchant-actions.ts';
import {quickestEngine} from '../../support/house.ts';
import {type Goods, openStage, type Stage} from './stage.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe('an order whose article the list does not name', {timeout: 180_000}, () => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    stage = await openStage(quickestEngine, {articles: 24});
  }, 120_000);
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  /** Later than any list that orders may still share. */
  const run = async (): Promise<void> => {
    stage.clock.turn(61 * second);
    await stage.merchant.startRun();
    await stage.merchant.lastRun();
    await stage.quiet();
  };
  const withdraw = ({articleId}: Goods): void => {
    stage.supplier.catalogue.withdraw(articleId);
    ends.push(() => stage.supplier.catalogue.restore(articleId));
  };
  const restore = (): void => {
    for (const end of ends.splice(0)) end();
    stage.clock.turn(second);
  };
  /** A run has seen a list without the article. */
  const seenGone = async (): Promise<Goods> => {
    const goods = stage.goods();
    withdraw(goods);
    await run();
    return goods;
  };
  const listRequests = () => stage.supplier.requests().filter(({a}) => a === 'list').length;
  const sentAfter = async ({id}: {readonly id: string}) => {
    await stage.quiet();
    const row = await stage.row(id);
    expect(row).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(row)).toHaveLength(1);
  };

  it('is sent where a fresh list names it, whatever the last run has read', async () => {
    const goods = await seenGone();
    restore();
    await sentAfter(stage.buy({goods}));
  });

  it('is blocked where a fresh list does not name it either, and is sent when the merchant asks after it came back', async () => {
    const goods = await seenGone();
    const before = listRequests();
    const bought = stage.buy({goods});
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    expect(listRequests()).toBe(before + 1);
    restore();
    await approve(stage.worker.db, {shop: stage.shop, id: row.id, actor: 'user:7'}, [], stage.clock.now());
    await stage.upkeep('recheck-open');
    await sentAfter(bought);
  });

  it('of four lines at once asks for the list once', async () => {
    const goods = await seenGone();
    const before = listRequests();
    stage.clock.turn(second);
    const lines = Array.from({length: 4}, () => ({variantId: goods.variantId}));
    const bought = stage.buy({lines, financialStatus: 'PENDING'});
    await stage.quiet();
    stage.clock.turn(second);
    stage.store.payOrder(bought.id);
    await stage.quiet();
    expect((await stage.rows(bought.id)).map(({reason_code: code}) => code)).toEqual(Array(4).fill('not_listed'));
    expect(listRequests()).toBe(before + 1);
  });

  it('goes on by itself when a run sees the article listed again', async () => {
    const goods = await seenGone();
    const bought = stage.buy({goods});
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    restore();
    await run();
    await sentAfter(bought);
  });

  it('waits while the app itself holds back what the list says, and is sent when the list is whole again', async () => {
    const goods = stage.goods();
    for (const {id} of stage.supplier.catalogue
      .listed()
      .filter(({id: other}) => other !== goods.articleId)
      .slice(2)) {
      stage.supplier.catalogue.withdraw(id);
      ends.push(() => stage.supplier.catalogue.restore(id));
    }
    withdraw(goods);
    await run();
    const bought = stage.buy({goods});
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'list_doubtful'});
    restore();
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    await sentAfter(bought);
  });

  it.each([404, 403])(
    'that the list names and a=stock refuses with %i waits, is shown as blocked after an hour, and is sent when it answers',
    async (status) => {
      const goods = stage.goods();
      const end = stage.supplier.misbehave({
        api: 'dropship',
        a: 'stock',
        id: goods.articleId,
        does: {kind: 'status', status, body: '{"ok":false,"error":"not_available"}'},
      });
      ends.push(end);
      const bought = stage.buy({goods});
      await stage.quiet();
      expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'stock_refused'});
      for (const minutes of [1, 5, 15]) {
        stage.clock.turn(minutes * minute);
        await stage.upkeep('recheck-open');
        expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'stock_refused'});
      }
      stage.clock.turn(30 * minute);
      await stage.upkeep('recheck-open');
      const blocked = await stage.row(bought.id);
      expect(blocked).toMatchObject({state: 'blocked', reason_code: 'stock_refused'});
      expect(blocked.reason).toContain('asked again every hour');
      stage.clock.turn(hour);
      await stage.upkeep('recheck-open');
      expect(await stage.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'stock_refused'});
      end();
      stage.clock.turn(hour);
      await stage.upkeep('recheck-open');
      await sentAfter(bought);
    },
  );

  it.each(['release', 'discard'] as const)(
    'is looked at at once when the merchant says %s to that brake',
    async (word) => {
      // What the tests before took off sale is listed again.
      await run();
      const goods = stage.goods();
      const others = stage.supplier.catalogue.listed().filter(({id}) => id !== goods.articleId);
      for (const {id} of others.slice(2)) {
        stage.supplier.catalogue.withdraw(id);
        ends.push(() => stage.supplier.catalogue.restore(id));
      }
      withdraw(goods);
      await run();
      const bought = stage.buy({goods});
      await stage.quiet();
      expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'list_doubtful'});
      const brake = (await stage.merchant.brakes()).brakes.find(({state}) => state === 'held');
      if (word === 'release') await stage.merchant.releaseBrake(brake?.id ?? '');
      else await stage.merchant.discardBrake(brake?.id ?? '');
      await stage.quiet();
      expect(await stage.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'not_listed'});
    },
  );
});
