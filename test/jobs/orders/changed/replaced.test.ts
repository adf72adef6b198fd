// An unpaid order that the buyer changed is replaced: the supplier gets one new order of what is wanted now, beside the one left unpaid.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {planOrder} from '../../../../jobs/orders/plan-now.ts';
import {approveSending} from '../../../../server/actions/merchant-actions.ts';
import {replaceUnpaid} from '../../../../server/actions/place-again.ts';
import type {StoredDropshipOrder} from '../../../../server/db/orders/dropship-orders.ts';
import {saveSettings} from '../../../../server/db/shops/shops.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {buyPlaced, contextOf} from '../placed-order.ts';

// On one engine: `after-placing` and `http/orders/replace-unpaid` send its statements.
describe.each(oneEngine)('an unpaid order that the buyer changed, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 60});
  });
  afterAll(() => app.close());
  const replaceRow = (row: StoredDropshipOrder) => {
    const id = DropshipOrderId.parse(randomUUID());
    return replaceUnpaid(app.worker.db, contextOf(app, row), id, app.clock.now());
  };
  const replace = async (orderGid: string) => replaceRow(await app.row(orderGid));

  it('fewer pieces: the new order has as many as are wanted now, though it is asked for twice at once', async () => {
    const {bought, row, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 3}]});
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    const changed = await app.row(bought.id);
    const twice = await Promise.all([replaceRow(changed), replaceRow(changed)]);
    expect(twice.map(({kind}) => kind)).toEqual(['done', 'done']);
    await app.upkeep('recheck-open');
    const rows = await app.rows(bought.id);
    const kinds = rows.map(({generation, state, quantity}) => `${generation} ${state} ${quantity}`);
    expect(new Set(kinds)).toEqual(new Set(['1 dismissed 3', '2 awaiting_payment 2']));
    expect(app.taken(row)).toHaveLength(1);
    const second = rows.find(({generation}) => generation === 2);
    expect(app.taken({reference: second?.reference ?? ''})).toMatchObject([{qty: 2}]);
  });

  it('more pieces: the new order has all of them, and the flag is gone', async () => {
    const {bought, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 1}]});
    app.store.editOrder(bought.id, line, 3);
    await app.quiet();
    expect(await replace(bought.id)).toMatchObject({kind: 'done'});
    await app.upkeep('recheck-open');
    const second = (await app.rows(bought.id)).find(({generation}) => generation === 2);
    expect(second).toMatchObject({state: 'awaiting_payment', quantity: 3, flags: []});
  });

  it('more pieces: a yes to what the first order cost is no yes to the new one', async () => {
    const limit = (orders: object) => saveSettings(app.worker.db, app.shop, {orders}, app.clock.now());
    await limit({costLimit: 1, approveEach: true});
    const bought = app.buy({lines: [{variantId: app.goods().variantId, quantity: 1}]});
    await app.quiet();
    const approve = async (row: StoredDropshipOrder) => {
      await approveSending(app.worker.db, contextOf(app, row), [], app.clock.now());
      await app.upkeep('recheck-open');
    };
    await approve(await app.row(bought.id));
    expect(await app.row(bought.id)).toMatchObject({
      state: 'awaiting_payment',
      approved: ['cost_above_limit', 'approval_asked'],
    });
    app.store.editOrder(bought.id, bought.lines[0]?.id ?? '', 3);
    await app.quiet();
    expect(await replace(bought.id)).toMatchObject({kind: 'done'});
    const second = async () => {
      const row = (await app.rows(bought.id)).find(({generation}) => generation === 2);
      if (row === undefined) throw new Error('the line was not placed again');
      return row;
    };
    // The plan alone, before any webhook: what it saw is stored, so that the next yes is to three pieces.
    expect(await planOrder(app.worker, app.shop, {...(await second()), state: 'waiting'})).toMatchObject({
      plan: {reason: {code: 'cost_above_limit'}},
    });
    expect(await second()).toMatchObject({quantity: 3, approved: []});
    await app.upkeep('recheck-open');
    expect(await second()).toMatchObject({state: 'held', reason_code: 'cost_above_limit', quantity: 3, approved: []});
    await approve(await second());
    expect(await second()).toMatchObject({state: 'awaiting_payment', quantity: 3});
    await limit({});
  });

  it('cancelled in the store in between: nothing more is sent', async () => {
    const {bought, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 2}]});
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    app.store.cancelOrder(bought.id);
    expect(await replace(bought.id)).toMatchObject({kind: 'done'});
    await app.quiet();
    await app.upkeep('recheck-open');
    const second = (await app.rows(bought.id)).find(({generation}) => generation === 2);
    expect(second).toMatchObject({state: 'cancelled'});
    expect(app.taken({reference: second?.reference ?? ''})).toEqual([]);
  });
});
