// The first page of a large catalogue over HTTP, as the merchant's page asks for it: unfiltered, filtered, searched.
import {sql} from 'kysely';
import {ArticleId} from '#domain/ids.ts';
import {saveListed} from '../../../server/db/article-list.ts';
import {saveArticles} from '../../../server/db/articles.ts';
import {Articles} from '../../../server/http/contract/articles.ts';
import {anArticle} from '../../domain/builders.ts';
import {shop} from '../../http/bare-app.ts';
import {openStage, type Stage} from '../../http/catalogue-stage.ts';
import {engines} from '../../support/database.ts';
import {byItself, type Figure, median} from '../figure.ts';

const rounds = 5;
const batchSize = 1_000;

/** Common words and rare ones, filters that hold for nearly all, a few and none. */
const questions = [
  '',
  'search=linen',
  'search=linen%20shirt%20brand',
  'search=sku-77',
  'search=nothing-is-called-so',
  'brand=Brand%207',
  'category=Category%207&hasImage=true',
  'listed=true',
  'chosen=true',
  'chosen=false&hasImage=false',
  'onRequest=true&listed=true',
  'state=held',
  'held=below_floor&search=wool',
  'state=none&listed=true',
  'edited=true',
  'quarantined=true',
];

/** The slowest of them all, each the median of five. */
export async function measureArticlePage(scale: number): Promise<Figure> {
  const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
  const stage = await openStage(engine);
  try {
    const articles = Math.round(100_000 * scale);
    for (let at = 0; at < articles; at += batchSize) await fill(stage, at, Math.min(articles, at + batchSize));
    // As Postgres does by itself within a minute after so many rows came.
    await sql`vacuum analyze articles, listings`.execute(stage.db);
    const slowest = {ms: 0, question: ''};
    for (const question of questions) {
      const ms = await measure(stage, question);
      if (ms > slowest.ms) Object.assign(slowest, {ms, question});
    }
    const name = `first page of ${articles} articles on ${engine}, slowest of ${questions.length} questions`;
    return byItself(`${name} (${slowest.question || 'all'})`, slowest.ms, 'ms', {atMost: 300});
  } finally {
    await stage.close();
  }
}

async function measure({merchant}: Stage, question: string): Promise<number> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await merchant.get(`/articles?${question}`, Articles);
    readings.push(performance.now() - begun);
  }
  return median(readings);
}

const stuffs = ['Linen', 'Cotton', 'Wool', 'Silk', 'Denim', 'Leather'];
const things = ['shirt', 'trousers', 'dress', 'coat', 'scarf', 'belt', 'boots'];

async function fill({db}: Stage, from: number, to: number): Promise<void> {
  const now = new Date();
  const numbers = Array.from({length: to - from}, (_, index) => from + index);
  const idOf = (number: number) => ArticleId.parse(`A-${String(number).padStart(6, '0')}`);
  const listed = numbers.filter((number) => number % 20 !== 0);
  await saveListed(
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
      reason_code: number % 250 === 1 ? 'below_floor' : null,
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
