// Which articles proposed rules choose, without writing anything. Articles that the rules cannot tell apart are decided together, so that a
// hundred thousand of them need not be read one by one.
import {type RawBuilder, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {asksForMargin, type ChoiceFacts, type ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import type {NotOffered} from '#domain/catalogue/off-sale/choose-retirements.ts';
import {type ChosenArticles, chooserOf, costColumn} from '../db/catalogue/choice.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {isKeptOnSale} from '../db/listings/listings-to-retire.ts';
import type {PreviewBasis, PreviewWork} from './plans.ts';

export type ProposedChoice = {
  readonly chosen: ChosenArticles;
  /** The products on sale or drafted that are left out, or no longer listed. */
  readonly notOffered: readonly NotOffered[];
};

/** Null when the caller no longer waits. Counts the listed articles and the chosen ones. */
export async function chooseProposed(work: PreviewWork): Promise<ProposedChoice | null> {
  const {sum, basis, signal} = work;
  const keys = toKeys(basis);
  const groups = await loadGroups(work, keys);
  if (signal?.aborted) return null;
  const choiceOf = chooserOf(basis);
  const choices = await mapInSlices(groups, (group) => choiceOf(toInput(group)).chosen);
  const proposed = groups.filter((_, at) => choices[at]);
  sum.articles = countOf(groups);
  sum.chosen = countOf(proposed);
  const chosen = proposed.length === groups.length ? everyListed : toChosen(proposed, keys);
  return {chosen, notOffered: await loadNotOffered(work, chosen)};
}

const everyListed: ChosenArticles = {join: sql``, isChosen: sql<boolean>`a.listed`};

/** What tells articles apart under the rules. Never null, so that a join can look it up. */
type Key = {
  readonly name: 'hand' | 'brand' | 'category' | 'hasImage' | 'onRequest' | 'range' | 'cost' | 'rrp' | 'shipping';
  readonly type: 'text' | 'boolean' | 'bigint' | 'int';
  readonly value: RawBuilder<unknown>;
};

/** Articles that are alike; keys that the rules do not use are missing. */
type Group = {
  readonly hand: Exclude<ChoiceFacts['hand'], null> | '';
  readonly brand?: string;
  readonly category?: string;
  readonly hasImage?: boolean;
  readonly onRequest?: boolean;
  readonly range?: number;
  readonly cost?: number;
  readonly rrp?: number;
  readonly shipping?: string;
  /** Null where the supplier states none. */
  readonly lowestCost: number | null;
  readonly lowestRrp: number | null;
  readonly articles: number;
};

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, {articles}) => sum + articles, 0);

/** Less than any amount: none is stated. */
const noAmount = sql.lit(Number.MIN_SAFE_INTEGER);

function toKeys({settings: {choice, pricing}}: PreviewBasis): readonly Key[] {
  const asks = (fact: (rule: ChoiceRule) => boolean) => choice.some(fact);
  const margin = asksForMargin(choice);
  const prices = (words: 'brands' | 'categories') => margin && pricing.rules.some((rule) => rule[words].length > 0);
  const limits = costLimits(choice);
  const all: readonly (readonly [isNeeded: boolean, Key])[] = [
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
    [margin, {name: 'cost', type: 'bigint', value: sql`coalesce(${costColumn}, ${noAmount})`}],
    [margin, {name: 'rrp', type: 'bigint', value: sql`coalesce(a.rrp, ${noAmount})`}],
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

async function loadGroups({db, shop}: PreviewWork, keys: readonly Key[]): Promise<readonly Group[]> {
  const columns = keys.map(({name, value}) => sql`${value} as ${sql.ref(name)}`);
  const {rows} = await sql<Group>`
    select ${sql.join(columns)}, min(${costColumn}) as "lowestCost", min(a.rrp) as "lowestRrp", count(*)::int as articles
    from articles a where a.shop = ${shop} and a.listed
    group by ${sql.join(keys.map((_, at) => sql.lit(at + 1)))}
  `.execute(db);
  return rows;
}

/** Where the exact cost or recommended price decides, all of a group have the same. */
const toInput = ({hand, brand, category, hasImage, onRequest, shipping, lowestCost, lowestRrp}: Group) => ({
  hand: hand === '' ? null : hand,
  brand: brand ?? '',
  category: category ?? '',
  hasImage: hasImage ?? false,
  onRequest: onRequest ?? false,
  cost: lowestCost,
  rrp: lowestRrp,
  shipping: shipping === undefined || shipping === '' ? null : (JSON.parse(shipping) as StockReading['shipping']),
});

/** A left join: from an inner join on so many keys the planner expects no articles, and chooses nested loops, which are slow. */
function toChosen(groups: readonly Group[], keys: readonly Key[]): ChosenArticles {
  const arrays = keys.map(({name, type}) => sql`${groups.map((group) => group[name])}::${sql.raw(type)}[]`);
  const same = keys.map(({name, value}) => sql`${sql.ref(`proposed.${name}`)} = ${value}`);
  const join = sql`
    left join (select *, true as chosen from unnest(${sql.join(arrays)}) as each (${sql.join(keys.map(({name}) => sql.ref(name)))}))
      as proposed on ${sql.join(same, sql` and `)}`;
  return {join, isChosen: sql<boolean>`(a.listed and coalesce(proposed.chosen, false))`};
}

/** Live listings whose article is not among the chosen ones, without those the merchant wants to keep. */
async function loadNotOffered(
  {db, shop}: PreviewWork,
  {join, isChosen}: ChosenArticles,
): Promise<readonly NotOffered[]> {
  const {rows} = await sql<Omit<NotOffered, 'chosen'>>`
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
