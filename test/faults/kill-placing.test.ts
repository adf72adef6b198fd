import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {until} from '../sandbox/demo/merchant.ts';
import type {Misdeed} from '../sandbox/supplier/start.ts';
import {testEngines} from '../support/test-app.ts';
import {type KillPlacingApp, openKillPlacingApp, type Worker} from './kill-placing-app.ts';
import {type Bought, buy, type Ended, importAll, orderOf, whatBecame} from './placing-actions.ts';

type Case = {readonly killed: string; readonly requests: number} & Ended;

/** Killed from outside, while both requests are with the supplier, who answers neither. */
const during: readonly (Case & {readonly does: Misdeed})[] = [
  {killed: 'in a request that does nothing', does: {kind: 'hang'}, requests: 1, state: 'unconfirmed', taken: 0},
  {killed: 'in one that is taken', does: {kind: 'hang', when: 'after'}, requests: 1, state: 'unconfirmed', taken: 1},
];

/** Each kills itself. The last is the only one whose order the next worker takes up again. */
const steps: readonly (Case & {readonly at: string})[] = [
  {killed: 'before the request', at: 'after-claim', requests: 0, state: 'unconfirmed', taken: 0},
  {killed: 'before the settlement', at: 'after-answer', requests: 1, state: 'unconfirmed', taken: 1},
  {killed: 'after the settlement', at: 'after-settlement', requests: 1, state: 'awaiting_payment', taken: 1},
  {killed: 'before the claim', at: 'before-claim', requests: 1, state: 'awaiting_payment', taken: 1},
];

const shopOf = (at: number) => `kill-${at}.myshopify.com`;
/** A shop for each, since a shop's orders wait behind the one whose worker was killed until BullMQ has found that out. */
const shops = [...during, ...steps].map((_, at) => shopOf(at));

/** Side by side: most of the time goes by while BullMQ finds out that a worker is gone. */
describe.concurrent.each(testEngines)(
  'workers killed while they place an order, on %s',
  {timeout: 300_000},
  (engine) => {
    let app: KillPlacingApp;
    let worker: Worker;
    beforeAll(async () => {
      app = await openKillPlacingApp(engine, shops);
      worker = await app.start();
      await Promise.all(shops.map((shop) => importAll(app, shop)));
    }, 150_000);
    afterAll(() => app.close());

    it('make no second supplier order at any step, and lose none', async () => {
      const cases: (Case & Bought)[] = [];
      for (const [at, one] of during.entries()) {
        const bought = buy(app, shopOf(at));
        app.supplier.misbehave({api: 'dropship', a: 'order', reference: bought.reference, does: one.does});
        cases.push({...one, ...bought});
      }
      await expect.poll(() => app.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(2);
      await expect.poll(() => app.supplier.orders().length, {interval: 10}).toBe(1);
      await worker.kill('SIGKILL');
      for (const step of steps) {
        worker = await app.start({killAt: step.at});
        cases.push({...step, ...buy(app, shopOf(cases.length))});
        expect(await worker.died).toBe('SIGKILL');
      }

      const fresh = await app.start({aheadMs: 5 * 3_600_000});
      const ended = await until(60_000, async () => {
        const found = await Promise.all(cases.map((one) => orderOf(app, one)));
        return found.every((order) => order && !['waiting', 'placing'].includes(order.state)) ? found : null;
      });
      expect(cases.map(({killed}, at) => ({killed, ...whatBecame(app, ended[at])}))).toEqual(
        cases.map(({killed, state, taken}) => ({killed, state, taken})),
      );
      expect(app.supplier.orderRequests()).toBe(cases.reduce((sum, {requests}) => sum + requests, 0));
      expect(await fresh.kill('SIGTERM')).toBe('0');
    });
  },
);
