// A large catalogue, written straight into the database: words, brands and categories that searches can tell apart.
import {type Kysely, sql} from 'kysely';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {saveArticles} from '../../server/db/catalogue/articles.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {anArticle} from '../domain/builders.ts';

const batchSize = 1_000;

export async function fillCatalogue(db: Kysely<Tables>, shop: ShopDomain, articles: number): Promise<void> {
  for (let at = 0; at < articles; at += batchSize) await fill(db, shop, at, Math.min(articles, at + batchSize));
  // As Postgres does by itself within a minute after so many rows came.
  await sql`vacuum analyze articles, listings`.execute(db);
}

const stuffs = ['Linen', 'Cotton', 'Wool', 'Silk', 'Denim', 'Leather'];
const things = ['shirt', 'trousers', 'dress', 'coat', 'scarf', 'belt', 'boots'];

async function fill(db: Kysely<Tables>, shop: ShopDomain, from: number, to: number): Promise<void> {
  const now = new Date();
  const numbers = Array.from({length: to - from}, (_, index) => from + index);
  const idOf = (number: number) => ArticleId.parse(`A-${String(number).padStart(6, '0')}`);
  const listed = numbers.filter((number) => number % 20 !== 0);
  await saveListedArticles(
    db,
    shop,
    listed.map((number) => ({id: idOf(number), price: 1_000 + (number % 5_000)})),
    now,
  );
  const articles = numbers.map((number) => ({article: toArticle(number, idOf(number)), hash: String(number)}));
  await saveArticles(db, shop, articles, now);
  await db
    .updateTable('articles')
    .set({chosen: true})
    .where('shop', '=', shop)
    .where('article_id', 'in', listed.filter((number) => number % 10 === 1).map(idOf))
    .execute();
  const tied = numbers
    .filter((number) => number % 50 === 1)
    .map((number) => ({
      shop,
      article_id: idOf(number),
      state: number % 250 === 1 ? ('held' as const) : ('active' as const),
      reason_code: number % 250 === 1 ? ('below_floor' as const) : null,
      cost: 1_000 + (number % 5_000),
      price: 3_000 + (number % 7_000),
      created_at: now,
      updated_at: now,
    }));
  if (tied.length > 0) await db.insertInto('listings').values(tied).execute();
}

const toArticle = (number: number, id: ArticleId) =>
  anArticle({
    id,
    sku: `SKU-${number}`,
    brand: `Brand ${number % 400}`,
    category: `Category ${number % 60}`,
    name: `${stuffs[number % stuffs.length]} ${things[number % things.length]} no. ${number}`,
    description: `A description that goes on for a while, as descriptions do. `.repeat(8),
    images: number % 7 === 0 ? [] : [`https://img.example/${number}/1.jpg`, `https://img.example/${number}/2.jpg`],
    pricing: number % 50 === 3 ? 'on_request' : 'fixed',
  });
