// A run that does not start because of stored settings that cannot be read names the page that has their fields.
import {expect, it} from 'vitest';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {onEachSyncTestApp, toSettings} from '../sync/sync-test-app.ts';

onEachSyncTestApp('settings that cannot be read', {articles: 20, shops: 1}, (app) => {
  it.each([
    ['prices', {pricing: {rate: 'much'}}, 'Check and save them under Pricing.'],
    ['orders', {orders: {delayMinutes: 'soon'}}, 'Check and save them under Settings.'],
    ['import rules', {choice: 7}, 'Check and save them under Import rules.'],
    ['prices and orders', {pricing: 1, orders: 1}, 'Check and save them under Settings.'],
  ])('of %s', async (_, unreadable, said) => {
    shop ??= await app().openShop();
    const {deps, clock} = app();
    await saveSettings(deps.db, shop.domain, {...toSettings({}), ...unreadable}, clock.now());
    expect(await shop.tryRun()).toBeNull();
    const [run] = (await shop.merchant.runs()).runs;
    expect(run).toMatchObject({state: 'failed', reason: expect.stringContaining(said)});
  });
  let shop: Awaited<ReturnType<ReturnType<typeof app>['openShop']>> | undefined;
});
