// A shop whose saved template has far more keys than may be entered today: its runs are whole, and other work goes on meanwhile.
import {expect, it} from 'vitest';
import {sliceSize} from '../../../server/db/catalogue/in-slices.ts';
import {oneEngine} from '../../support/test-app.ts';
import {countPerTurn} from '../../support/turns.ts';
import {onEachSyncTestApp} from './sync-test-app.ts';

// On one engine: `lease` sends the statements of a run on both.
onEachSyncTestApp(
  'a run with 4,500 brands mapped',
  {articles: 2 * sliceSize + 20, shops: 1, engines: oneEngine},
  (app) => {
    it('ends as done, and plans no more articles in a row than a slice has', async () => {
      const {deps, openShop} = app();
      const vendors = Object.fromEntries(Array.from({length: 4_500}, (_, at) => [`Brand ${at}`, 'A vendor']));
      const shop = await openShop({choice: [{id: 'all', effect: 'include'}], template: {vendors}});
      const counted = countPerTurn();
      const {digest} = deps;
      Object.assign(deps, {
        digest(text: string) {
          // Of each plan the amounts are digested, always as many.
          if (/^\d+ EUR$/.test(text)) counted.count();
          return digest(text);
        },
      });
      const run = await shop.run({kind: 'preview'});
      expect(run).toMatchObject({state: 'done', reason: null});
      const {total, most} = counted.end();
      // All of them are one batch, and more than two slices.
      expect(total).toBeGreaterThan(2 * sliceSize);
      expect(most).toBeLessThanOrEqual(total / 2);
    });
  },
);
