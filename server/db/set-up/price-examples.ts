// Three of the articles that go into the store, on which a merchant sees what a price does.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {costColumn, currentlyChosen} from '../catalogue/choice.ts';
import type {Tables} from '../tables/tables.ts';

export type PriceExample = {
  readonly articleId: ArticleId;
  readonly name: string;
  readonly brand: string;
  /** Address of the article's first picture; null: it has none. */
  readonly picture: string | null;
};

/** Which chosen articles are shown, sorted by cost: one near the cheapest, the middle one, and one near the dearest. */
const shares = [0.1, 0.5, 0.9];

/** Three chosen articles that can be priced, the cheapest first; those with a picture, if any has one. Fewer where fewer are chosen. */
export async function loadPriceExamples(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly PriceExample[]> {
  const {rows} = await sql<PriceExample>`
    with pictured as (
      select a.article_id, a.has_image, ${costColumn} as cost from articles a
      where a.shop = ${shop} and ${currentlyChosen.isChosen} and not a.on_request and ${costColumn} > 0
    ), sorted as (
      select article_id, row_number() over (order by cost, article_id) as place, count(*) over () as all_places
      from pictured where has_image = (select bool_or(has_image) from pictured)
    )
    select s.article_id as "articleId", p.name, p.brand, p.data->'images'->>0 as picture
    from sorted s join articles p on p.shop = ${shop} and p.article_id = s.article_id
    where s.place in (select ceil(s.all_places * share) from unnest(${shares}::float8[]) as share)
    order by s.place
  `.execute(db);
  return rows;
}
