// Finds which articles proposed rules choose, without writing anything. Articles that the rules cannot tell apart are decided as one group,
// so that a hundred thousand articles need not be read one by one.
import {type RawBuilder, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {type ArticleForChoice, type ChoiceRule, rulesUseMargin} from '#domain/catalogue/choice-rule.ts';
import type {NotOfferedListing} from '#domain/catalogue/off-sale/choose-retirements.ts';
import {type ChosenArticles, costColumn, createArticleChooser} from '../db/catalogue/choice.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {isKeptOnSale} from '../db/listings/listings-to-retire.ts';
import type {PreviewBasis, PreviewContext} from './plans.ts';

/** What proposed settings choose, and which listings would no longer be offered. */
export type ProposedChoice = {
  /** How a statement about articles finds those that the proposed settings choose. */
  readonly chosen: ChosenArticles;
  /**
   * Active and drafted listings whose article the rules do not choose, or the supplier no longer lists; none the merchant wants to keep.
   */
  readonly notOffered: readonly NotOfferedListing[];
};

/**
 * Decides which articles the proposed settings choose, and stores in `work.sum` how many articles are listed and chosen. Null when the
 * caller no longer waits.
 */
export async function chooseProposed(work: PreviewContext): Promise<ProposedChoice | null> {
  const {sum, basis, signal} = work;
  const keys = toGroupKeys(basis);
  const groups = await loadArticleGroups(work, keys);
  if (signal?.aborted) return null;
  const choiceOf = createArticleChooser(basis);
  const choices = await mapInSlices(groups, (group) => choiceOf(toChoiceInput(group)).chosen);
  const proposed = groups.filter((_, at) => choices[at]);
  sum.articles = sumArticles(groups);
  sum.chosen = sumArticles(proposed);
  const chosen = proposed.length === groups.length ? allListed : toChosenArticles(proposed, keys);
  return {chosen, notOffered: await loadNotOffered(work, chosen)};
}

/** Finds every listed article; used when the proposed settings choose all of them. */
const allListed: ChosenArticles = {join: sql``, isChosen: sql<boolean>`a.listed`};

/** An SQL value by which the rules tell articles apart. Never null, so that a join can compare it. */
type GroupKey = {
  readonly name: 'hand' | 'brand' | 'category' | 'hasImage' | 'onRequest' | 'range' | 'cost' | 'rrp' | 'shipping';
  readonly type: 'text' | 'boolean' | 'bigint' | 'int';
  readonly value: RawBuilder<unknown>;
};

/** A group of articles with equal keys; keys that the rules do not use are missing. */
type ArticleGroup = {
  /** Whether the merchant picked the articles or left them out by hand; empty: neither. */
  readonly hand: Exclude<ArticleForChoice['hand'], null> | '';
  readonly brand?: string;
  readonly category?: string;
  readonly hasImage?: boolean;
  readonly onRequest?: boolean;
  /** The number of the range between two of `costLimits` in which the cost lies; -1: the cost is not known. */
  readonly range?: number;
  /** Euro cents, where a rule needs the exact cost; a very low number: no cost is stated. */
  readonly cost?: number;
  /** Euro cents: the recommended retail price, where a rule needs it; a very low number: none is stated. */
  readonly rrp?: number;
  /** The fees that `a=stock` states, as JSON text; empty: none are stated. */
  readonly shipping?: string;
  /** Euro cents: the lowest cost in the group; null: the supplier states none. */
  readonly lowestCost: number | null;
  /** Euro cents: the lowest recommended retail price in the group; null: the supplier states none. */
  readonly lowestRrp: number | null;
  /** How many articles the group has. */
  readonly articles: number;
};

/** How many articles these groups have together. */
const sumArticles = (groups: readonly ArticleGroup[]): number => groups.reduce((sum, {articles}) => sum + articles, 0);

/** Stands for "no amount stated"; less than any amount. */
const noAmountSql = sql.lit(Number.MIN_SAFE_INTEGER);

/** The keys that the proposed settings need to tell articles apart. */
function toGroupKeys({settings: {choice, pricing}}: PreviewBasis): readonly GroupKey[] {
  const asks = (fact: (rule: ChoiceRule) => boolean) => choice.some(fact);
  const margin = rulesUseMargin(choice);
  const prices = (words: 'brands' | 'categories') => margin && pricing.rules.some((rule) => rule[words].length > 0);
  const limits = costLimits(choice);
  const all: readonly (readonly [isNeeded: boolean, GroupKey])[] = [
    [true, {name: 'hand', type: 'text', value: sql`coalesce(a.hand, '')`}],
    [asks(({brands}) => brands.length > 0) || prices('brands'), {name: 'brand', type: 'text', value: sql`a.brand`}],
    [
      asks(({categories}) => categories.length > 0) || prices('categories'),
      {name: 'category', type: 'text', value: sql`a.category`},
    ],
    [asks(({hasImage}) => hasImage !== null), {name: 'hasImage', type: 'boolean', value: sql`a.has_image`}],
    [asks(({onRequest}) => onRequest !== null), {name: 'onRequest', type: 'boolean', value: sql`a.on_request`}],
    [
      limits.length > 0 && !margin,
      {name: 'range', type: 'int', value: sql`coalesce(width_bucket(${costColumn}, ${limits}::bigint[]), -1)`},
    ],
    [margin, {name: 'cost', type: 'bigint', value: sql`coalesce(${costColumn}, ${noAmountSql})`}],
    [margin, {name: 'rrp', type: 'bigint', value: sql`coalesce(a.rrp, ${noAmountSql})`}],
    [
      margin && pricing.carryZone !== undefined,
      {name: 'shipping', type: 'text', value: sql`coalesce((a.stock->'shipping')::text, '')`},
    ],
  ];
  return all.flatMap(([isNeeded, key]) => (isNeeded ? [key] : []));
}

/** The costs at which a rule may decide otherwise. A rule includes both its limits, so it changes at `costFrom` and after `costTo`. */
const costLimits = (choice: readonly ChoiceRule[]): readonly number[] =>
  [
    ...new Set(choice.flatMap(({costFrom, costTo}) => [costFrom ?? [], costTo === null ? [] : costTo + 1].flat())),
  ].toSorted((one, other) => one - other);

/** Groups the shop's listed articles by these keys. */
async function loadArticleGroups(
  {db, shop}: PreviewContext,
  keys: readonly GroupKey[],
): Promise<readonly ArticleGroup[]> {
  const columns = keys.map(({name, value}) => sql`${value} as ${sql.ref(name)}`);
  const {rows} = await sql<ArticleGroup>`
    select ${sql.join(columns)}, min(${costColumn}) as "lowestCost", min(a.rrp) as "lowestRrp", count(*)::int as articles
    from articles a where a.shop = ${shop} and a.listed
    group by ${sql.join(keys.map((_, at) => sql.lit(at + 1)))}
  `.execute(db);
  return rows;
}

/** A group as the input of the choice. Where the exact cost or recommended price decides, all articles of a group have the same. */
const toChoiceInput = ({
  hand,
  brand,
  category,
  hasImage,
  onRequest,
  shipping,
  lowestCost,
  lowestRrp,
}: ArticleGroup) => ({
  hand: hand === '' ? null : hand,
  brand: brand ?? '',
  category: category ?? '',
  hasImage: hasImage ?? false,
  onRequest: onRequest ?? false,
  cost: lowestCost,
  rrp: lowestRrp,
  shipping: shipping === undefined || shipping === '' ? null : (JSON.parse(shipping) as StockReading['shipping']),
});

/** The SQL that finds the articles of `groups`. A left join: for an inner join on so many keys the planner uses slow nested loops. */
function toChosenArticles(groups: readonly ArticleGroup[], keys: readonly GroupKey[]): ChosenArticles {
  const arrays = keys.map(({name, type}) => sql`${groups.map((group) => group[name])}::${sql.raw(type)}[]`);
  const same = keys.map(({name, value}) => sql`${sql.ref(`proposed.${name}`)} = ${value}`);
  const join = sql`
    left join (select *, true as chosen from unnest(${sql.join(arrays)}) as each (${sql.join(keys.map(({name}) => sql.ref(name)))}))
      as proposed on ${sql.join(same, sql` and `)}`;
  return {join, isChosen: sql<boolean>`(a.listed and coalesce(proposed.chosen, false))`};
}

/** Active and drafted listings whose article is not chosen, without those that the merchant wants to keep (`isKeptOnSale`). */
async function loadNotOffered(
  {db, shop}: PreviewContext,
  {join, isChosen}: ChosenArticles,
): Promise<readonly NotOfferedListing[]> {
  const {rows} = await sql<Omit<NotOfferedListing, 'chosen'>>`
    with chosen as (select a.article_id from articles a ${join} where a.shop = ${shop} and ${isChosen})
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed,
      coalesce(l.absence = 'retire', false) as released, coalesce(a.hand = 'left_out', false) as "leftOut"
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.part = '' and l.state in ('active', 'held') and not ${isKeptOnSale}
      and not exists (select from chosen where chosen.article_id = l.article_id)
    order by l.article_id
  `.execute(db);
  return rows.map((row) => ({...row, chosen: false}));
}
