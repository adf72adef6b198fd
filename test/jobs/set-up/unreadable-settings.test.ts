// No run starts while the stored settings cannot be read.
import {expect, it} from 'vitest';
import {settingsUnreadableText} from '#domain/settings/settings.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {onEachSyncTestApp, toSettings} from '../sync/sync-test-app.ts';

onEachSyncTestApp('settings that cannot be read', {articles: 20, shops: 1}, (app) => {
  it('end a run as it begins, and it says whom to ask', async () => {
    const shop = await app().openShop();
    const {deps, clock} = app();
    await saveSettings(deps.db, shop.domain, {...toSettings({}), choice: 7}, clock.now());
    expect(await shop.tryRun()).toBeNull();
    const [run] = (await shop.merchant.runs()).runs;
    expect(run).toMatchObject({state: 'failed', reason: settingsUnreadableText});
  });
});
