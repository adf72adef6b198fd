// The list of articles as a file for spreadsheets: all pages of what is shown, filtered and sorted alike.
import {Router} from 'express';
import type {CsvCell} from '#domain/csv.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {eur, toDecimal} from '#domain/money.ts';
import {loadShop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {type ArticleRow, ArticlesQuery} from '../../contract/articles.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';
import {parseInput} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {type ArticlesRequest, loadArticlesPage} from '../articles.ts';

/** Articles that are read at a time: many, because a page of a search finds all its matches again. */
const articlesAtOnce = 2_000;

export function articlesFileRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/articles.csv', async (req, res) => {
    const shop = shopOf(res);
    const query = {...parseInput(ArticlesQuery, req.query), cursor: undefined, limit: articlesAtOnce};
    const currency = (await loadShop(db, shop))?.currency ?? null;
    const day = new Date().toISOString().slice(0, 10);
    await sendCsvFile(res, `articles-${day}.csv`, headings, readLines({db}, shop, query, currency));
  });
  return router;
}

const headings = [
  'article',
  'sku',
  'name',
  'brand',
  'category',
  'at the supplier',
  'chosen',
  'by hand',
  'state',
  'why',
  'edited',
  'cost EUR',
  'price',
  'expected price',
  'left per piece',
  'worst zone',
  'margin %',
  'currency',
];

/** All articles of the query, page by page. @param currency the store's; null: not read yet, so no price is stated. */
async function* readLines(
  deps: Pick<Deps, 'db'>,
  shop: ShopDomain,
  query: ArticlesRequest,
  currency: string | null,
): AsyncGenerator<readonly CsvCell[][]> {
  let cursor: string | undefined;
  do {
    const page = await loadArticlesPage(deps, shop, {...query, cursor});
    yield page.articles.map((article) => toLine(article, currency));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function toLine(article: ArticleRow, currency: string | null): CsvCell[] {
  const {id, sku, name, brand, category, listed, chosen, hand, state, quarantine, reason, edited, cost, left} = article;
  const amount = (minor: number | null | undefined) =>
    minor == null || currency === null ? null : Number(toDecimal({minor, currency}));
  return [
    id,
    sku,
    name,
    brand,
    category,
    listed,
    chosen,
    hand,
    state,
    quarantine ?? reason,
    edited,
    cost === null ? null : Number(toDecimal(eur(cost))),
    amount(article.price),
    amount(article.expectedPrice),
    amount(left?.left),
    left?.zone ?? null,
    left?.marginPercent ?? null,
    currency,
  ];
}
