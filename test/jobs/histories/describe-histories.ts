// The same promises for the random histories of one shop and of several, each in a test file of its own, side by side. Drawn
// again each time; one that fails is kept, and says how it is played again.
import {randomInt} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {runsEverything} from '../../support/database.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {checkHistories, keepHistory} from './check-histories.ts';
import {type HistoryTestApp, openHistoryTestApp} from './history-test-app.ts';

const {CI, PLACING_HISTORIES, PLACING_PATH, PLACING_SEED} = process.env;
const usualCount = CI === 'true' ? 250 : 50;
/** In each of the two files; `npm test` plays a few. */
const count = Number(PLACING_HISTORIES ?? (runsEverything ? usualCount : 20));
const engine = quickestEngine;
/** Milliseconds for each test: more than ten times what they take where nothing else runs. */
const limit = 600_000;

export function describeHistories(where: string, shops: number): void {
  const seed = Number(PLACING_SEED ?? randomInt(2 ** 31));
  describe(`${count} random histories of store orders ${where}, on ${engine} (PLACING_SEED=${seed})`, () => {
    let app: HistoryTestApp;
    beforeAll(async () => {
      app = await openHistoryTestApp(engine, shops);
    });
    afterAll(() => app.close());

    const checkAll = async () => {
      const {played, ends, failed} = await checkHistories(app, 'left to the merchant', {
        seed,
        count,
        path: PLACING_PATH,
        limit,
      });
      if (failed !== null) expect.fail(keepHistory(failed));
      if (PLACING_PATH !== undefined) return;
      expect(played).toBe(count);
      const cuts = app.workers.reduce((sum, worker) => sum + worker.cuts(), 0);
      if (count >= 50 && engine !== 'embedded') expect(cuts).toBeGreaterThan(0);
      // A handful may miss one of them.
      if (count >= 100) expect(ends).toEqual(['awaiting_payment', 'cancelled', 'dismissed', 'rejected', 'unconfirmed']);
    };
    const title =
      'never make two supplier orders of one line and generation, never strand one, and always show what is so';
    it(title, checkAll, limit + 30_000);

    const checkCareless = async () => {
      const {failed} = await checkHistories(app, 'sent again', {seed, count, limit, only: 'more than one'});
      expect(failed?.error.message).toMatch(/more than one: [2-9] supplier orders/);
    };
    it('would make two, were an order of unknown outcome sent again: the test can fail', checkCareless, limit + 30_000);
  });
}
