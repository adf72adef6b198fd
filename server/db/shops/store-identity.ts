// Makes the shop of a name the store that Shopify says it is: one transaction, so a process that dies here has changed nothing. What follows
// from it (token, schedules, jobs) is derived from the rows again.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain, ShopGid} from '#domain/ids.ts';
import {decideIdentity, type IdentityVerdict, type NamedShop} from '#domain/stores/store-identity.ts';
import type {Sealer} from '../../sealing.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {loadShopTables, moveShop} from './move-shop.ts';
import {type Aside, replaceShop, setAside, takeBack} from './set-aside.ts';

/** As Shopify answered to a token of the store that was asked for by this name. */
export type StoreIdentity = {
  readonly shop: ShopDomain;
  readonly gid: ShopGid;
  /** The store's present name, as Shopify states it. */
  readonly presentName: string;
};

export type SettledIdentity = {
  readonly verdict: IdentityVerdict['kind'];
  /** The name that the store's rows had; null where there were none, or under the same name. */
  readonly former: string | null;
};

export async function settleIdentity(
  db: Kysely<Tables>,
  sealer: Sealer,
  identity: StoreIdentity,
  aside: Aside,
): Promise<SettledIdentity> {
  const known = await db.selectFrom('shops').select('shop_gid').where('shop', '=', identity.shop).executeTakeFirst();
  if (known?.shop_gid === identity.gid) return {verdict: 'known', former: null};
  return inTransaction(db, async (trx) => {
    // A row that this waits for may have been moved meanwhile, which only the next statement sees.
    await lock(trx, identity);
    const rows = await lock(trx, identity);
    const own = rows.find(({shop}) => shop === identity.shop);
    const named = own === undefined ? null : await describe(trx, own);
    const holding = rows.find(({shop, shop_gid: gid}) => shop !== identity.shop && gid === identity.gid);
    const verdict = decideIdentity(
      identity.gid,
      named,
      holding === undefined ? null : {hadName: holding.former_names.includes(identity.shop)},
      identity.presentName === identity.shop,
    );
    await carryOut(trx, sealer, {verdict, identity, named, holding: holding?.shop ?? null}, aside);
    return {verdict: verdict.kind, former: holding?.shop ?? null};
  });
}

/** Waits for claims and webhooks that are being committed; later ones wait for this transaction. */
function lock(trx: Kysely<Tables>, {shop, gid}: StoreIdentity) {
  return trx
    .selectFrom('shops')
    .select(['shop', 'shop_gid', 'state', 'former_names'])
    .where((eb) => eb.or([eb('shop', '=', shop), eb('shop_gid', '=', gid)]))
    .orderBy('shop')
    .forUpdate()
    .execute();
}

type IdentityRow = Awaited<ReturnType<typeof lock>>[number];

async function describe(trx: Kysely<Tables>, {shop, shop_gid: gid, state}: IdentityRow): Promise<NamedShop> {
  return {gid, isEmpty: await isEmpty(trx, shop), isInstalled: state !== 'uninstalled'};
}

/** Sessions and webhooks come by themselves, before anything is kept for the store. */
async function isEmpty(trx: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  for (const table of await loadShopTables(trx)) {
    if (table === 'sessions' || table === 'deliveries') continue;
    const {rows} = await sql`select from ${sql.table(table)} where shop = ${shop} limit 1`.execute(trx);
    if (rows.length > 0) return false;
  }
  return true;
}

type Settlement = {
  readonly verdict: IdentityVerdict;
  readonly identity: StoreIdentity;
  readonly named: NamedShop | null;
  readonly holding: ShopDomain | null;
};

async function carryOut(trx: Kysely<Tables>, sealer: Sealer, settlement: Settlement, aside: Aside): Promise<void> {
  const {
    verdict,
    identity: {shop, gid},
    named,
    holding,
  } = settlement;
  const record = () => trx.updateTable('shops').set({shop_gid: gid}).where('shop', '=', shop).execute();
  switch (verdict.kind) {
    case 'known':
      return;
    case 'record':
      await record();
      return;
    case 'begin_empty':
      await replaceShop(trx, sealer, shop, aside);
      await record();
      return;
    case 'move':
      if (verdict.setAside) await replaceShop(trx, sealer, shop, aside);
      if (holding !== null) await moveShop(trx, sealer, {from: holding, to: shop}, aside.now);
      await takeBack(trx, shop);
      return;
    case 'go_on':
      if (holding !== null) await setAside(trx, sealer, holding, aside);
      await trx.updateTable('shops').set({shop_gid: null}).where('shop_gid', '=', gid).execute();
      await record();
      return;
    case 'former_name':
      // Otherwise webhooks of the former name would find this row, and not the store's.
      if (named?.isEmpty && !named.isInstalled) await trx.deleteFrom('shops').where('shop', '=', shop).execute();
      return;
  }
}

/** Installed ones with a token, whose id at Shopify was not read yet. */
export async function loadShopsWithoutId(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('shops')
    .select('shop')
    .where('state', '=', 'installed')
    .where('needs_reauth', '=', false)
    .where('shop_gid', 'is', null)
    .orderBy('shop')
    .execute();
  return rows.map(({shop}) => shop);
}

/** Of a name that no shop has: the present one of the shop that had it before; null: none had. */
export async function loadPresentName(db: Kysely<Tables>, former: ShopDomain): Promise<ShopDomain | null> {
  const row = await db
    .selectFrom('shops')
    .select('shop')
    .where(sql<boolean>`${former} = any(former_names)`)
    .where('set_aside_at', 'is', null)
    .executeTakeFirst();
  return row?.shop ?? null;
}
