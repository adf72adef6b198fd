// When each of the supplier's interfaces last answered the shop's key, which the merchant sees beside it.
import {expect, it, vi} from 'vitest';
import {removeKey} from '../../server/db/secrets/shop-keys.ts';
import {onEachSyncTestApp, type Shop} from './sync/sync-test-app.ts';

onEachSyncTestApp('an update that the supplier answers', {articles: 5, shops: 3}, (app) => {
  const answers = ({domain}: Shop) =>
    app()
      .deps.db.selectFrom('shops')
      .select(['catalogue_answered_at as catalogue', 'dropship_answered_at as dropship'])
      .where('shop', '=', domain)
      .executeTakeFirstOrThrow();

  it('shows when each key was answered', async () => {
    const shop = await app().openShop();
    await app().passDays(1);
    const before = app().clock.now();
    await shop.run();
    const {catalogue, dropship} = await answers(shop);
    expect(catalogue?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(dropship?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it.each(['catalogue', 'dropship'] as const)('says nothing of a %s key that was removed meanwhile', async (api) => {
    const shop = await app().openShop();
    const {deps, supplier, clock} = app();
    const a = api === 'catalogue' ? 'products' : 'list';
    const asked = () => supplier.requests().filter((request) => request.a === a).length;
    const before = asked();
    const stop = supplier.misbehave({a, does: {kind: 'slow', ms: 300}, times: 1});
    const run = shop.tryRun();
    await vi.waitFor(() => expect(asked()).toBe(before + 1), {timeout: 10_000, interval: 5});
    await removeKey(deps.db, shop.domain, api, clock.now());
    await run;
    stop();
    expect((await answers(shop))[api]).toBeNull();
  });
});
