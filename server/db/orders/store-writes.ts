// Pending writes to a store about orders: fulfilments, variants to take off sale. An intent is committed before the request that
// carries it out. The store's answer settles it; where the answer to a fulfilment was lost, a new reading of the order does.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredDropshipOrder, toDropshipOrder} from './dropship-orders.ts';

/** Milliseconds. A fulfilment that stays `sending`, because its worker died or the answer was lost, is checked again after this long. */
const claimLostAfterMs = 120_000;

/** Columns that hold until when a write is postponed. */
type PostponementColumn =
  | 'owed_after'
  | 'note_after'
  | 'money_after'
  | 'o.owed_after'
  | 'o.note_after'
  | 'o.money_after';

/** SQL condition: the write is not postponed, or its postponement is over. */
export const isNotPostponed = (after: PostponementColumn, now: Date): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(after)}, '-infinity') <= ${now}`;

/** Installed shops with a valid token that have pending notes, money, fulfilments or variants that are not postponed. */
export async function loadShopsWithStoreWrites(db: Kysely<Tables>, now: Date): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('shops as s')
    .select('s.shop')
    .where('s.state', '=', 'installed')
    .where('s.needs_reauth', '=', false)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('dropship_orders as o')
          .select('o.id')
          .whereRef('o.shop', '=', 's.shop')
          .where((or) =>
            or.or([
              or.and([or('o.note_due', '=', true), isNotPostponed('o.note_after', now)]),
              or.and([or('o.money_due', '>', 0), isNotPostponed('o.money_after', now)]),
              or.and([
                or.or([or('o.fulfil', 'in', ['wanted', 'sending']), or('o.off_sale', '=', 'wanted')]),
                isNotPostponed('o.owed_after', now),
              ]),
            ]),
          ),
      ),
    )
    .execute();
  return rows.map((row) => row.shop);
}

/** The next fulfilment to make or to check; null when there is none. */
export async function loadNextFulfilment(
  db: Kysely<Tables>,
  shop: ShopDomain,
  now: Date,
): Promise<StoredDropshipOrder | null> {
  const row = await db
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([
        eb('fulfil', '=', 'wanted'),
        eb.and([eb('fulfil', '=', 'sending'), eb('fulfil_since', '<', new Date(now.getTime() - claimLostAfterMs))]),
      ]),
    )
    .where(isNotPostponed('owed_after', now))
    .orderBy('fulfil_since')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toDropshipOrder(row);
}

/** Commits the intent before the request leaves. Only one of two workers gets the claim. */
export async function claimFulfilment(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'fulfil' | 'fulfil_since'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('dropship_orders')
    .set({fulfil: 'sending', fulfil_since: now})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where('fulfil', '=', order.fulfil)
    .where('fulfil_since', 'is not distinct from', order.fulfil_since)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores the outcome of a claimed fulfilment; `wanted`: it is tried again. */
export async function settleFulfilment(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id'>,
  outcome: {
    readonly fulfil: 'wanted' | 'done' | 'failed';
    readonly reason: string | null;
  },
  now: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({
      fulfil: outcome.fulfil,
      fulfil_reason: outcome.reason,
      fulfil_since: now,
      // The tag in the store says then that the order needs the merchant.
      ...(outcome.fulfil === 'failed' ? {note_due: true} : {}),
      updated_at: now,
    })
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .execute();
}

/** A finished fulfilment was cancelled in the store. False if it changed meanwhile, for example if it is written again. */
export async function saveFulfilmentCancelled(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'fulfil_since'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('dropship_orders')
    .set({fulfil: 'failed', fulfil_reason: reason, fulfil_since: now, updated_at: now})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where('fulfil', '=', 'done')
    .where('fulfil_since', 'is not distinct from', order.fulfil_since)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Postpones the fulfilment until `until`, because the last attempt failed; not where this attempt or another worker claimed it. */
export async function postponeFulfilment(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'fulfil' | 'fulfil_since'>,
  reason: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({owed_after: until, fulfil_reason: reason})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    // A fulfilment that this attempt claimed stays `sending`, and is checked after `claimLostAfterMs`.
    .where((eb) =>
      eb.or([
        eb('fulfil', '=', 'wanted'),
        eb.and([eb('fulfil', '=', order.fulfil), eb('fulfil_since', 'is not distinct from', order.fulfil_since)]),
      ]),
    )
    .execute();
}

/** The next variant to take off sale, with its product; null when there is none. */
export async function loadNextOffSaleVariant(db: Kysely<Tables>, shop: ShopDomain, now: Date) {
  const row = await db
    .selectFrom('dropship_orders as o')
    .innerJoin('listing_variants as v', (join) =>
      join.onRef('v.shop', '=', 'o.shop').onRef('v.variant_gid', '=', 'o.variant_gid'),
    )
    .select(['o.shop', 'o.id', 'o.article_id', 'v.variant_gid', 'v.product_gid', 'v.part'])
    .where('o.shop', '=', shop)
    .where('o.off_sale', '=', 'wanted')
    .where(isNotPostponed('o.owed_after', now))
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores whether the variant could be taken off sale. */
export async function settleOffSale(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id'>,
  outcome: {readonly offSale: 'done' | 'failed'; readonly reason: string | null},
  now: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({off_sale: outcome.offSale, off_sale_reason: outcome.reason, updated_at: now})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .execute();
}

export async function postponeOffSale(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id'>,
  reason: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({owed_after: until, off_sale_reason: reason})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where('off_sale', '=', 'wanted')
    .execute();
}

/** Makes the listing a draft: the product's last variant cannot be deleted, so the product as a whole goes off sale. */
export async function saveProductDrafted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  listing: {readonly article_id: ArticleId; readonly part: string},
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('listings')
    .set({state: 'held', reason, fingerprint: null, updated_at: now})
    .where('shop', '=', shop)
    .where('article_id', '=', listing.article_id)
    .where('part', '=', listing.part)
    .execute();
}
