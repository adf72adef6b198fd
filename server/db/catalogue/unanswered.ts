// Chosen articles about whose colour or size an order would ask, because the supplier states none and nothing else decides it
// (`planWords`). Narrow indexes find them among a hundred thousand; the rest is decided by the functions of the domain.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {OptionName, StatedOptions} from '#domain/options/defined-options.ts';
import {exactSize} from '#domain/orders/exact-size.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type AnswerOption, isAnswerAbout} from '#domain/standing-answers.ts';
import {wordKey} from '#domain/words/same-word.ts';
import type {Tables} from '../tables/tables.ts';

/** The settings that answer for articles. */
export type AnswerSettings = Pick<Settings['orders'], 'standingAnswers' | 'standingColour' | 'standingSize'>;

/** An option, and the settings that may answer for it. */
export type Unanswered = {readonly option: OptionName; readonly answers: AnswerSettings};

export const answerOptionOf = (option: OptionName): AnswerOption => (option === 'sizes' ? 'size' : 'colour');

/** The answer for all articles; null: there is none. */
const answerForAll = ({option, answers}: Unanswered): string | null =>
  option === 'sizes' ? answers.standingSize : answers.standingColour;

/** SQL conditions for an article `a`: a chosen one about whose option an order would ask. */
export async function unansweredConditions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  asked: Unanswered,
): Promise<RawBuilder<boolean>[]> {
  if (answerForAll(asked) !== null) return [sql<boolean>`false`];
  const {option, answers} = asked;
  const given = answers.standingAnswers.filter((answer) => isAnswerAbout(answerOptionOf(option), answer));
  const ids = given.flatMap(({articleId}) => articleId ?? []);
  const categories = given.flatMap(({articleId, category}) =>
    articleId === null && category !== null ? category : [],
  );
  return [
    isUnstated(option),
    ...(ids.length === 0 ? [] : [sql<boolean>`a.article_id <> all(${ids}::text[])`]),
    ...(await beyondCategories(db, shop, option, categories)),
    ...(option === 'sizes' ? [await isTextUnclear(db, shop)] : []),
    sql<boolean>`not exists (select from article_options o where o.shop = a.shop and o.article_id = a.article_id
      and jsonb_array_length(o.${sql.ref(option)}) > 0)`,
  ];
}

/** SQL condition, as the partial indexes have it: a chosen article of which the supplier states no word for the option. */
const isUnstated = (option: OptionName): RawBuilder<boolean> =>
  option === 'sizes'
    ? sql<boolean>`a.listed and a.chosen and a.no_sizes`
    : sql<boolean>`a.listed and a.chosen and a.no_colours`;

/** The condition that the article is in none of these categories, in any spelling; none for no categories. */
async function beyondCategories(
  db: Kysely<Tables>,
  shop: ShopDomain,
  option: OptionName,
  categories: readonly string[],
): Promise<RawBuilder<boolean>[]> {
  if (categories.length === 0) return [];
  const keys = new Set(categories.map(wordKey));
  const {rows} = await sql<{name: string}>`
    select distinct a.category as name from articles a where a.shop = ${shop} and ${isUnstated(option)}`.execute(db);
  const spellings = rows.flatMap(({name}) => (keys.has(wordKey(name)) ? [name] : []));
  return [sql<boolean>`a.category <> all(${spellings}::text[])`];
}

/** The condition that the text about sizes does not name exactly one size (`exactSize`). Each text is looked at once. */
async function isTextUnclear(db: Kysely<Tables>, shop: ShopDomain): Promise<RawBuilder<boolean>> {
  const {rows} = await sql<{text: string; unit: string}>`
    select a.size_text as text, coalesce(a.unit_text, '') as unit from articles a
    where a.shop = ${shop} and ${isUnstated('sizes')} and a.size_text <> '' group by 1, 2`.execute(db);
  const clear = rows.filter(({text, unit}) => exactSize(text, unit) !== null);
  const [texts, units] = [clear.map(({text}) => text), clear.map(({unit}) => unit)];
  return sql<boolean>`not exists (select from unnest(${texts}::text[], ${units}::text[]) as clear (text, unit)
    where clear.text = a.size_text and clear.unit = coalesce(a.unit_text, ''))`;
}

const fromUnanswered = (shop: ShopDomain, conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  sql`from articles a where ${sql.join([sql<boolean>`a.shop = ${shop}`, ...conditions], sql` and `)}`;

/** How many articles there are about whose option an order would ask. */
export async function countUnanswered(db: Kysely<Tables>, shop: ShopDomain, asked: Unanswered): Promise<number> {
  if (answerForAll(asked) !== null) return 0;
  const from = fromUnanswered(shop, await unansweredConditions(db, shop, asked));
  const {rows} = await sql<{count: number}>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many unanswered articles of a category have the same texts about the option; of a text about sizes its first 100 characters. */
export type TextCount = Pick<UnansweredArticle, 'category' | 'sizeText' | 'unit' | 'colours'> & {
  readonly articles: number;
};

/** The same by category and by what the catalogue's texts say about the option. */
export async function countUnansweredTexts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  asked: Unanswered,
): Promise<readonly TextCount[]> {
  const from = fromUnanswered(shop, await unansweredConditions(db, shop, asked));
  const texts =
    asked.option === 'sizes'
      ? sql`coalesce(a.size_text, '') as "sizeText", coalesce(a.unit_text, '') as unit, '[]'::jsonb as colours`
      : sql`'' as "sizeText", '' as unit, coalesce(a.data->'colours', '[]') as colours`;
  const {rows} = await sql<TextCount>`
    select a.category, ${texts}, count(*)::int as articles ${from} group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** An unanswered article with the texts that may propose an answer; `stock`: the colours and sizes that the supplier states. */
export type UnansweredArticle = {
  readonly id: ArticleId;
  readonly name: string;
  readonly category: string;
  readonly sizeText: string;
  readonly unit: string;
  readonly colours: readonly string[];
  readonly stock: StatedOptions;
};

/** Unanswered articles in the order of their ids. @param ids only these; null: all. */
export async function loadUnanswered(
  db: Kysely<Tables>,
  shop: ShopDomain,
  asked: Unanswered,
  ids: readonly ArticleId[] | null,
  {after, limit}: {readonly after: string; readonly limit: number},
): Promise<readonly UnansweredArticle[]> {
  const conditions = [
    ...(await unansweredConditions(db, shop, asked)),
    ...(ids === null ? [] : [sql<boolean>`a.article_id = any(${ids}::text[])`]),
    sql<boolean>`a.article_id > ${after}`,
  ];
  const {rows} = await sql<UnansweredArticle>`
    select a.article_id as id, a.name, a.category, ${optionTextColumns},
      jsonb_build_object('colours', a.stock->'colours', 'sizes', a.stock->'sizes') as stock ${fromUnanswered(shop, conditions)}
    order by a.article_id limit ${limit}`.execute(db);
  return rows;
}

/** SQL columns: the texts of the article `a` from which sizes and colours are proposed. */
export const optionTextColumns = sql`coalesce(a.data->>'sizes', '') as "sizeText", coalesce(a.data->>'unit', '') as unit,
  coalesce(a.data->'colours', '[]') as colours`;

/** How many articles are chosen and listed. */
export async function countChosen(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from articles a where a.shop = ${shop} and a.listed and a.chosen`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many chosen articles the supplier was not asked about yet, as far as their colours and sizes are known. */
export async function countUnread(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from articles a
    where a.shop = ${shop} and a.listed and a.chosen and a.no_sizes is null`.execute(db);
  return rows[0]?.count ?? 0;
}
