import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {until} from '../sandbox/demo/merchant.ts';
import {testEngines} from '../support/test-app.ts';
import {type KillPlacingApp, openKillPlacingApp} from './kill-placing-app.ts';
import {buy, importAll, orderOf} from './placing-actions.ts';

const shop = 'lane.myshopify.com';

describe.runIf(testEngines.includes('postgres and redis'))(
  'a worker killed while it sends the orders of a shop',
  {timeout: 150_000},
  () => {
    let app: KillPlacingApp;
    beforeAll(async () => {
      app = await openKillPlacingApp('postgres and redis', [shop]);
    });
    afterAll(() => app.close());

    it('is replaced within five seconds by another one, which sends the others, each once', async () => {
      const first = await app.start();
      await importAll(app, shop);
      const hanging = buy(app, shop);
      app.supplier.misbehave({api: 'dropship', a: 'order', reference: hanging.reference, does: {kind: 'hang'}});
      await expect.poll(() => app.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(1);
      const others = [buy(app, shop), buy(app, shop), buy(app, shop)];
      const second = await app.start();
      await until(20_000, async () => {
        const known = await Promise.all(others.map((other) => orderOf(app, other)));
        return known.every((order) => order !== undefined) ? true : null;
      });
      // The lease is renewed: the second one does not take over while the first one lives.
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      expect(app.supplier.orderRequests()).toBe(1);
      const killed = performance.now();
      await first.kill('SIGKILL');
      await expect.poll(() => app.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBeGreaterThan(1);
      // Five seconds, and a moment for the readings before the request.
      expect(performance.now() - killed).toBeLessThan(6_000);
      await until(20_000, async () => {
        const found = await Promise.all(others.map((other) => orderOf(app, other)));
        return found.every((order) => order?.state === 'awaiting_payment') ? true : null;
      });
      expect(app.supplier.orderRequests()).toBe(4);
      expect(
        app.supplier
          .orders()
          .map(({reference}) => reference)
          .toSorted(),
      ).toEqual(others.map(({reference}) => reference).toSorted());
      expect(await second.kill('SIGTERM')).toBe('0');
    });
  },
);
