// Computes which articles are chosen, from the rules, the manual choices and the articles' fields. The result is stored until one changes.
import {createHash} from 'node:crypto';
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {type ArticleForChoice, type Choice, createChooser, rulesUseMargin} from '#domain/catalogue/choice-rule.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {decidingPrices} from '#domain/pricing/pricing-settings.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
import {retireLowered} from '../listings/off-sale.ts';
import {recreateProducts} from '../listings/recreate-deleted.ts';
import type {Shop} from '../shops/shops.ts';
import type {Tables} from '../tables/tables.ts';
import {mapInSlices} from './in-slices.ts';

/** The inputs of a choice besides the article itself. */
export type ChoiceBasis = {readonly settings: Pick<Settings, 'choice' | 'pricing'>; readonly store: PriceStore};

/** The settings, with the facts of the shop's store. */
export const toChoiceBasis = (
  settings: ChoiceBasis['settings'],
  shop: Pick<Shop, 'currency' | 'taxesIncluded'>,
): ChoiceBasis => ({settings, store: toPriceStore(shop)});

/** Shopify's facts about the store. Until Shopify has answered, no currency is trusted. */
export const toPriceStore = ({currency, taxesIncluded}: Pick<Shop, 'currency' | 'taxesIncluded'>): PriceStore => ({
  currency: currency ?? 'unknown',
  taxesIncluded: taxesIncluded ?? true,
});

/** What a choice reads of an article. */
export type ChoiceInput = Omit<ArticleForChoice, 'marginPercent'> & {
  /** Euro cents: the recommended retail price in the catalogue; null: none. */
  readonly rrp: number | null;
  /** The fees that `a=stock` states. */
  readonly shipping: StockReading['shipping'] | null;
};

/**
 * An article with the inputs of its choice, and its stored choice: `by` is the id of the rule that chose it, or 'hand'; null: not chosen.
 */
type ChoiceRow = ChoiceInput & {readonly id: ArticleId; readonly chosen: boolean; readonly by: string | null};

/** How a statement about the articles `a` finds the chosen ones: `isChosen` is the condition, `join` adds what the condition reads. */
export type ChosenArticles = {readonly join: RawBuilder<unknown>; readonly isChosen: RawBuilder<boolean>};

/** The articles of the stored choice. */
export const currentlyChosen: ChosenArticles = {join: sql``, isChosen: sql<boolean>`(a.listed and a.chosen)`};

/** SQL value, euro cents: the cost of article `a` from `a=stock`, else its price in the list. */
export const costColumn: RawBuilder<number | null> = sql<number | null>`coalesce(a.stock_price, a.list_price)`;

/** Articles that one statement reads. */
const batchSize = 5_000;

/** Fingerprint of the inputs of `articles.chosen`: the rules, and with rules by margin the prices and the store's facts. */
export function choiceFingerprint({settings, store}: ChoiceBasis): string {
  const prices = rulesUseMargin(settings.choice) ? [decidingPrices(settings.pricing), store] : null;
  return digestOf([choiceVersion, settings.choice, prices]);
}

/** Raise this number when the code chooses other articles by the same rules. */
const choiceVersion = 2;

/** Fingerprint of the merchant's own part of a choice. The store's facts are left out, since they are never confirmed. */
export function rulesFingerprint({settings}: Pick<ChoiceBasis, 'settings'>): string {
  return digestOf([settings.choice, rulesUseMargin(settings.choice) ? decidingPrices(settings.pricing) : null]);
}

/** A SHA-256 digest of any value. */
const digestOf = (from: unknown): string => createHash('sha256').update(JSON.stringify(from)).digest('hex');

/** Recomputes all of the shop's articles if rules or prices changed since the last time; returns true if they did. */
export async function refreshChosen(db: Kysely<Tables>, shop: ShopDomain, basis: ChoiceBasis): Promise<boolean> {
  const wanted = choiceFingerprint(basis);
  const row = await db.selectFrom('shops').select('chosen_for').where('shop', '=', shop).executeTakeFirst();
  if (row === undefined || row.chosen_for === wanted) return false;
  await recomputeChosen(db, shop, basis);
  return true;
}

/** Decides again on every article of the shop, in batches. Writes only changed choices, and stores what they were made for. */
export async function recomputeChosen(db: Kysely<Tables>, shop: ShopDomain, basis: ChoiceBasis): Promise<void> {
  const choiceOf = createArticleChooser(basis);
  for await (const batch of loadChoiceRows(db, shop, rulesUseMargin(basis.settings.choice))) {
    await saveChoices(db, shop, choiceOf, batch);
  }
  await db
    .updateTable('shops')
    .set({chosen_for: choiceFingerprint(basis)})
    .where('shop', '=', shop)
    .execute();
}

/**
 * Recomputes these articles after their facts, cost, fees or manual choice changed.
 * @param costs used for these articles instead of the supplier's current costs.
 */
