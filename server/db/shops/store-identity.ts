// Makes the shop of a name the store that Shopify says it is: one transaction, so a process that dies here has changed nothing. What
// follows from it (token, schedules, jobs) is derived from the rows again.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain, ShopGid} from '#domain/ids.ts';
import {decideIdentity, type IdentityVerdict, type NamedShop} from '#domain/stores/store-identity.ts';
import type {Sealer} from '../../sealing.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {loadShopTables, renameShop} from './move-shop.ts';
import {replaceShopRow, restoreSetAsideShop, type SetAsideInput, setShopAside} from './set-aside.ts';

/** Which store a token is of, as Shopify answered: `shop` is the name by which the store was asked for. */
export type StoreIdentity = {
  readonly shop: ShopDomain;
  readonly gid: ShopGid;
  /** The store's present name, as Shopify states it. */
  readonly presentName: string;
};

/** What `settleStoreIdentity` decided. */
export type SettledIdentity = {
  /** What was decided about the name and the store. */
  readonly verdict: IdentityVerdict['kind'];
  /** The name that the store's rows had; null where there were none, or under the same name. */
  readonly former: string | null;
};

/** Makes the rows of this name those of the store that Shopify states, in one transaction; does nothing if they are already. */
export async function settleStoreIdentity(
  db: Kysely<Tables>,
  sealer: Sealer,
  identity: StoreIdentity,
  aside: SetAsideInput,
): Promise<SettledIdentity> {
  const known = await db.selectFrom('shops').select('shop_gid').where('shop', '=', identity.shop).executeTakeFirst();
  if (known?.shop_gid === identity.gid) return {verdict: 'known', former: null};
  return inTransaction(db, async (trx) => {
    // A row that this waits for may have been moved meanwhile, which only the next statement sees.
    await lockShopRows(trx, identity);
    const rows = await lockShopRows(trx, identity);
    const own = rows.find(({shop}) => shop === identity.shop);
    const named = own === undefined ? null : await toNamedShop(trx, own);
    const holding = rows.find(({shop, shop_gid: gid}) => shop !== identity.shop && gid === identity.gid);
    const verdict = decideIdentity(
      identity.gid,
      named,
      holding === undefined ? null : {hadName: holding.former_names.includes(identity.shop)},
      identity.presentName === identity.shop,
    );
    await applyVerdict(trx, sealer, {verdict, identity, named, holding: holding?.shop ?? null}, aside);
    return {verdict: verdict.kind, former: holding?.shop ?? null};
  });
}

/**
 * Locks the rows of the name and of the store. Waits for claims and webhooks that are being committed; later ones wait for this
 * transaction.
 */
function lockShopRows(trx: Kysely<Tables>, {shop, gid}: StoreIdentity) {
  return trx
    .selectFrom('shops')
    .select(['shop', 'shop_gid', 'state', 'former_names'])
    .where((eb) => eb.or([eb('shop', '=', shop), eb('shop_gid', '=', gid)]))
    .orderBy('shop')
    .forUpdate()
    .execute();
}

type IdentityRow = Awaited<ReturnType<typeof lockShopRows>>[number];

/** What the decision needs of the row that has the name. */
async function toNamedShop(trx: Kysely<Tables>, {shop, shop_gid: gid, state}: IdentityRow): Promise<NamedShop> {
  return {gid, isEmpty: await isShopEmpty(trx, shop), isInstalled: state !== 'uninstalled'};
}

/** Whether no other table has rows of the shop. Sessions and webhooks do not count: they are stored before anything else of a store is. */
async function isShopEmpty(trx: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  for (const table of await loadShopTables(trx)) {
    if (table === 'sessions' || table === 'deliveries') continue;
    const {rows} = await sql`select from ${sql.table(table)} where shop = ${shop} limit 1`.execute(trx);
    if (rows.length > 0) return false;
  }
  return true;
}

/**
 * The decision for a store, and the rows that it concerns. `named`: the row that has the name; `holding`: the other row that has the
 * store's id.
 */
type IdentitySettlement = {
  readonly verdict: IdentityVerdict;
  readonly identity: StoreIdentity;
  /** The row that has the name; null: there is none. */
  readonly named: NamedShop | null;
  /** The name of another row that has the store's id; null: there is none. */
  readonly holding: ShopDomain | null;
};

/** Carries out the decision. */
async function applyVerdict(
  trx: Kysely<Tables>,
  sealer: Sealer,
  settlement: IdentitySettlement,
  aside: SetAsideInput,
): Promise<void> {
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
      await replaceShopRow(trx, sealer, shop, aside);
      await record();
      return;
    case 'move':
      if (verdict.setAside) await replaceShopRow(trx, sealer, shop, aside);
      if (holding !== null) await renameShop(trx, sealer, {from: holding, to: shop}, aside.now);
      await restoreSetAsideShop(trx, shop);
      return;
    case 'go_on':
      if (holding !== null) await setShopAside(trx, sealer, holding, aside);
      await trx.updateTable('shops').set({shop_gid: null}).where('shop_gid', '=', gid).execute();
      await record();
      return;
    case 'former_name':
      // Otherwise webhooks of the former name would find this row, and not the store's.
      if (named?.isEmpty && !named.isInstalled) await trx.deleteFrom('shops').where('shop', '=', shop).execute();
      return;
  }
}

/** Installed shops with a token, whose id at Shopify was not read yet. */
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

/** The present name of the shop that had the name `former` before; null: no shop had it. */
export async function loadPresentName(db: Kysely<Tables>, former: ShopDomain): Promise<ShopDomain | null> {
  const row = await db
    .selectFrom('shops')
    .select('shop')
    .where(sql<boolean>`${former} = any(former_names)`)
    .where('set_aside_at', 'is', null)
    .executeTakeFirst();
  return row?.shop ?? null;
}
