import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {until} from '../sandbox/demo/merchant.ts';
import {testEngines} from '../support/house.ts';
import {type Crew, openCrew} from './kill-placing-house.ts';
import {buy, importAll, orderOf, whatBecame} from './placing-hands.ts';

const shop = 'stall.myshopify.com';
const once = {state: 'awaiting_payment', taken: 1} as const;

describe.each(testEngines)(
  'workers told to stop while the supplier takes its time, on %s',
  {timeout: 150_000},
  (engine) => {
    let crew: Crew;
    beforeAll(async () => {
      crew = await openCrew(engine, [shop]);
    });
    afterAll(() => crew.close());

    it('wait for its answer, and leave no order of which nobody knows', async () => {
      const worker = await crew.start();
      await importAll(crew, shop);
      const bought = buy(crew, shop);
      crew.supplier.misbehave({
        api: 'dropship',
        a: 'order',
        reference: bought.reference,
        does: {kind: 'slow', ms: 2_000},
      });
      await expect.poll(() => crew.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(1);
      expect(await worker.kill('SIGTERM')).toBe('0');
      const next = await crew.start();
      expect(whatBecame(crew, await orderOf(crew, bought))).toEqual(once);
      expect((await crew.merchant(shop).orders()).orders).toHaveLength(1);
      expect(await next.kill('SIGTERM')).toBe('0');
      expect(crew.supplier.orderRequests()).toBe(1);
    });
  },
);

describe.runIf(testEngines.includes('postgres and redis'))(
  'a worker too busy to keep its lock',
  {timeout: 150_000},
  () => {
    let crew: Crew;
    beforeAll(async () => {
      crew = await openCrew('postgres and redis', [shop]);
    });
    afterAll(() => crew.close());

    it('with an order claimed sends it once, though another takes up its job', async () => {
      const busy = await crew.start({killAt: 'busy:after-claim'});
      await importAll(crew, shop);
      const bought = buy(crew, shop);
      const first = () => orderOf(crew, bought);
      await until(20_000, async () => ((await first())?.state === 'placing' ? true : null));
      const other = await crew.start();
      const activations = async () => {
        const events = await crew.jobEvents('dropship');
        const [stalled] = events.filter(({event}) => event === 'stalled');
        return events.filter(({event, jobId}) => event === 'active' && jobId === stalled?.jobId).length;
      };
      // The first one's event loop is blocked all the time, so the second activation is the other's.
      await expect.poll(activations, {timeout: 60_000}).toBe(2);
      expect(whatBecame(crew, await first())).toEqual({state: 'placing', taken: 0});
      crew.unblock();
      await until(60_000, async () => ((await first())?.state === 'awaiting_payment' ? true : null));
      expect(whatBecame(crew, await first())).toEqual(once);
      expect(await busy.kill('SIGTERM')).toBe('0');
      expect(await other.kill('SIGTERM')).toBe('0');
      expect(whatBecame(crew, await first())).toEqual(once);
      expect(crew.supplier.orderRequests()).toBe(1);
    });
  },
);
