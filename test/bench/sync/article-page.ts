// The first page of a large catalogue over HTTP, as the merchant's page asks for it: unfiltered, filtered, searched.
import {Articles} from '../../../server/http/contract/articles.ts';
import {shop} from '../../http/bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp} from '../../http/catalogue-test-app.ts';
import {engines} from '../../support/database.ts';
import {byItself, type Figure, median} from '../figure.ts';
import {fillCatalogue} from '../large-catalogue.ts';

const rounds = 5;

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
  'listed=true&sort=margin_low',
  'sort=margin_high',
  'chosen=true&sort=margin_low',
  'search=linen&sort=margin_high',
  'state=none&listed=true&sort=margin_low',
];

/** The slowest of them all, each the median of five. */
export async function measureArticlePage(scale: number): Promise<Figure> {
  const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
  const app = await openCatalogueTestApp(engine);
  try {
    const articles = Math.round(100_000 * scale);
    await fillCatalogue(app.db, shop, articles);
    const slowest = {ms: 0, question: ''};
    for (const question of questions) {
      const ms = await measure(app, question);
      if (ms > slowest.ms) Object.assign(slowest, {ms, question});
    }
    const name = `first page of ${articles} articles on ${engine}, slowest of ${questions.length} questions`;
    return byItself(`${name} (${slowest.question || 'all'})`, slowest.ms, 'ms', {atMost: 300});
  } finally {
    await app.close();
  }
}

async function measure({merchant}: CatalogueTestApp, question: string): Promise<number> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await merchant.get(`/articles?${question}`, Articles);
    readings.push(performance.now() - begun);
  }
  return median(readings);
}
