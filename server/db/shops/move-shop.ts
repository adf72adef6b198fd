// Gives all rows of a shop another name, in the caller's transaction: every table with a column `shop`, those of a later release included.
import {type Kysely, sql} from 'kysely';
import type {Sealer} from '../../sealing.ts';
import {resealForShopName} from '../secrets/seal-for-name.ts';
import type {Tables} from '../tables/tables.ts';

/** Two names of a shop; each is a store's name, or one that no store can have (set-aside.ts). */
export type ShopNames = {readonly from: string; readonly to: string};

/**
 * Gives all rows of the shop the name `to`. A row that has this name already is replaced; the caller knows that nothing is kept under it
 * but sessions, webhooks and the lease of its token. The former name's token is dropped: Shopify revoked it when it granted a newer one.
 * Whoever works on the shop at this moment finds no row of the former name afterwards: no claim, no lease and no write of a run succeeds.
 * An order that is with the supplier is settled by its id.
 */
export async function renameShop(trx: Kysely<Tables>, sealer: Sealer, names: ShopNames, now: Date): Promise<void> {
  const {from, to} = names;
  // A shop with a large catalogue takes longer than a statement usually may.
  await sql`set local statement_timeout = 0`.execute(trx);
  await copyShopRow(trx, names, now);
  await sql`delete from sessions where shop = ${from}`.execute(trx);
  await dropEqualDeliveries(trx, names);
  await sql`update dropship_orders set marked_as = shop where shop = ${from} and marked_as is null`.execute(trx);
  for (const table of await loadShopTables(trx)) {
    await sql`update ${sql.table(table)} set shop = ${to} where shop = ${from}`.execute(trx);
  }
  await sql`delete from shops where shop = ${from}`.execute(trx);
  await resealForShopName(trx, sealer, names);
}

/** Tables that name their shop in a column `shop`, without `shops` itself. */
export async function loadShopTables(db: Kysely<Tables>): Promise<readonly string[]> {
  const {rows} = await sql<{name: string}>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'shop' and table_name <> 'shops' order by table_name
  `.execute(db);
  return rows.map(({name}) => name);
}

/**
 * Makes a row of the new name from the former row, which stays until nothing refers to it. What is about the token is taken from the
 * replaced row of the new name. A run that worked is resumed like one whose worker died.
 */
async function copyShopRow(trx: Kysely<Tables>, {from, to}: ShopNames, now: Date): Promise<void> {
  const {rows: columns} = await sql<{name: string}>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'shops' and column_name not in ('shop', 'shop_gid')
  `.execute(trx);
  const copied = sql.join(columns.map(({name}) => sql.ref(name)));
  const {rows: replaced} = await sql<ReplacedTokenColumns>`
    delete from shops where shop = ${to}
    returning needs_reauth, granted_at, token_accepted_at, token_lease_owner, token_lease_until
  `.execute(trx);
  const {rows: known} = await sql<{gid: string | null}>`select shop_gid as gid from shops where shop = ${from}`.execute(
    trx,
  );
  await sql`insert into shops (shop, ${copied}) select ${to}, ${copied} from shops where shop = ${from}`.execute(trx);
  await sql`update shops set shop_gid = null where shop = ${from}`.execute(trx);
  const token = replaced[0] ?? noTokenColumns;
  await sql`
    update shops set
      shop_gid = ${known[0]?.gid ?? null},
      former_names = case when set_aside_at is null then array_append(former_names, ${from}::text) else former_names end,
      needs_reauth = ${token.needs_reauth},
      granted_at = ${token.granted_at},
      token_accepted_at = greatest(token_accepted_at, ${token.token_accepted_at}::timestamptz),
      token_lease_owner = ${token.token_lease_owner},
      token_lease_until = ${token.token_lease_until},
      run_lease_owner = null, run_lease_until = null, run_fence = run_fence + 1,
      lane_until = null, lane_token = lane_token + 1,
      updated_at = ${now}
    where shop = ${to}
  `.execute(trx);
}

/** Columns about the token, taken over from the replaced row. */
type ReplacedTokenColumns = {
  readonly needs_reauth: boolean;
  readonly granted_at: Date | null;
  readonly token_accepted_at: Date | null;
  readonly token_lease_owner: string | null;
  readonly token_lease_until: Date | null;
};

/** The columns about the token where no row was replaced. */
const noTokenColumns: ReplacedTokenColumns = {
  needs_reauth: true,
  granted_at: null,
  token_accepted_at: null,
  token_lease_owner: null,
  token_lease_until: null,
};

/** Deletes webhooks of the new name that came under the former name too, where they were not answered with "not installed". */
async function dropEqualDeliveries(trx: Kysely<Tables>, {from, to}: ShopNames): Promise<void> {
  await sql`
    delete from deliveries d using deliveries former
    where d.shop = ${to} and former.shop = ${from} and former.topic = d.topic
      and (former.event_key = d.event_key
        or (former.state = 'pending' and d.state = 'pending' and former.body_digest = d.body_digest))
  `.execute(trx);
}
