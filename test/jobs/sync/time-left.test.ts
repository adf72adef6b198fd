// The time left that a run names, against the time it then takes, in a store on a standard plan. Time is the stand-in's bucket of points.
import {expect, it} from 'vitest';
import {toProgress} from '#domain/runs/run-progress.ts';
import {loadOpenRun, type StoredRun} from '../../../server/db/runs/runs.ts';
import {runsEverything} from '../../support/database.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp} from './sync-test-app.ts';

const most = runsEverything ? 1_000 : 250;

// On one engine: the time left is decided in the domain, and `lease` sends the statements of a run on both.
onEachSyncTestApp(`a run over ${most} products`, {articles: 1.3 * most, shops: 1, engines: oneEngine}, (app) => {
  it('names the time left within a fifth over its last half, and is done at the end only', {
    timeout: 180_000,
  }, async () => {
    const {deps, clock, supplier} = app();
    const brands = [...new Set(supplier.catalogue.all().map(({brand}) => brand))];
    const shop = await app().openShop({brands});
    shop.store.setPlan('standard');
    const looks: {at: number; row: Promise<StoredRun | null>}[] = [];
    let saved = 0;
    let end = 0;
    app().onCheckpoint = (name) => {
      if (name !== 'outcome-saved') return;
      saved += 1;
      end = clock.now().getTime();
      if (saved % 10 === 0) looks.push({at: end, row: loadOpenRun(deps.db, shop.domain)});
    };
    const closed = await shop.run();
    app().onCheckpoint = () => {};
    expect(closed.state).toBe('done');
    expect(closed.counts.created).toBeGreaterThan(0.7 * most);
    const seen = await Promise.all(looks.map(async ({at, row}) => ({at, row: await row})));
    const start = seen[0]?.at ?? 0;
    expect(end - start).toBeGreaterThan(60_000);
    const half = seen.filter(({at}) => at > start + (end - start) / 2);
    const wrong = half.flatMap(({at, row}) => {
      const progress = row === null ? null : toProgress(row.counts, row.pace, at);
      const [named, real] = [progress?.leftMs ?? null, end - at];
      // A heartbeat comes every two seconds; what is left at the very end is less than that.
      const isRight = named !== null && Math.abs(named - real) <= Math.max(0.2 * real, 4_000);
      return isRight ? [] : [{named, real}];
    });
    expect(wrong).toEqual([]);
    const shares = seen.map(({row}) =>
      row === null || row.counts.chosen === 0 ? 0 : (row.pace?.latest.done ?? 0) / row.counts.chosen,
    );
    expect(shares.at(0)).toBeLessThan(0.2);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  });
});
