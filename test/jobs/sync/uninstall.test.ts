// Whoever removes the app in the middle of a run is not called on again: neither the store nor, for its sake, the supplier.
import {setTimeout} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {expect, it} from 'vitest';
import {forgetShop} from '../../../jobs/webhooks/forget-shop.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

const slowMs = 60;

/** Whether nothing more is counted within the time of a slow answer. */
async function isStill(count: () => object): Promise<boolean> {
  const before = count();
  await setTimeout(2 * slowMs);
  return isDeepStrictEqual(count(), before);
}

// On one engine: `lease` and `jobs/leaving` send its statements on both.
onEachSyncTestApp('the app is removed in the middle of a run', {articles: 60, shops: 6, engines: oneEngine}, (app) => {
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const asked = (shop: Shop) => ({
    supplier: app().supplier.requests().length,
    shopify: app()
      .testApp.shopify.requests()
      .filter(({shop: of}) => of === shop.domain).length,
  });

  /** So many calls may be on their way at that moment. */
  it.each([
    ['list-read', {supplier: 1, shopify: 0}],
    ['page-read', {supplier: 8, shopify: 0}],
    ['detail-saved', {supplier: 32, shopify: 0}],
    ['details-read', {supplier: 0, shopify: 1}],
    ['operation-answered', {supplier: 0, shopify: 8}],
  ] as const)('at %s: what was under way ends, and nothing follows it', async (point, underWay) => {
    const {deps, testApp, clock} = app();
    const shop = await app().openShop({brands: everyBrand()});
    // Every answer takes a moment, so that the merchant is gone before the next call.
    const slow = [
      testApp.supplier.misbehave({does: {kind: 'slow', ms: slowMs}}),
      testApp.shopify.misbehave({fault: 'delay', ms: slowMs, when: ({shop: of}) => of === shop.domain}),
    ];
    const left: Promise<ReturnType<typeof asked>>[] = [];
    app().onCheckpoint = (name) => {
      if (name !== point || left.length > 0) return;
      testApp.shopify.uninstall(shop.domain);
      left.push(forgetShop(deps, shop.domain, deps.now()).then(() => asked(shop)));
    };
    const run = await shop.run();
    app().onCheckpoint = () => {};
    const [then = {supplier: 0, shopify: 0}] = await Promise.all(left);
    for (const end of slow) end();
    // A request that was sent before the run ended is counted once the stand-in has answered it, after its moment.
    await expect.poll(() => isStill(() => asked(shop))).toBe(true);
    expect(run.state).toBe('stopped');
    const after = asked(shop);
    expect(after.supplier).toBeLessThanOrEqual(then.supplier + underWay.supplier);
    expect(after.shopify).toBeLessThanOrEqual(then.shopify + underWay.shopify);
    expect(shop.store.products().length).toBeLessThanOrEqual(16);
    clock.turn(26 * 3_600_000);
    for (const trigger of ['schedule', 'catch_up', 'merchant'] as const)
      expect(await shop.tryRun({trigger})).toBeNull();
    expect(asked(shop)).toEqual(after);
    expect((await loadRuns(deps.db, shop.domain, 5)).map(({state}) => state)).toEqual(['stopped']);
  });
});
