import {beforeEach, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {holdsRunLease, takeRunLease} from '../../../server/db/runs/leases.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {listInstalledShops, loadShop, saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {loadStoppedShopsToAsk, resumeSending, stopSending} from '../../../server/db/shops/stopped-shops.ts';
import {saveTokenGranted} from '../../../server/db/shops/store-access.ts';
import {onEachDatabase} from '../../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const hour = 3_600_000;
const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 22) + hours * hour);

onEachDatabase('a shop for which sending is stopped', (current) => {
  const db = () => current().kysely;
  beforeEach(() => saveInstalledShop(db(), shop, {scopes: 'read_orders'}, at(0)));

  it('counts as installed nowhere, and its run has lost the lease', async () => {
    const lease = await takeRunLease(db(), shop, 'run', at(1), hour);
    expect(await holdsRunLease(db(), shop, lease?.fence ?? 0)).toBe(true);
    await stopSending(db(), shop, 'frozen', at(1));
    expect(await listInstalledShops(db())).toEqual([]);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'stopped', scopes: 'read_orders', needsReauth: false});
    expect(await holdsRunLease(db(), shop, lease?.fence ?? 0)).toBe(false);
  });

  it('is asked a day later, keeps the time it began, and is what it was once sending is resumed', async () => {
    await stopSending(db(), shop, 'no_answer', at(1));
    expect(await loadStoppedShopsToAsk(db(), at(24.9))).toEqual([]);
    expect(await loadStoppedShopsToAsk(db(), at(25))).toEqual([shop]);
    await stopSending(db(), shop, 'locked', at(25));
    const stopped = {since: at(1), reason: 'locked', askAgainAt: at(49)};
    expect(await loadShop(db(), shop)).toMatchObject({stopped});
    expect(await resumeSending(db(), shop, at(26))).toBe(true);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'installed', stopped: null, installedAt: at(0)});
    expect(await resumeSending(db(), shop, at(26))).toBe(false);
  });

  it('goes on with the installation it had when the merchant opens the app', async () => {
    await stopSending(db(), shop, 'no_answer', at(1));
    await saveInstalledShop(db(), shop, {scopes: 'read_orders'}, at(2));
    expect(await loadShop(db(), shop)).toMatchObject({state: 'installed', stopped: null, installedAt: at(0)});
  });

  it('is not stopped by an answer from before its merchant opened the app', async () => {
    await saveTokenGranted(db(), shop, at(2), at(2));
    await stopSending(db(), shop, 'no_access', at(3), at(1));
    expect(await loadShop(db(), shop)).toMatchObject({state: 'installed', stopped: null});
    await stopSending(db(), shop, 'no_access', at(3), at(2));
    expect(await loadShop(db(), shop)).toMatchObject({state: 'stopped'});
  });

  it('is not brought back by a late answer once the merchant has removed the app', async () => {
    await stopSending(db(), shop, 'locked', at(1));
    await markUninstalled(db(), shop, at(2));
    await stopSending(db(), shop, 'locked', at(3));
    expect(await resumeSending(db(), shop, at(3))).toBe(false);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'uninstalled', stopped: null});
    expect(await loadStoppedShopsToAsk(db(), at(100))).toEqual([]);
  });
});
