// Parts of runs that were stopped before damage, until the merchant decides on them (`decide-brake.ts`) or a run finds them over.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {CostChange} from '#domain/pricing/plan-cost-brake.ts';
import {isSampled} from '../catalogue/candidates.ts';
import {type ChosenArticles, currentlyChosen} from '../catalogue/choice.ts';
import {merchantJoins} from '../catalogue/defined-options.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
import type {BrakesTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type Brake = Selectable<BrakesTable>;

/**
 * At most one brake of each kind waits (stored as `held`): a later run's findings replace the earlier ones. Where the articles differ it
 * gets another id, so that a decision about the earlier ones changes nothing. A cost brake always gets another id: the costs may differ.
 */
export async function saveBrake(
  db: Kysely<Tables>,
  brake: Pick<Brake, 'id' | 'shop' | 'run_id' | 'kind' | 'reason' | 'article_ids'> & Partial<Pick<Brake, 'costs'>>,
  now: Date,
): Promise<void> {
  const costs = brake.costs == null ? null : JSON.stringify(brake.costs);
  const found = {reason: brake.reason, article_ids: JSON.stringify(brake.article_ids), costs};
  const before = await loadWaitingBrake(db, brake.shop, brake.kind);
  if (before === null) {
    const {id, shop, run_id, kind} = brake;
    await db
      .insertInto('brakes')
      .values({id, shop, run_id, kind, ...found, created_at: now})
      .execute();
    return;
  }
  const isSame = brake.kind !== 'cost' && isSameSet(before.article_ids, brake.article_ids);
  await db
    .updateTable('brakes')
    .set({...found, run_id: brake.run_id, id: isSame ? before.id : brake.id})
    .where('shop', '=', brake.shop)
    .where('id', '=', before.id)
    .where('state', '=', 'held')
    .execute();
}

/** Whether both lists have the same articles, in any order. */
function isSameSet(some: readonly ArticleId[], others: readonly ArticleId[]): boolean {
  const known = new Set(some);
  return known.size === new Set(others).size && others.every((id) => known.has(id));
}

/** Discards a waiting brake, because a run over all articles found nothing more to stop. */
export async function liftBrake(db: Kysely<Tables>, shop: ShopDomain, kind: Brake['kind'], now: Date): Promise<void> {
  await db
    .updateTable('brakes')
    .set({state: 'discarded', decided_at: now})
    .where('shop', '=', shop)
    .where('kind', '=', kind)
    .where('state', '=', 'held')
    .execute();
}

/** The brake of this kind that waits for a decision; null: none does. */
export async function loadWaitingBrake(
  db: Kysely<Tables>,
  shop: ShopDomain,
  kind: Brake['kind'],
): Promise<Brake | null> {
  const row = await db
    .selectFrom('brakes')
    .selectAll()
    .where('shop', '=', shop)
    .where('kind', '=', kind)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return row ?? null;
}

/** Approves one article's cost: the next run prices on it, as long as the supplier asks exactly this cost. False: it has no listing. */
export async function approveCost(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  cost: number,
): Promise<boolean> {
  const result = await db
    .updateTable('listings')
    .set({approved_cost: cost, refused_cost: null, planned_for: null})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes articles out of the brakes that wait: what the merchant leaves out by hand is never braked. A brake without articles is over. */
export async function takeOutOfBrakes(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  now: Date,
): Promise<void> {
  await sql`
    update brakes set article_ids = kept.ids,
      state = case when kept.ids = '[]' then 'discarded' else 'held' end, decided_at = case when kept.ids = '[]' then ${now}::timestamptz end
    from (
      select b.id, coalesce(jsonb_agg(one.id order by one.place) filter (where one.id <> all(${ids}::text[])), '[]') as ids
      from brakes b, jsonb_array_elements_text(b.article_ids) with ordinality as one(id, place)
      where b.shop = ${shop} and b.state = 'held' group by b.id
    ) as kept
    where brakes.id = kept.id and brakes.shop = ${shop} and brakes.state = 'held'
      and jsonb_array_length(kept.ids) < jsonb_array_length(brakes.article_ids)
  `.execute(db);
}

/** Removes decisions that were carried out or are no longer needed: the merchant is asked again when a product would lose something. */
export async function clearLossDecisions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<void> {
  await db
    .updateTable('listings')
    .set({loss: null})
    .where('shop', '=', shop)
    .where(isAmongArticles('listings', shop, ids))
    .execute();
}

/** Removes the decisions about articles that are listed and chosen again. */
export async function clearAbsenceDecisions(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await sql`
    update listings set absence = null from articles a
    where listings.shop = ${shop} and listings.absence is not null
      and a.shop = listings.shop and a.article_id = listings.article_id and a.listed and a.chosen
  `.execute(db);
}

/**
 * The cost that each product is priced on, and the supplier's current one, for products on sale, or drafts because of cost or price. Empty
 * if no cost changed. Products whose current cost the merchant approved or refused are left out.
 */
export async function loadCostChanges(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {join, isChosen}: ChosenArticles = currentlyChosen,
): Promise<readonly CostChange[]> {
  const moves = sql`
    from articles a ${join}
    join listings l on l.shop = a.shop and l.article_id = a.article_id ${merchantJoins}
    where a.shop = ${shop} and l.cost is not null and ${isChosen} and a.stock_price is not null
      and (l.state = 'active' or (l.state = 'held' and l.reason_code in ('cost_moved', 'price_invalid')))
      and a.stock_price is distinct from l.approved_cost and a.stock_price is distinct from l.refused_cost`;
  // Counts instead of stopping at the first match: the planner then reads both tables once, and on most nights there is no match.
  const moved = await sql<{count: number}>`select count(*)::int as count ${moves} and a.stock_price <> l.cost`.execute(
    db,
  );
  if (moved.rows[0]?.count === 0) return [];
  const {rows} = await sql<CostChange>`
    select l.article_id as "articleId", l.cost as previous, a.stock_price as next, ${isSampled} as sampled ${moves}
  `.execute(db);
  return rows;
}

/** The articles on sale for which the merchant approved or refused a cost, while the supplier's current cost is a third one. */
export async function loadUndecidedCosts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly Pick<CostChange, 'articleId' | 'previous' | 'next'>[]> {
  const {rows} = await sql<Pick<CostChange, 'articleId' | 'previous' | 'next'>>`
    select l.article_id as "articleId", l.cost as previous, a.stock_price as next
    from listings l join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.article_id = any(${ids}::text[]) and l.state = 'active' and l.cost > 0
      and a.stock_price is not null and num_nonnulls(l.approved_cost, l.refused_cost) > 0
      and a.stock_price is distinct from l.approved_cost and a.stock_price is distinct from l.refused_cost
  `.execute(db);
  return rows;
}
