import {randomBytes} from 'node:crypto';
import {type Kysely, sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../../server/db/connection/transaction.ts';
import {
  loadCatalogueKey,
  loadDropshipKey,
  markKeyRejected,
  removeKey,
  type SupplierApi,
  saveCatalogueKey,
  saveDropshipKey,
} from '../../../server/db/secrets/shop-keys.ts';
import {eraseShop} from '../../../server/db/shops/erase-shop.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {
  listInstalledShops,
  loadShop,
  loadStoredSettings,
  saveInstalledShop,
  saveSettings,
  saveShopFacts,
} from '../../../server/db/shops/shops.ts';
import {saveStoreGrants} from '../../../server/db/shops/store-access.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {createSealer} from '../../../server/sealing.ts';
import {onEachDatabase} from '../../support/database.ts';
import {countBlocked, countsOf, fillEveryTable, tablesWithShop} from './fill-every-table.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const other = ShopDomain.parse('b.myshopify.com');
const monday = new Date('2026-11-16T10:00:00Z');
const tuesday = new Date('2026-11-17T10:00:00Z');
const friday = new Date('2026-11-20T10:00:00Z');
const sealer = createSealer([{kid: 'k1', key: randomBytes(32)}]);

onEachDatabase('a shop', (current, engine) => {
  const db = () => current().kysely;
  const install = (which = shop, when = monday) => saveInstalledShop(db(), which, {scopes: 'write_products'}, when);
  const enter = (api: SupplierApi, key: string, into: Kysely<Tables>) =>
    api === 'dropship'
      ? saveDropshipKey(into, sealer, shop, {key}, monday)
      : saveCatalogueKey(into, sealer, shop, {key, partner: null}, monday);

  it('is installed once however often it grants a token', async () => {
    await Promise.all([install(), install(), install()]);
    await install(shop, tuesday);
    const facts = {currency: 'EUR', taxesIncluded: true, timeZone: 'Europe/Rome', plan: 'plus'};
    await saveShopFacts(db(), shop, facts, tuesday);
    await saveStoreGrants(db(), shop, {scopes: 'write_products,read_orders', wantedScopes: 'read_orders'}, tuesday);
    expect(await listInstalledShops(db())).toMatchObject([{shop, installedAt: monday, needsReauth: false, ...facts}]);
    expect((await loadShop(db(), shop))?.scopes).toBe('write_products,read_orders');
    expect(await loadShop(db(), other)).toBeNull();
  });

  it('sends orders ten minutes after they were placed where it is new; one from before keeps sending at once', async () => {
    const delay = async () => (await loadStoredSettings(db(), shop)).settings.orders.delayMinutes;
    await install();
    expect(await delay()).toBe(10);
    await saveSettings(db(), shop, {orders: {standingColour: 'as pictured'}}, monday);
    await markUninstalled(db(), shop, monday);
    await install(shop, tuesday);
    expect(await delay()).toBe(0);
  });

  it.each([
    ['cat_secret_1234', '1234'],
    ['abcdefg', 'efg'],
    ['abcde', 'de'],
    ['ab', 'b'],
    ['a', null],
  ])('shows of the key %s at most the last four characters, and at most half: %s', async (key, shown) => {
    await install();
    await enter('catalogue', key, db());
    await enter('dropship', key, db());
    expect(await loadShop(db(), shop)).toMatchObject({catalogueKeyLast4: shown, dropshipKeyLast4: shown});
  });

  it('that uninstalls loses tokens and keys, and keeps its settings for when it comes back', async () => {
    await install();
    await saveSettings(db(), shop, {nightlyAt: '05:00'}, monday);
    await saveCatalogueKey(db(), sealer, shop, {key: 'cat_secret_1234', partner: 'Boutique'}, monday);
    for (const each of [shop, other]) {
      const session = {id: `offline_${each}`, shop: each, is_online: false, payload_sealed: 'x', updated_at: monday};
      await db().insertInto('sessions').values(session).execute();
    }
    await markUninstalled(db(), shop, tuesday);
    expect(await listInstalledShops(db())).toEqual([]);
    expect(await loadShop(db(), shop)).toMatchObject({
      state: 'uninstalled',
      uninstalledAt: tuesday,
      needsReauth: true,
      catalogueKeyState: 'absent',
      catalogueKeyLast4: null,
    });
    expect(await loadCatalogueKey(db(), sealer, shop)).toBeNull();
    expect(await db().selectFrom('sessions').select('shop').execute()).toEqual([{shop: other}]);
    await install(shop, friday);
    expect(await loadShop(db(), shop)).toMatchObject({
      state: 'installed',
      installedAt: friday,
      uninstalledAt: null,
      needsReauth: false,
    });
    expect((await loadStoredSettings(db(), shop)).settings.nightlyAt).toBe('05:00');
  });

  it('keeps its keys sealed and shows their last four characters', async () => {
    await install();
    await saveCatalogueKey(db(), sealer, shop, {key: 'cat_secret_1234', partner: 'Boutique'}, monday);
    await saveDropshipKey(db(), sealer, shop, {key: 'drop_secret_5678'}, monday);
    const {rows} = await sql<{row: string}>`select shops::text as row from shops`.execute(db());
    expect(rows[0]?.row).not.toContain('secret');
    expect(await loadShop(db(), shop)).toMatchObject({
      catalogueKeyState: 'accepted',
      catalogueKeyLast4: '1234',
      cataloguePartner: 'Boutique',
      dropshipKeyState: 'accepted',
      dropshipKeyLast4: '5678',
    });
    expect(await loadCatalogueKey(db(), sealer, shop)).toBe('cat_secret_1234');
    expect(await loadDropshipKey(db(), sealer, shop)).toBe('drop_secret_5678');
    expect(await loadDropshipKey(db(), sealer, other)).toBeNull();
  });

  it('has a key copied from another shop refused', async () => {
    await install();
    await install(other);
    await saveDropshipKey(db(), sealer, shop, {key: 'drop_secret_5678'}, monday);
    await sql`update shops set dropship_key_sealed = (select dropship_key_sealed from shops where shop = ${shop})
      where shop = ${other}`.execute(db());
    await expect(loadDropshipKey(db(), sealer, other)).rejects.toThrow('sealed for another place');
  });

  it('remembers which key the supplier rejected until there is another', async () => {
    await install();
    const rejectFirst = () => markKeyRejected(db(), sealer, shop, {api: 'dropship', used: 'first_0001'});
    expect(await rejectFirst()).toBeNull();
    expect((await loadShop(db(), shop))?.dropshipKeyState).toBe('absent');
    await saveDropshipKey(db(), sealer, shop, {key: 'first_0001'}, monday);
    expect([await rejectFirst(), await rejectFirst()]).toEqual(['accepted', 'rejected']);
    expect(await loadShop(db(), shop)).toMatchObject({dropshipKeyState: 'rejected', catalogueKeyState: 'absent'});
    await saveDropshipKey(db(), sealer, shop, {key: 'next_0002'}, tuesday);
    expect(await loadShop(db(), shop)).toMatchObject({dropshipKeyState: 'accepted', dropshipKeyLast4: '0002'});
    expect(await rejectFirst()).toBeNull();
    expect((await loadShop(db(), shop))?.dropshipKeyState).toBe('accepted');
    await removeKey(db(), shop, 'dropship', friday);
    expect(await loadDropshipKey(db(), sealer, shop)).toBeNull();
  });

  it('keeps a key accepted that is entered while the one before it is being rejected', async () => {
    for (const api of ['dropship', 'catalogue'] as const) {
      await install();
      await enter(api, 'first_0001', db());
      const rejecting = await inTransaction(db(), async (trx) => {
        await enter(api, 'next_0002', trx);
        const begun = {ended: markKeyRejected(db(), sealer, shop, {api, used: 'first_0001'})};
        // The new key is not committed yet: the old one is compared, and the mark waits for the row.
        if (engine === 'postgres') await expect.poll(() => countBlocked(db()), {interval: 10}).toBe(1);
        return begun;
      });
      expect(await rejecting.ended).toBeNull();
      expect(await loadShop(db(), shop)).toMatchObject({[`${api}KeyState`]: 'accepted', [`${api}KeyLast4`]: '0002'});
    }
  });

  it('that is erased leaves no row in any table, and takes none of another shop', async () => {
    for (const each of [shop, other]) {
      await install(each);
      await fillEveryTable(db(), each);
    }
    const tables = await tablesWithShop(db());
    expect(await countsOf(db(), tables, shop)).not.toContain(0);
    const before = await countsOf(db(), tables, other);
    expect(await eraseShop(db(), shop)).toBe(false);
    expect(await countsOf(db(), tables, shop)).not.toContain(0);
    await markUninstalled(db(), shop, tuesday);
    expect(await eraseShop(db(), shop)).toBe(true);
    expect(new Set(await countsOf(db(), tables, shop))).toEqual(new Set([0]));
    expect(await countsOf(db(), tables, other)).toEqual(before);
  });
});
