// Lines in no fulfilment order that the app may see: not assigned to a location yet, or with another app's fulfilment service.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {minute} from '#domain/durations.ts';
import {approveSending} from '../../../../server/actions/merchant-actions.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {contextOf} from '../placed-order.ts';

// On one engine: `placing-store`, `shown-in-store` and `taken-off-sale` send its statements on both.
describe.each(oneEngine)('a line without a fulfilment order, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  const recheck = async (afterMs: number) => {
    app.clock.turn(afterMs);
    await app.upkeep('recheck-open');
  };

  it('waits until the store has assigned it to a location, and is sent then', async () => {
    const bought = app.buy({routedAfterMs: 2 * minute});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'not_routed'});
    await recheck(2 * minute);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });

  it('is with the fulfilment service of another app: it is held, and sent only when the merchant says so', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    const line = bought.lines[0]?.id ?? '';
    app.store.moveFulfilment(bought.id, line, 1, {location: 'Their warehouse', ofService: true});
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'not_routed'});
    await recheck(11 * minute);
    const held = await app.row(bought.id);
    expect(held).toMatchObject({state: 'held', reason_code: 'shipped_elsewhere', attempts: 0});
    await approveSending(app.worker.db, contextOf(app, held), ['shipped_elsewhere'], app.clock.now());
    await app.upkeep('recheck-open');
    expect(app.taken(held)).toHaveLength(1);
  });

  it('is held where another line of the order has one, and where only some of its pieces have', async () => {
    const [one, other] = [app.goods().variantId, app.goods().variantId];
    const mixed = app.buy({financialStatus: 'PENDING', lines: [{variantId: one}, {variantId: other}]});
    const divided = app.buy({financialStatus: 'PENDING', lines: [{variantId: one, quantity: 3}]});
    for (const {id, lines} of [mixed, divided]) {
      app.store.moveFulfilment(id, lines[0]?.id ?? '', 1, {location: 'Their warehouse', ofService: true});
      app.store.payOrder(id);
    }
    await app.quiet();
    await recheck(11 * minute);
    const codes = (await app.rows(mixed.id)).map(({reason_code}) => reason_code ?? 'sent');
    expect(codes.toSorted()).toEqual(['sent', 'shipped_elsewhere']);
    const row = await app.row(divided.id);
    expect(row).toMatchObject({state: 'held', reason: expect.stringMatching(/for 1 of the 3 pieces:/)});
    expect(app.taken(row)).toEqual([]);
  });
});