export async function recomputeChosenOf(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: ChoiceBasis,
  ids: readonly ArticleId[],
  costs: ReadonlyMap<ArticleId, number> = new Map(),
): Promise<void> {
  const choose = createArticleChooser(basis);
  const choiceOf = (row: ChoiceRow) => choose({...row, cost: costs.get(row.id) ?? row.cost});
  for (let at = 0; at < ids.length; at += batchSize) {
    const margin = rulesUseMargin(basis.settings.choice);
    await saveChoices(db, shop, choiceOf, await loadChoiceBatch(db, shop, margin, '', ids.slice(at, at + batchSize)));
  }
}

/**
 * Chooses articles by hand, leaves them out by hand, or (null) returns them to the rules; returns how many of `ids` the shop has. An
 * article whose product was deleted only comes back when it is chosen by hand.
 */
export async function saveManualChoice(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  hand: 'picked' | 'left_out' | null,
  basis: ChoiceBasis,
): Promise<number> {
  const result = await db
    .updateTable('articles')
    .set({hand})
    .where('shop', '=', shop)
    .where(isAmongArticles('articles', shop, ids))
    .executeTakeFirst();
  if (hand !== 'left_out') await retireLowered(db, shop, ids);
  if (hand === 'picked') await recreateProducts(db, shop, ids);
  await recomputeChosenOf(db, shop, basis, ids);
  return Number(result.numUpdatedRows);
}

/** Facts of every article with its current choice, for computing another one. */
async function* loadChoiceRows(
  db: Kysely<Tables>,
  shop: ShopDomain,
  margin: boolean,
): AsyncGenerator<readonly ChoiceRow[]> {
  let after = '';
  for (;;) {
    const rows = await loadChoiceBatch(db, shop, margin, after, null);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** Articles after the id `after`, in the order of their ids, at most `batchSize`; only those of `ids` unless it is null. */
async function loadChoiceBatch(
  db: Kysely<Tables>,
  shop: ShopDomain,
  margin: boolean,
  after: string,
  ids: readonly ArticleId[] | null,
): Promise<readonly ChoiceRow[]> {
  const {rows} = await sql<ChoiceRow>`
    select ${choiceColumns(margin)}
    from articles a
    where shop = ${shop} and article_id > ${after} and (${ids}::text[] is null or article_id = any(${ids}::text[]))
    order by article_id limit ${batchSize}
  `.execute(db);
  return rows;
}

/** The columns of article `a` that a choice reads. @param margin whether a rule asks for the margin, which needs the shipping fees. */
const choiceColumns = (margin: boolean): RawBuilder<ChoiceRow> => sql<ChoiceRow>`
  a.article_id as id, a.brand, a.category, a.has_image as "hasImage", a.on_request as "onRequest", a.hand, a.chosen,
  a.chosen_by as by, ${costColumn} as cost, a.rrp, ${margin ? sql`a.stock->'shipping'` : sql`null::jsonb`} as shipping`;

/** Returns the function that decides on one article at these settings; the only place that applies the rules to articles. */
export function createArticleChooser(basis: ChoiceBasis): (row: ChoiceInput) => Choice {
  const choose = createChooser(basis.settings.choice);
  return (row) => {
    let margin: number | null | undefined;
    return choose({
      ...row,
      // Computed only where a rule asks for it, and once.
      get marginPercent() {
        if (margin === undefined) margin = marginPercentOf(row, basis);
        return margin;
      },
    });
  };
}

/** The margin at the price that rules and general settings calculate, in percent; null: it has no cost or no price. */
function marginPercentOf(row: ChoiceInput, {settings, store}: ChoiceBasis): number | null {
  const {cost, rrp, shipping} = row;
  if (cost === null) return null;
  // By the price of the rules: an own price neither brings its article into the store nor takes it out.
  const priced = toPrice(cost, rrp, {...row, shipping: shipping ?? {}, ownPrice: null}, settings.pricing, store);
  return priced.kind === 'price' ? priced.marginPercent : null;
}

/** Decides on these articles, and writes the choices that changed. */
async function saveChoices(
  db: Kysely<Tables>,
  shop: ShopDomain,
  choiceOf: (row: ChoiceRow) => Choice,
  rows: readonly ChoiceRow[],
): Promise<void> {
  const choices = await mapInSlices(rows, (row) => ({row, choice: choiceOf(row)}));
  const changed = choices
    .filter(({row, choice}) => choice.chosen !== row.chosen || choice.by !== row.by)
    .map(({row, choice}) => ({id: row.id, ...choice}));
  for (const group of Map.groupBy(changed, ({chosen, by}) => JSON.stringify([chosen, by])).values()) {
    const [{chosen, by} = {chosen: false, by: null}] = group;
    await db
      .updateTable('articles')
      .set({chosen, chosen_by: by})
      .where('shop', '=', shop)
      .where(
        isAmongArticles(
          'articles',
          shop,
          group.map(({id}) => id),
        ),
      )
      .execute();
  }
}
