// A store that has another name is the same shop, by Shopify's id of it; a name that another store has now is another shop.
import {randomBytes} from 'node:crypto';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain, ShopGid} from '#domain/ids.ts';
import {inTransaction} from '../../../server/db/connection/transaction.ts';
import {loadShopsWithDeliveries} from '../../../server/db/deliveries/deliveries.ts';
import {saveDeliveries} from '../../../server/db/deliveries/save-deliveries.ts';
import {takeTokenLease} from '../../../server/db/runs/leases.ts';
import {openDetails, sealDetails} from '../../../server/db/secrets/details.ts';
import {compareWithSent, createSentMarks} from '../../../server/db/secrets/sent-marks.ts';
import {
  loadCatalogueKey,
  loadDropshipKey,
  saveCatalogueKey,
  saveDropshipKey,
} from '../../../server/db/secrets/shop-keys.ts';
import {renameShop} from '../../../server/db/shops/move-shop.ts';
import {eraseOldSetAsideShops, setAsideLifetimeMs} from '../../../server/db/shops/set-aside.ts';
import {loadShop, saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {loadStoppedShopsToAsk} from '../../../server/db/shops/stopped-shops.ts';
import {loadPresentName, loadShopsWithoutId, settleStoreIdentity} from '../../../server/db/shops/store-identity.ts';
import {createSealer} from '../../../server/sealing.ts';
import {onEachDatabase} from '../../support/database.ts';
import {countBlocked, countsOf, fillEveryTable, tablesWithShop} from './fill-every-table.ts';

const former = ShopDomain.parse('former.myshopify.com');
const renamed = ShopDomain.parse('renamed.myshopify.com');
const other = ShopDomain.parse('other.myshopify.com');
const gid = ShopGid.parse('gid://shopify/Shop/1');
const otherGid = ShopGid.parse('gid://shopify/Shop/2');
const monday = new Date('2026-11-16T10:00:00Z');
const sealer = createSealer([{kid: 'test', key: randomBytes(32)}]);
const typed = {colour: 'Red', size: null, name: 'Jo Typed', email: null};
const shown = {address: 'beispielweg 12', name: 'jo', email: null};

onEachDatabase('a store with another name', (current, engine) => {
  const db = () => current().kysely;
  const settle = (shop: ShopDomain, store: ShopGid, by = sealer, presentName: string = shop) =>
    settleStoreIdentity(db(), by, {shop, gid: store, presentName}, {id: crypto.randomUUID(), now: monday});
  const idOf = async (shop: ShopDomain) => (await loadShop(db(), shop))?.gid;
  const asides = () =>
    db().selectFrom('shops').select(['shop', 'shop_gid']).where('set_aside_at', 'is not', null).execute();

  /** Used, with an order sent and one with typed details. */
  async function use(shop: ShopDomain, store: ShopGid | null): Promise<void> {
    await saveInstalledShop(db(), shop, {scopes: 'write_products', currency: 'EUR'}, monday);
    if (store !== null) await settle(shop, store);
    await saveCatalogueKey(db(), sealer, shop, {key: `catalogue of ${shop}`, partner: 'P'}, monday);
    await saveDropshipKey(db(), sealer, shop, {key: `dropship of ${shop}`}, monday);
    await fillEveryTable(db(), shop);
    const marks = createSentMarks(sealer, {shop, order_gid: 'o' as never, marked_as: null}, shown);
    await db()
      .updateTable('dropship_orders')
      .set({...marks, details_sealed: sealDetails(sealer, shop, typed)})
      .where('shop', '=', shop)
      .execute();
  }
  /** The value, or the error as a text. */
  const told = (promise: Promise<unknown>) => promise.catch(String);
  /** As a token that is being granted leaves it. */
  const beginGrant = (shop: ShopDomain) => takeTokenLease(db(), shop, 'owner', monday, 60_000);

  it('keeps every row of every table but the former token, and its secrets and marks', async () => {
    await use(former, gid);
    await use(other, otherGid);
    const tables = (await tablesWithShop(db())).filter((name) => name !== 'sessions');
    const before = await countsOf(db(), tables, former);
    const others = await countsOf(db(), tables, other);
    expect(before).not.toContain(0);
    await beginGrant(renamed);
    expect(await told(settle(renamed, gid))).toEqual({verdict: 'move', former});
    expect(await countsOf(db(), tables, renamed)).toEqual(before);
    expect(new Set(await countsOf(db(), [...tables, 'sessions'], former))).toEqual(new Set([0]));
    expect(await countsOf(db(), tables, other)).toEqual(others);
    expect(await loadShop(db(), renamed)).toMatchObject({
      gid,
      state: 'installed',
      needsReauth: true,
      cataloguePartner: 'P',
    });
    expect(await told(loadCatalogueKey(db(), sealer, renamed))).toBe(`catalogue of ${former}`);
    expect(await told(loadDropshipKey(db(), sealer, renamed))).toBe(`dropship of ${former}`);
    const order = await db()
      .selectFrom('dropship_orders')
      .selectAll()
      .where('shop', '=', renamed)
      .executeTakeFirstOrThrow();
    expect(openDetails(sealer, order)).toEqual(typed);
    const asSent = {...order, flags: []};
    expect(compareWithSent(sealer, asSent, shown)).toMatchObject({isElsewhere: false, isOtherBuyer: false});
    expect(compareWithSent(sealer, asSent, {...shown, address: 'elsewhere'})).toMatchObject({isElsewhere: true});
    // The token that is being granted still has its lease.
    expect(await takeTokenLease(db(), renamed, 'another', monday, 60_000)).toBe(false);
    const tokens = await db().selectFrom('sessions').select('shop').where('shop', 'in', [former, renamed]).execute();
    expect(tokens).toEqual([]);
  });

  it('is moved once: again is nothing, another name later is a move again, and the name it had before is known', async () => {
    await use(former, gid);
    await settle(renamed, gid);
    expect(await told(settle(renamed, gid))).toEqual({verdict: 'known', former: null});
    expect(await loadPresentName(db(), former)).toBe(renamed);
    expect(await told(settle(other, gid))).toEqual({verdict: 'move', former: renamed});
    for (const name of [former, renamed]) expect(await loadPresentName(db(), name)).toBe(other);
    expect(await loadPresentName(db(), other)).toBeNull();
    expect(await told(settle(former, gid))).toEqual({verdict: 'move', former: other});
    const order = await db().selectFrom('dropship_orders').selectAll().executeTakeFirstOrThrow();
    expect(order).toMatchObject({shop: former, marked_as: former});
  });

  it('changes nothing where the move fails in its last step, and is moved by the next try', async () => {
    await use(former, gid);
    const tables = await tablesWithShop(db());
    const before = await countsOf(db(), tables, former);
    const dying = {...sealer, seal: () => expect.fail('the process dies')};
    await expect(settle(renamed, gid, dying)).rejects.toThrow('dies');
    expect(await countsOf(db(), tables, former)).toEqual(before);
    expect(new Set(await countsOf(db(), tables, renamed))).toEqual(new Set([0]));
    expect(await told(loadCatalogueKey(db(), sealer, former))).toBe(`catalogue of ${former}`);
    expect(await told(settle(renamed, gid))).toMatchObject({verdict: 'move'});
    expect(await told(loadCatalogueKey(db(), sealer, renamed))).toBe(`catalogue of ${former}`);
  });

  it('keeps one of two equal webhooks that came under both names, the one that still waits', async () => {
    await use(former, gid);
    await beginGrant(renamed);
    const webhook = {
      topic: 'orders/paid',
      eventKey: 'same',
      webhookId: 'same',
      resource: 'o',
      triggeredAt: null,
      receivedAt: monday,
    };
    await saveDeliveries(db(), [{...webhook, shop: former}]);
    await saveDeliveries(db(), [{...webhook, shop: renamed}]);
    await db().updateTable('deliveries').set({state: 'done', done_at: monday}).where('shop', '=', renamed).execute();
    expect(await told(settle(renamed, gid))).toMatchObject({verdict: 'move'});
    const kept = await db()
      .selectFrom('deliveries')
      .select(['shop', 'state'])
      .where('event_key', '=', 'same')
      .execute();
    expect(kept).toEqual([{shop: renamed, state: 'pending'}]);
  });

  it('has no webhook stored under its former name that comes during the move', async () => {
    if (engine !== 'postgres') return;
    await use(former, gid);
    const ids = {topic: 'orders/paid', eventKey: 'late', webhookId: 'late', resource: 'o'};
    const late = {...ids, shop: former, triggeredAt: null, receivedAt: monday};
    const storing = await inTransaction(db(), async (trx) => {
      await renameShop(trx, sealer, {from: former, to: renamed}, monday);
      const saved = saveDeliveries(db(), [late]);
      const isBlocked = expect.poll(() => countBlocked(db()), {interval: 10, timeout: 2_000}).toBe(1);
      return {saved, isBlocked: (await Promise.allSettled([isBlocked]))[0].status};
    });
    expect(storing.isBlocked).toBe('fulfilled');
    expect(await storing.saved).toEqual([null]);
    expect(await saveDeliveries(db(), [{...late, shop: renamed}])).toMatchObject([{isNew: true}]);
  });

  it('is not taken back by a page that is open under the former name', async () => {
    await use(former, gid);
    await settle(renamed, gid);
    await beginGrant(former);
    expect(await told(settle(former, gid, sealer, renamed))).toEqual({verdict: 'former_name', former: renamed});
    expect(await loadShop(db(), former)).toBeNull();
    expect(await idOf(renamed)).toBe(gid);
    expect(await loadPresentName(db(), former)).toBe(renamed);
  });

  it('gets its id where it had none, and lacks it as long as none was read', async () => {
    await use(former, null);
    expect(await loadShopsWithoutId(db())).toEqual([former]);
    expect(await told(settle(former, gid))).toEqual({verdict: 'record', former: null});
    expect(await idOf(former)).toBe(gid);
    expect(await loadShopsWithoutId(db())).toEqual([]);
  });

  it('gives its name to another store, which begins empty; its own rows wait under a name that no store can have', async () => {
    await use(former, gid);
    const tables = (await tablesWithShop(db())).filter((name) => name !== 'sessions');
    const before = await countsOf(db(), tables, former);
    expect(await told(settle(former, otherGid))).toEqual({verdict: 'begin_empty', former: null});
    expect((await countsOf(db(), tables, former)).filter((n) => n > 0)).toEqual([1]);
    expect(await loadShop(db(), former)).toMatchObject({
      gid: otherGid,
      state: 'uninstalled',
      catalogueKeyState: 'absent',
    });
    const [aside] = await asides();
    expect(aside?.shop_gid).toBe(gid);
    expect(ShopDomain.safeParse(aside?.shop).success).toBe(false);
    // Nothing is done for it: no job could name it.
    const later = new Date(monday.getTime() + 400 * 86_400_000);
    expect(await loadShopsWithDeliveries(db(), later, later)).toEqual([]);
    expect(await loadStoppedShopsToAsk(db(), later)).toEqual([]);
    expect(await loadPresentName(db(), former)).toBeNull();
    // Opened under its new name, it goes on.
    expect(await told(settle(renamed, gid))).toMatchObject({verdict: 'move'});
    expect(await countsOf(db(), tables, renamed)).toEqual(before);
    expect(await loadShop(db(), renamed)).toMatchObject({state: 'installed', stopped: null, installedAt: monday});
    expect(await told(loadDropshipKey(db(), sealer, renamed))).toBe(`dropship of ${former}`);
    expect(await asides()).toEqual([]);
    expect(await idOf(former)).toBe(otherGid);
  });

  it('takes the name of a store that gave it up: that one makes way', async () => {
    await use(former, gid);
    await use(other, otherGid);
    expect(await told(settle(other, gid))).toEqual({verdict: 'move', former});
    expect(await told(loadDropshipKey(db(), sealer, other))).toBe(`dropship of ${former}`);
    expect((await asides()).map(({shop_gid: id}) => id)).toEqual([otherGid]);
    expect(await told(settle(former, otherGid))).toMatchObject({verdict: 'move'});
    expect(await told(loadDropshipKey(db(), sealer, former))).toBe(`dropship of ${other}`);
  });

  it('that was used under both names before ids were kept goes on under the present one', async () => {
    await use(former, gid);
    await use(renamed, null);
    expect(await told(settle(renamed, gid))).toEqual({verdict: 'go_on', former});
    expect(await idOf(renamed)).toBe(gid);
    expect(await told(loadDropshipKey(db(), sealer, renamed))).toBe(`dropship of ${renamed}`);
    expect(await loadShop(db(), former)).toBeNull();
    expect((await asides()).map(({shop_gid: id}) => id)).toEqual([null]);
  });

  it('set aside for 30 days is erased, and not before', async () => {
    await use(former, gid);
    await settle(former, otherGid);
    const [aside] = await asides();
    const tables = await tablesWithShop(db());
    expect(await eraseOldSetAsideShops(db(), new Date(monday.getTime() + setAsideLifetimeMs))).toBe(0);
    expect(await eraseOldSetAsideShops(db(), new Date(monday.getTime() + setAsideLifetimeMs + 1))).toBe(1);
    expect(new Set(await countsOf(db(), tables, aside?.shop ?? ''))).toEqual(new Set([0]));
    expect(await idOf(former)).toBe(otherGid);
  });

  it('two moves at once are one', async () => {
    await use(former, gid);
    const both = await Promise.all([settle(renamed, gid), settle(renamed, gid)]);
    expect(both.map(({verdict}) => verdict).toSorted()).toEqual(['known', 'move']);
    expect((await sql`select shop from shops`.execute(db())).rows).toEqual([{shop: renamed}]);
  });
});
