import {randomUUID} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {claimOrder} from '../../../jobs/orders/claim-order.ts';
import {sendClaimedOrder} from '../../../jobs/orders/place-dropship-order.ts';
import {planOrder} from '../../../jobs/orders/plan-now.ts';
import {settleOrder} from '../../../jobs/orders/settle-order.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {startWatchdog, watchdogMs} from '../../../jobs/schedule/watchdog.ts';
import {dismissOrder} from '../../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../../server/actions/place-again.ts';
import {testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

describe.each(testEngines)('an answer of the supplier that is hard to write down, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('an answer that comes after the merchant gave the order up is kept, and said', async () => {
    app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 1_500}});
    const requests = app.supplier.orderRequests();
    const bought = app.buy();
    await expect.poll(() => app.supplier.orderRequests() - requests, {interval: 10, timeout: 15_000}).toBe(1);
    app.clock.turn(91_000);
    await runTask(app.worker, {task: 'sweep-placing'});
    const {id} = await app.row(bought.id);
    const {db} = app.worker;
    expect(await dismissOrder(db, {shop: app.shop, id, actor: 'user:7'}, app.clock.now())).toMatchObject({
      kind: 'done',
    });
    await app.quiet();
    const row = await app.row(bought.id);
    const [taken] = app.taken(row);
    expect(row).toMatchObject({state: 'dismissed', reason_code: 'placed_late', ref: taken?.ref});
    expect(row.checkout_url).toBe(taken?.checkoutUrl);
    expect(row.reason).toContain(`has this order as ${taken?.ref}`);
  });

  it('a worker that died while sending is known of half a minute after its claim has run out, whatever the queue does', async () => {
    const bought = app.buy();
    await app.quiet();
    const {id} = await app.row(bought.id);
    const {db} = app.worker;
    const leaseUntil = new Date(app.clock.now().getTime() + 90_000);
    await db
      .updateTable('dropship_orders')
      .set({state: 'placing', lease_owner: 'gone', lease_until: leaseUntil})
      .where('id', '=', id)
      .execute();
    const away = {...app.worker.queues, upsertSchedule: () => Promise.reject(new Error('away'))};
    const clock = startWatchdog({...app.worker, queues: away}, 20);
    app.clock.turn(90_000);
    await sleep(200);
    expect(await app.row(bought.id)).toMatchObject({state: 'placing'});
    app.clock.turn(1);
    await expect.poll(async () => (await app.row(bought.id)).state, {timeout: 20_000}).toBe('unconfirmed');
    await clock.stop();
    expect(await app.row(bought.id)).toMatchObject({reason_code: 'worker_lost'});
    expect(watchdogMs).toBeLessThanOrEqual(30_000);
  });

  it('a worker that stood still after its claim sends nothing on it, and claims the order again', async () => {
    let still = 1;
    app.onCheckpoint((name) => {
      if (name !== 'after-claim' || still === 0) return;
      still -= 1;
      app.clock.turn(16_000);
    });
    const requests = app.supplier.orderRequests();
    const bought = app.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    await app.quiet();
    app.onCheckpoint(null);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 2});
    expect(await app.tries(bought.id)).toEqual(['never_sent overdue', 'answered placed']);
    expect(app.supplier.orderRequests() - requests).toBe(1);
  });

  it('a worker that wakes after its order was called unconfirmed sends nothing beside what was placed again', async () => {
    const {worker, clock} = app;
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    app.shopify.webhooks.drop(() => true);
    app.store.payOrder(bought.id);
    const open = {...(await app.row(bought.id)), state: 'waiting' as const};
    const ready = await planOrder(worker, app.shop, open);
    if (ready.kind !== 'ready') throw new Error(`it is not ready: ${ready.cause}`);
    const claim = await claimOrder(worker, app.shop, open, ready);
    if (claim === null) throw new Error('the order could not be claimed');
    clock.turn(5 * 60_000);
    await runTask(worker, {task: 'sweep-placing'});
    const context = {shop: app.shop, id: open.id, actor: 'user:7'};
    const again = await placeAgain(worker.db, context, DropshipOrderId.parse(randomUUID()), clock.now());
    expect(again).toMatchObject({kind: 'done', order: {generation: 2}});
    await app.upkeep('recheck-open');
    const requests = app.supplier.orderRequests();

    const outcome = await sendClaimedOrder(worker, open, ready, claim);
    await settleOrder(worker, app.shop, open, {claim, key: ready.key}, outcome);
    app.shopify.webhooks.drop(null);
    expect(app.supplier.orderRequests()).toBe(requests);
    const rows = await app.rows(bought.id);
    expect(rows.map(({generation, state}) => `${generation} ${state}`).toSorted()).toEqual([
      '1 dismissed',
      '2 awaiting_payment',
    ]);
    expect(rows.flatMap((row) => app.taken(row))).toHaveLength(1);
  });

  it('what the supplier said is not lost over a database that is away for a moment', async () => {
    const {db} = app.worker;
    // A sequence is not rolled back: the first three tries to write it down fail, whatever time they take.
    await sql`create sequence tries`.execute(db);
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin if nextval('tries') <= 3 then raise exception 'away'; end if; return new; end $$`.execute(db);
    await sql`create trigger away before update on dropship_attempts for each row execute function refuse()`.execute(
      db,
    );
    const bought = app.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    await app.quiet();
    await sql`drop trigger away on dropship_attempts`.execute(db);
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(row.ref).toBe(app.taken(row)[0]?.ref);
    const tried = await sql<{last: number}>`select last_value::int as last from tries`.execute(db);
    expect(tried.rows).toEqual([{last: 4}]);
  });
});
