import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {until} from '../sandbox/demo/merchant.ts';
import {testEngines} from '../support/test-app.ts';
import {type KillPlacingApp, openKillPlacingApp} from './kill-placing-app.ts';
import {buy, importAll, orderOf, whatBecame} from './placing-actions.ts';

const shop = 'stall.myshopify.com';
const once = {state: 'awaiting_payment', taken: 1} as const;

describe.each(testEngines)(
  'workers told to stop while the supplier takes its time, on %s',
  {timeout: 150_000},
  (engine) => {
    let app: KillPlacingApp;
    beforeAll(async () => {
      app = await openKillPlacingApp(engine, [shop]);
    });
    afterAll(() => app.close());

    it('wait for its answer, and leave no order unconfirmed', async () => {
      const worker = await app.start();
      await importAll(app, shop);
      const bought = buy(app, shop);
      app.supplier.misbehave({
        api: 'dropship',
        a: 'order',
        reference: bought.reference,
        does: {kind: 'slow', ms: 2_000},
      });
      await expect.poll(() => app.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(1);
      expect(await worker.kill('SIGTERM')).toBe('0');
      const next = await app.start();
      expect(whatBecame(app, await orderOf(app, bought))).toEqual(once);
      expect((await app.merchant(shop).orders()).orders).toHaveLength(1);
      expect(await next.kill('SIGTERM')).toBe('0');
      expect(app.supplier.orderRequests()).toBe(1);
    });
  },
);

describe.runIf(testEngines.includes('postgres and redis'))(
  'a worker too busy to keep its lock',
  {timeout: 150_000},
  () => {
    let app: KillPlacingApp;
    beforeAll(async () => {
      app = await openKillPlacingApp('postgres and redis', [shop]);
    });
    afterAll(() => app.close());

    it('with an order claimed sends it once, though another takes up its job', async () => {
      const busy = await app.start({killAt: 'busy:after-claim'});
      await importAll(app, shop);
      const bought = buy(app, shop);
      const first = () => orderOf(app, bought);
      await until(20_000, async () => ((await first())?.state === 'placing' ? true : null));
      const other = await app.start();
      const activations = async () => {
        const events = await app.jobEvents('dropship');
        const [stalled] = events.filter(({event}) => event === 'stalled');
        return events.filter(({event, jobId}) => event === 'active' && jobId === stalled?.jobId).length;
      };
      // The first one's event loop is blocked all the time, so the second activation is the other's.
      await expect.poll(activations, {timeout: 60_000}).toBe(2);
      expect(whatBecame(app, await first())).toEqual({state: 'placing', taken: 0});
      app.unblock();
      await until(60_000, async () => ((await first())?.state === 'awaiting_payment' ? true : null));
      expect(whatBecame(app, await first())).toEqual(once);
      expect(await busy.kill('SIGTERM')).toBe('0');
      expect(await other.kill('SIGTERM')).toBe('0');
      expect(whatBecame(app, await first())).toEqual(once);
      expect(app.supplier.orderRequests()).toBe(1);
    });
  },
);
