// Some of the articles that proposed rules choose, with their pictures, so that a merchant sees what comes into the store.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import type {Tables} from '../db/tables/tables.ts';

/** A chosen article as its picture shows it. */
export type ExampleArticle = {
  readonly articleId: ArticleId;
  readonly name: string;
  readonly brand: string;
  /** Address of the article's first picture. */
  readonly picture: string;
};

/** How many articles are shown. */
const mostExamples = 12;
/** Among how many articles they are looked for: enough to show several brands, few enough to end the search early. */
const articlesLookedAt = 600;

/** Some chosen articles with a picture: in turn one of each brand among the first that are found. */
export async function loadExamples(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {join, isChosen}: ChosenArticles,
): Promise<readonly ExampleArticle[]> {
  const {rows} = await sql<ExampleArticle>`
    with found as (
      select a.article_id, a.brand from articles a ${join}
      where a.shop = ${shop} and a.has_image and ${isChosen} limit ${articlesLookedAt}
    ), turns as (
      select article_id, brand, row_number() over (partition by brand order by article_id) as turn from found
    ), shown as (
      select article_id, turn from turns order by turn, brand, article_id limit ${mostExamples}
    )
    select s.article_id as "articleId", p.name, p.brand, p.data->'images'->>0 as picture
    from shown s join articles p on p.shop = ${shop} and p.article_id = s.article_id
    where p.data->'images'->>0 is not null
    order by s.turn, p.brand, s.article_id
  `.execute(db);
  return rows;
}
