import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {createTokenAcceptedRecorder} from '../../../server/db/shops/accepted-tokens.ts';
import {eraseShop} from '../../../server/db/shops/erase-shop.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {loadShop, saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {saveTokenGranted} from '../../../server/db/shops/store-access.ts';
import {onEachDatabase} from '../../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const monday = new Date('2026-11-16T10:00:00Z');
const tuesday = new Date('2026-11-17T10:00:00Z');

onEachDatabase('a shop whose merchant may have removed the app', (current) => {
  const db = () => current().kysely;
  const install = (at: Date) => saveInstalledShop(db(), shop, {scopes: 'write_products'}, at);

  it('is removed only where it was neither installed nor its token exchanged after Shopify was asked', async () => {
    const noon = new Date('2026-11-17T12:00:00Z');
    await install(tuesday);
    expect(await markUninstalled(db(), shop, noon, monday)).toBe(false);
    await saveTokenGranted(db(), shop, noon, noon);
    expect(await markUninstalled(db(), shop, noon, tuesday)).toBe(false);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'installed', tokenAcceptedAt: noon});
    expect(await markUninstalled(db(), shop, noon, noon)).toBe(true);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'uninstalled', isRemovalConfirmed: true});
    const later = new Date('2026-11-18T12:00:00Z');
    await saveTokenGranted(db(), shop, null, later);
    expect(await loadShop(db(), shop)).toMatchObject({isRemovalConfirmed: true});
    await saveTokenGranted(db(), shop, later, later);
    expect(await loadShop(db(), shop)).toMatchObject({state: 'uninstalled', isRemovalConfirmed: false});
    expect(await eraseShop(db(), shop)).toBe(false);
    expect(await loadShop(db(), shop)).not.toBeNull();
  });

  it('notes an accepted token once an hour, and again where that could not be stored', async () => {
    await install(monday);
    let now = tuesday;
    const failures: unknown[] = [];
    const needs = {now: () => now, warn: (_shop: ShopDomain, err: unknown) => void failures.push(err)};
    const accepted = createTokenAcceptedRecorder(db(), needs);
    const at = async () => (await loadShop(db(), shop))?.tokenAcceptedAt;
    await accepted(shop);
    expect(await at()).toEqual(tuesday);
    now = new Date(tuesday.getTime() + 3_599_999);
    await accepted(shop);
    expect(await at()).toEqual(tuesday);
    now = new Date(tuesday.getTime() + 3_600_000);
    await accepted(shop);
    expect(await at()).toEqual(now);
    // A time that no database stores.
    now = new Date(Number.NaN);
    const again = createTokenAcceptedRecorder(db(), needs);
    await again(shop);
    now = new Date(tuesday.getTime() + 3_600_001);
    await again(shop);
    expect(failures).toHaveLength(1);
    expect(await at()).toEqual(now);
  });
});
