import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, LineItemGid} from '#domain/ids.ts';
import {dropshipReference} from '#domain/orders/reference.ts';
import {placeDropshipOrder} from '../../../jobs/place-dropship-order.ts';
import {doUpkeep} from '../../../jobs/schedule/upkeep.ts';
import {loadDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import type {Misdeed} from '../../sandbox/supplier/start.ts';
import {testEngines} from '../../support/house.ts';
import {unclear} from './placing-unclear.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Paid as well, and told of by orders/create alone. */
const onceTold = {financialStatus: 'PARTIALLY_REFUNDED'} as const;

describe.each(testEngines)('what becomes of a request, on %s', (engine) => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    stage = await openStage(engine, {furtherWorkers: 1});
  });
  afterEach(() => {
    stage.onCheckpoint(null);
    stage.setSupplierAway(false);
    stage.setPatience(20_000);
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  const spoilNext = (...does: Misdeed[]): void => {
    ends.push(stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does}));
  };
  const isBeingSent = (orderGid: string) =>
    expect.poll(async () => (await stage.rows(orderGid))[0]?.state, {interval: 10, timeout: 10_000}).toBe('placing');
  const everyChore = async (): Promise<void> => {
    await stage.upkeep('sweep-deliveries', 'sweep-placing', 'recheck-open', 'reconcile-orders');
  };

  it('what may have arrived is unconfirmed with its reason, and never sent again by itself', {
    timeout: 60_000,
  }, async () => {
    const before = {requests: stage.supplier.orderRequests(), orders: stage.supplier.orders().length};
    stage.shopify.webhooks.pause();
    const cases = unclear.map((one) => {
      const bought = stage.buy();
      const line = LineItemGid.parse(bought.lines[0]?.id);
      const reference = dropshipReference(stage.shop, bought.name, line, 1);
      ends.push(stage.supplier.misbehave({api: 'dropship', a: 'order', reference, does: one.does}));
      return {...one, bought};
    });
    stage.shopify.webhooks.resume();
    await stage.quiet();
    const look = async () =>
      Promise.all(
        cases.map(async ({what, bought}) => {
          const {state, attempts, ref, checkout_url: link, reason} = await stage.row(bought.id);
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
    expect(stage.supplier.orderRequests() - before.requests).toBe(cases.length);

    for (let night = 0; night < 3; night += 1) {
      stage.clock.turn(5 * hour);
      for (const {bought} of cases) stage.store.setRisk(bought.id, {recommendation: 'ACCEPT'});
      await everyChore();
    }
    expect(await look()).toEqual(after);
    expect(stage.supplier.orderRequests() - before.requests).toBe(cases.length);
    const taken = stage.supplier.orders().slice(before.orders);
    expect(new Set(taken.map(({reference}) => reference)).size).toBe(taken.length);
  });

  it.each(['before', 'after'] as const)(
    'a supplier who never answers, hanging %s the work, leaves it unconfirmed, and the next one goes on',
    async (when) => {
      stage.setPatience(300);
      spoilNext({kind: 'hang', when});
      const requests = stage.supplier.orderRequests();
      const bought = stage.buy();
      await isBeingSent(bought.id);
      const next = stage.buy();
      await stage.quiet();
      expect(await stage.row(next.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
      stage.clock.turn(5 * hour);
      await everyChore();
      const row = await stage.row(bought.id);
      expect(row).toMatchObject({state: 'unconfirmed', attempts: 1, reason: expect.stringContaining('in time')});
      expect(stage.taken(row)).toHaveLength(when === 'after' ? 1 : 0);
      expect(stage.supplier.orderRequests() - requests).toBe(2);
      // In place of the 300 ms above.
      expect(stage.deps.supplier.limits.order).toBe(65_000);
    },
  );

  it('what surely never left is tried again after 1, 5 and 15 minutes, and is one order in the end', async () => {
    const requests = stage.supplier.orderRequests();
    let refusals = 3;
    stage.onCheckpoint((name) => {
      stage.setSupplierAway(name === 'after-claim' && refusals > 0);
      if (name === 'after-claim') refusals -= 1;
    });
    const bought = stage.buy(onceTold);
    await stage.quiet();
    for (const [at, minutes] of [1, 5, 15].entries()) {
      const row = await stage.row(bought.id);
      expect(row).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable', attempts: at + 1});
      expect(row.reason).toContain('nothing was sent');
      expect(row.next_attempt_at?.getTime()).toBe(stage.clock.now().getTime() + minutes * minute);
      stage.clock.turn(minutes * minute - 1);
      await stage.upkeep('recheck-open');
      expect(await stage.row(bought.id)).toMatchObject({attempts: at + 1});
      stage.clock.turn(1);
      await stage.upkeep('recheck-open');
    }
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 4});
    expect(stage.supplier.orderRequests() - requests).toBe(1);
    expect(await stage.tries(bought.id)).toEqual([
      ...Array.from({length: 3}, () => 'never_sent never_sent'),
      'answered placed',
    ]);
  });

  it('a supplier that is away before anything is asked leaves the order waiting', async () => {
    const requests = stage.supplier.orderRequests();
    stage.setSupplierAway(true);
    const bought = stage.buy(onceTold);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({
      state: 'waiting',
      reason_code: 'supplier_unreachable',
      attempts: 0,
    });
    stage.setSupplierAway(false);
    stage.clock.turn(5 * minute);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(stage.supplier.orderRequests() - requests).toBe(1);
  });

  it('a refusal is shown in the supplier’s words and is not sent again', async () => {
    const requests = stage.supplier.orderRequests();
    spoilNext({kind: 'status', status: 422, body: JSON.stringify({ok: false, error: 'This size is sold out.'})});
    const bought = stage.buy();
    await stage.quiet();
    stage.clock.turn(5 * hour);
    await everyChore();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'rejected', attempts: 1});
    expect(row.reason).toContain('This size is sold out.');
    expect(stage.supplier.orderRequests() - requests).toBe(1);
  });

  it('a key refused on the way stops all orders until there is another key; then each is sent once', async () => {
    const requests = stage.supplier.orderRequests();
    spoilNext({kind: 'revoke-key', when: 'before'});
    const first = stage.buy();
    await stage.quiet();
    expect(await stage.row(first.id)).toMatchObject({state: 'waiting', reason_code: 'key_rejected', attempts: 1});
    const second = stage.buy();
    await stage.quiet();
    stage.clock.turn(hour);
    await everyChore();
    expect(await stage.row(second.id)).toMatchObject({state: 'waiting', reason_code: 'key_rejected', attempts: 0});
    expect(stage.supplier.orderRequests() - requests).toBe(1);
    await stage.merchant.connect('dropship', stage.supplier.issueKey('dropship'));
    await stage.quiet();
    expect(await stage.row(first.id)).toMatchObject({state: 'awaiting_payment', attempts: 2});
    expect(await stage.row(second.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(stage.supplier.orderRequests() - requests).toBe(3);
  });

  it('a key replaced while its order is on the way is not blamed for the old one', async () => {
    spoilNext({kind: 'slow', ms: 300}, {kind: 'revoke-key', when: 'before'});
    const bought = stage.buy();
    await isBeingSent(bought.id);
    const key = stage.supplier.issueKey('dropship');
    await stage.merchant.connect('dropship', key);
    await stage.quiet();
    expect((await stage.merchant.overview()).connection.dropship).toMatchObject({state: 'accepted'});
    expect(await loadDropshipKey(stage.worker.db, stage.worker.sealer, stage.shop)).toBe(key);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 2});
    expect(stage.taken(await stage.row(bought.id))).toHaveLength(1);
  });

  it('an answer that comes after its claim was given up lifts the order to awaiting payment', async () => {
    spoilNext({kind: 'slow', ms: 400});
    const requests = stage.supplier.orderRequests();
    const bought = stage.buy();
    await expect.poll(() => stage.supplier.orderRequests() - requests, {interval: 10, timeout: 10_000}).toBe(1);
    stage.clock.turn(91_000);
    await doUpkeep(stage.worker, {task: 'sweep-placing'});
    expect(await stage.row(bought.id)).toMatchObject({state: 'unconfirmed', reason_code: 'worker_lost'});
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', reason: null, attempts: 1});
    expect(row.checkout_url).toBe(stage.taken(row)[0]?.checkoutUrl);
  });

  it('two workers that take up the same order at once send one request', async () => {
    const requests = stage.supplier.orderRequests();
    await stage.merchant.saveSettings({...(await stage.merchant.settings()), sendingPaused: true});
    const bought = [stage.buy(), stage.buy(), stage.buy()];
    await stage.quiet();
    const settings = {...(await stage.merchant.settings()), sendingPaused: false};
    const ids = await Promise.all(bought.map(async ({id}) => DropshipOrderId.parse((await stage.row(id)).id)));
    await stage.merchant.saveSettings(settings);
    await Promise.all(
      ids.flatMap((dropshipOrderId) =>
        [...stage.workers, ...stage.workers].map((deps) =>
          placeDropshipOrder(deps, {shop: stage.shop, dropshipOrderId, mayYield: true}),
        ),
      ),
    );
    await stage.quiet();
    for (const {id} of bought) {
      expect(await stage.row(id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
    }
    expect(stage.supplier.orderRequests() - requests).toBe(3);
  });
});
