import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, dropshipReference, LineItemGid} from '#domain/ids.ts';
import {placeDropshipOrder} from '../../../jobs/orders/place-dropship-order.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {loadDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import type {Misdeed} from '../../sandbox/supplier/start.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';
import {unclear} from './placing-unclear.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Paid as well, and announced by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

// On one engine: `placing-store`, `placing-late` and `faults/kill-placing` send its statements on both.
describe.each(oneEngine)('what becomes of a request, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {furtherWorkers: 1});
  });
  afterEach(() => {
    app.onCheckpoint(null);
    app.setSupplierAway(false);
    app.setPatience(20_000);
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const spoilNext = (...does: Misdeed[]): void => {
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does}));
  };
  const isBeingSent = (orderGid: string) =>
    expect.poll(async () => (await app.rows(orderGid))[0]?.state, {interval: 10, timeout: 10_000}).toBe('placing');
  const everyChore = async (): Promise<void> => {
    await app.upkeep('sweep-deliveries', 'sweep-placing', 'recheck-open', 'reconcile-orders');
  };

  it('what may have arrived is unconfirmed with its reason, and never sent again by itself', {
    timeout: 120_000,
  }, async () => {
    const before = {requests: app.supplier.orderRequests(), orders: app.supplier.orders().length};
    app.shopify.webhooks.pause();
    const cases = unclear.map((one) => {
      const bought = app.buy();
      const line = LineItemGid.parse(bought.lines[0]?.id);
      const reference = dropshipReference(app.shop, bought.name, line, 1);
      ends.push(app.supplier.misbehave({api: 'dropship', a: 'order', reference, does: one.does}));
      return {...one, bought};
    });
    app.shopify.webhooks.resume();
    await app.quiet();
    const look = async () =>
      Promise.all(
        cases.map(async ({what, bought}) => {
          const {state, attempts, ref, checkout_url: link, reason} = await app.row(bought.id);
          return {what, state, attempts, ref, link, reason};
        }),
      );
    const after = await look();
    expect(after).toEqual(
      cases.map(({what, says}) => ({
        what,
        state: 'unconfirmed',
        attempts: 1,
        ref: null,
        link: null,
        reason: expect.stringMatching(says),
      })),
    );
    expect(app.supplier.orderRequests() - before.requests).toBe(cases.length);

    for (let night = 0; night < 3; night += 1) {
      app.clock.turn(5 * hour);
      for (const {bought} of cases) app.store.setRisk(bought.id, {recommendation: 'ACCEPT'});
      await everyChore();
    }
    expect(await look()).toEqual(after);
    expect(app.supplier.orderRequests() - before.requests).toBe(cases.length);
    const taken = app.supplier.orders().slice(before.orders);
    expect(new Set(taken.map(({reference}) => reference)).size).toBe(taken.length);
  });

  it.each(['before', 'after'] as const)(
    'a supplier who never answers, hanging %s the work, leaves it unconfirmed, and the next one goes on',
    async (when) => {
      app.setPatience(300);
      spoilNext({kind: 'hang', when});
      const requests = app.supplier.orderRequests();
      const bought = app.buy();
      await isBeingSent(bought.id);
      const next = app.buy();
      await app.quiet();
      expect(await app.row(next.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
      app.clock.turn(5 * hour);
      await everyChore();
      const row = await app.row(bought.id);
      expect(row).toMatchObject({state: 'unconfirmed', attempts: 1, reason: expect.stringContaining('in time')});
      expect(app.taken(row)).toHaveLength(when === 'after' ? 1 : 0);
      expect(app.supplier.orderRequests() - requests).toBe(2);
      // In place of the 300 ms above.
      expect(app.deps.supplier.limits.order).toBe(65_000);
    },
  );

  it('what surely never left is tried again after 1, 5 and 15 minutes, and is one order in the end', async () => {
    const requests = app.supplier.orderRequests();
    let refusals = 3;
    app.onCheckpoint((name) => {
      app.setSupplierAway(name === 'after-claim' && refusals > 0);
      if (name === 'after-claim') refusals -= 1;
    });
    const bought = app.buy(onceTold);
    await app.quiet();
    for (const [at, minutes] of [1, 5, 15].entries()) {
      const row = await app.row(bought.id);
      expect(row).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable', attempts: at + 1});
      expect(row.reason).toContain('nothing was sent');
      expect(row.next_attempt_at?.getTime()).toBe(app.clock.now().getTime() + minutes * minute);
      app.clock.turn(minutes * minute - 1);
      await app.upkeep('recheck-open');
      expect(await app.row(bought.id)).toMatchObject({attempts: at + 1});
      app.clock.turn(1);
      await app.upkeep('recheck-open');
    }
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 4});
    expect(app.supplier.orderRequests() - requests).toBe(1);
    expect(await app.tries(bought.id)).toEqual([
      ...Array.from({length: 3}, () => 'never_sent never_sent'),
      'answered placed',
    ]);
  });

  it('a supplier that is away before anything is asked leaves the order waiting', async () => {
    const requests = app.supplier.orderRequests();
    app.setSupplierAway(true);
    const bought = app.buy(onceTold);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({
      state: 'waiting',
      reason_code: 'supplier_unreachable',
      attempts: 0,
    });
    app.setSupplierAway(false);
    app.clock.turn(5 * minute);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(app.supplier.orderRequests() - requests).toBe(1);
  });

  it('a refusal is shown in the supplier’s words and is not sent again', async () => {
    const requests = app.supplier.orderRequests();
    spoilNext({kind: 'status', status: 422, body: JSON.stringify({ok: false, error: 'This size is sold out.'})});
    const bought = app.buy();
    await app.quiet();
    app.clock.turn(5 * hour);
    await everyChore();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'rejected', attempts: 1});
    expect(row.reason).toContain('This size is sold out.');
    expect(app.supplier.orderRequests() - requests).toBe(1);
  });

  it('a key refused on the way stops all orders until there is another key; then each is sent once', async () => {
    const requests = app.supplier.orderRequests();
    spoilNext({kind: 'revoke-key', when: 'before'});
    const first = app.buy();
    await app.quiet();
    expect(await app.row(first.id)).toMatchObject({state: 'waiting', reason_code: 'key_rejected', attempts: 1});
    const second = app.buy();
    await app.quiet();
    app.clock.turn(hour);
    await everyChore();
    expect(await app.row(second.id)).toMatchObject({state: 'waiting', reason_code: 'key_rejected', attempts: 0});
    expect(app.supplier.orderRequests() - requests).toBe(1);
    await app.merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
    expect(await app.row(first.id)).toMatchObject({state: 'awaiting_payment', attempts: 2});
    expect(await app.row(second.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(app.supplier.orderRequests() - requests).toBe(3);
  });

  it('a key replaced while its order is on the way is not blamed for the old one', async () => {
    spoilNext({kind: 'slow', ms: 300}, {kind: 'revoke-key', when: 'before'});
    const bought = app.buy();
    await isBeingSent(bought.id);
    const key = app.supplier.issueKey('dropship');
    await app.merchant.connect('dropship', key);
    await app.quiet();
    expect((await app.merchant.overview()).connection.dropship).toMatchObject({state: 'accepted'});
    expect(await loadDropshipKey(app.worker.db, app.worker.sealer, app.shop)).toBe(key);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 2});
    expect(app.taken(await app.row(bought.id))).toHaveLength(1);
  });

  it('an answer that comes after its claim was given up lifts the order to awaiting payment', async () => {
    spoilNext({kind: 'slow', ms: 400});
    const requests = app.supplier.orderRequests();
    const bought = app.buy();
    await expect.poll(() => app.supplier.orderRequests() - requests, {interval: 10, timeout: 10_000}).toBe(1);
    app.clock.turn(91_000);
    await runTask(app.worker, {task: 'sweep-placing'});
    expect(await app.row(bought.id)).toMatchObject({state: 'unconfirmed', reason_code: 'worker_lost'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', reason: null, attempts: 1});
    expect(row.checkout_url).toBe(app.taken(row)[0]?.checkoutUrl);
  });

  it('two workers that take up the same order at once send one request', async () => {
    const requests = app.supplier.orderRequests();
    await app.merchant.saveSettings({...(await app.merchant.settings()), sendingPaused: true});
    const bought = [app.buy(), app.buy(), app.buy()];
    await app.quiet();
    const settings = {...(await app.merchant.settings()), sendingPaused: false};
    const ids = await Promise.all(bought.map(async ({id}) => DropshipOrderId.parse((await app.row(id)).id)));
    await app.merchant.saveSettings(settings);
    await Promise.all(
      ids.flatMap((dropshipOrderId) =>
        [...app.workers, ...app.workers].map((deps) =>
          placeDropshipOrder(deps, {shop: app.shop, dropshipOrderId, mayYield: true}),
        ),
      ),
    );
    await app.quiet();
    for (const {id} of bought) {
      expect(await app.row(id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    }
    expect(app.supplier.orderRequests() - requests).toBe(3);
  });

  it('nothing is sent and no run starts while stored settings cannot be read; once the operator has mended them, the order is sent', async () => {
    const {db} = app.worker;
    const [requests, {settings}] = [app.supplier.orderRequests(), await loadStoredSettings(db, app.shop)];
    await saveSettings(db, app.shop, {...settings, pricing: 'unreadable'}, app.clock.now());
    const [{id}, run] = [app.buy(), await app.merchant.startRun()];
    await app.quiet();
    expect(await app.row(id)).toMatchObject({state: 'waiting', reason_code: 'settings_unreadable', attempts: 0});
    expect(app.supplier.orderRequests() - requests).toBe(0);
    expect((await app.merchant.runs()).runs).toContainEqual(expect.objectContaining({id: run.id, state: 'failed'}));
    await saveSettings(db, app.shop, settings, app.clock.now());
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    await app.quiet();
    expect(await app.row(id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });
});
