// The merchant's decision on a brake. It is stored with the affected listings: 'retire' or 'keep' for an article no longer listed or
// chosen, 'accept' or 'keep' for one that would lose variants or be taken off sale, an approved or a refused cost for one whose cost
// changed too much.
import {type Kysely, sql} from 'kysely';
import {divideBrake, restReason} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
import {inTransaction} from '../connection/transaction.ts';
import {makeDueByReason} from '../orders/due-orders.ts';
import {saveAudit} from '../shops/audit.ts';
import type {Tables} from '../tables/tables.ts';
import type {Brake} from './brakes.ts';

/** A decided brake, or the part of it that was released. */
export type DecidedBrake = {readonly kind: Brake['kind']; readonly articleIds: readonly ArticleId[]};

/**
 * Releases the brake. The next run carries out the merchant's decision, or a run over `articleIds` (kind `selected`) at once. Null when
 * the brake no longer waits, or not the shop's.
 */
export const releaseBrake = (db: Kysely<Tables>, shop: ShopDomain, id: string, now: Date, actor = 'app') =>
  inTransaction(db, async (transaction) => {
    const brake = await lockWaitingBrake(transaction, shop, id);
    return brake === null ? null : saveDecision(transaction, brake, {state: 'released', now, actor});
  });

/**
 * Discards the brake. What would be retired stays on sale until it was listed and chosen again and is not once more. Changed costs
 * are ignored until they change again. Products keep what they would lose until they would no longer lose it.
 */
export const discardBrake = (db: Kysely<Tables>, shop: ShopDomain, id: string, now: Date, actor = 'app') =>
  inTransaction(db, async (transaction) => {
    const brake = await lockWaitingBrake(transaction, shop, id);
    return brake === null ? null : saveDecision(transaction, brake, {state: 'discarded', now, actor});
  });

/** What to release of a brake, and the id of the brake that keeps the rest. */
type PartToRelease = {
  readonly articleIds: readonly ArticleId[];
  readonly restId: string;
  readonly now: Date;
  readonly actor: string;
};

/**
 * Releases some articles of a brake; the others wait on in a brake of their own, under another id. Null: the brake no longer waits, or
 * not the shop's. A number: so many of the articles do not wait in it, and nothing was released.
 */
export const releasePart = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: string,
  {articleIds, restId, now, actor}: PartToRelease,
): Promise<DecidedBrake | number | null> =>
  inTransaction(db, async (transaction) => {
    const brake = await lockWaitingBrake(transaction, shop, id);
    if (brake === null) return null;
    const parts = divideBrake(brake.article_ids, articleIds);
    if (parts.kind === 'changed') return parts.missing;
    const decision = {state: 'released', now, actor, outOf: brake.article_ids.length} as const;
    const decided = await saveDecision(transaction, {...brake, article_ids: parts.released}, decision);
    if (parts.rest.length > 0) {
      const {run_id, kind, costs, created_at} = brake;
      const reason = restReason(parts.rest.length);
      const found = {article_ids: JSON.stringify(parts.rest), costs: costs === null ? null : JSON.stringify(costs)};
      const rest = {id: restId, shop, run_id, kind, reason, created_at, rest_of: brake.id, ...found};
      await transaction.insertInto('brakes').values(rest).execute();
    }
    return decided;
  });

/** Whether a part of the brake was released and the rest waits, or waited, in another one. */
export async function isDivided(db: Kysely<Tables>, shop: ShopDomain, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('brakes')
    .select('id')
    .where('shop', '=', shop)
    .where('rest_of', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The brake, locked against other decisions; null: it does not wait, or is not the shop's. */
async function lockWaitingBrake(db: Kysely<Tables>, shop: ShopDomain, id: string): Promise<Brake | null> {
  const row = await db
    .selectFrom('brakes')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type BrakeDecision = {
  readonly state: 'released' | 'discarded';
  readonly now: Date;
  readonly actor: string;
  /** How many articles the brake had, if a part of them is decided. */
  readonly outOf?: number;
};

/** Stores the decision with the brake, its articles and the audit trail. */
async function saveDecision(
  db: Kysely<Tables>,
  brake: Brake,
  {state, now, actor, outOf}: BrakeDecision,
): Promise<DecidedBrake> {
  const {id, shop, kind, article_ids: ids} = brake;
  await db
    .updateTable('brakes')
    .set({state, decided_at: now, article_ids: JSON.stringify(ids)})
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute();
  if (kind === 'cost') await decideCosts(db, brake, state === 'released' ? 'approved_cost' : 'refused_cost');
  else {
    const decided =
      kind === 'retire'
        ? {absence: state === 'released' ? ('retire' as const) : ('keep' as const)}
        : {loss: state === 'released' ? ('accept' as const) : ('keep' as const)};
    await db
      .updateTable('listings')
      .set(decided)
      .where('shop', '=', shop)
      .where(isAmongArticles('listings', shop, ids))
      .execute();
  }
  // Orders that wait for this decision become due now.
  if (kind === 'retire') await makeDueByReason(db, shop, codesFreedBy('brake'), now);
  const detail = `${kind}: ${ids.length}${outOf === undefined ? '' : ` of ${outOf}`} articles`;
  const entry = {actor, action: `brake_${state}` as const, subject: id, detail, before: 'held', after: state};
  await saveAudit(db, shop, entry, now);
  return {kind, articleIds: ids};
}

/** Stores the decision for the costs that the brake was shown with: a run over named articles may have read others since. */
async function decideCosts(
  db: Kysely<Tables>,
  {shop, article_ids: ids, costs}: Pick<Brake, 'shop' | 'article_ids' | 'costs'>,
  column: 'approved_cost' | 'refused_cost',
): Promise<void> {
  await sql`
    update listings set planned_for = null, ${sql.ref(column)} =
      coalesce((${JSON.stringify(costs ?? {})}::jsonb->>a.article_id)::bigint, a.stock_price)
    from articles a
    where listings.shop = ${shop} and a.shop = listings.shop and a.article_id = listings.article_id
      and ${isAmongArticles('listings', shop, ids)}
  `.execute(db);
}
