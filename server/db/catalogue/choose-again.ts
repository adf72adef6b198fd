// Chooses articles again after an answer of the supplier, by the rules and prices that are stored now: a run may have begun with others.
// The shop is locked meanwhile, so a merchant's save waits, and the choice that it computes comes last. While stored settings cannot be
// read, the rules are not known, and the choice stays.
import {type Kysely, sql} from 'kysely';
import {rulesUseCost} from '#domain/catalogue/choice-rule.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {hasCostMoved} from '#domain/pricing/plan-cost-brake.ts';
import {loadShop, loadStoredSettings} from '../shops/shops.ts';
import type {Tables} from '../tables/tables.ts';
import {type ChoiceBasis, recomputeChosenOf, toChoiceBasis} from './choice.ts';

/**
 * Decides again on these articles by the stored rules. Call it in a transaction. A product on sale whose cost moved far is decided at the
 * cost that its price was calculated from, until the brake on costs lets the move through (`chooseAtNewCosts`) or the merchant approves the
 * new cost: else an article with a wrong cost would be retired before the brake sees it.
 */
export async function chooseAgain(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const basis = await lockChoiceBasis(db, shop);
  if (basis !== null) await recomputeChosenOf(db, shop, basis, ids, await loadCostsBefore(db, shop, ids));
}

/** Like `chooseAgain`, after `a=stock` stated another price or other fees; does nothing if no rule asks for the cost. */
export async function chooseRepriced(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  if (ids.length === 0) return;
  const basis = await lockChoiceBasis(db, shop);
  if (basis === null || !rulesUseCost(basis.settings.choice)) return;
  await recomputeChosenOf(db, shop, basis, ids, await loadCostsBefore(db, shop, ids));
}

/**
 * Chooses products on sale at their new costs, once the brake on costs has decided. Also those of an earlier run that did not get so far,
 * and those whose cost the merchant has approved since.
 * @param kept the articles whose prices wait for the brake. An article with a refused cost keeps its price as well.
 * @param only of these articles; null: of all.
 */
export async function chooseAtNewCosts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {kept, only}: {readonly kept: ReadonlySet<string>; readonly only: readonly ArticleId[] | null},
): Promise<void> {
  const basis = await lockChoiceBasis(db, shop);
  if (basis === null || !rulesUseCost(basis.settings.choice)) return;
  const moves = (await loadLargeCostMoves(db, shop, only)).filter(
    (move) => !move.isRefused && !kept.has(move.articleId),
  );
  const ids = moves.map(({articleId}) => articleId);
  await recomputeChosenOf(db, shop, basis, ids);
}

/** Locks the shop's row for other changes, and loads the basis of its choice; null: there is no shop, or its settings cannot be read. */
async function lockChoiceBasis(db: Kysely<Tables>, shop: ShopDomain): Promise<ChoiceBasis | null> {
  await db.selectFrom('shops').select('shop').where('shop', '=', shop).forShare().execute();
  const facts = await loadShop(db, shop);
  const {settings, isReadable} = await loadStoredSettings(db, shop);
  return facts === null || !isReadable ? null : toChoiceBasis(settings, facts);
}

/** The costs that prices were calculated from, only of articles whose cost has moved far since and whose new cost is not approved. */
async function loadCostsBefore(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, number>> {
  const moves = await loadLargeCostMoves(db, shop, ids);
  return new Map(moves.flatMap((move) => (move.isApproved ? [] : [[move.articleId, move.previous]])));
}

/** A product whose cost moved far since its last pricing. */
type LargeCostMove = {
  readonly articleId: ArticleId;
  /** Euro cents: the cost that the product's price was calculated from. */
  readonly previous: number;
  /** Euro cents: the supplier's cost now. */
  readonly next: number;
  /** The merchant approved exactly the supplier's cost of now. */
  readonly isApproved: boolean;
  /** The merchant refused exactly the supplier's cost of now. */
  readonly isRefused: boolean;
};

/** Chosen products on sale whose cost moved far (`hasCostMoved`) from the cost that their price was calculated from. */
async function loadLargeCostMoves(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[] | null,
): Promise<LargeCostMove[]> {
  const {rows} = await sql<LargeCostMove>`
    select l.article_id as "articleId", l.cost as previous, a.stock_price as next,
      a.stock_price is not distinct from l.approved_cost as "isApproved",
      a.stock_price is not distinct from l.refused_cost as "isRefused"
    from listings l join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.state = 'active' and l.cost > 0 and a.chosen and a.stock_price <> l.cost
      and (${ids}::text[] is null or l.article_id = any(${ids}::text[]))
  `.execute(db);
  return rows.filter(hasCostMoved);
}
