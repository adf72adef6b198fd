// Step two of a run: reads all catalogue pages, or by day only articles added since the last night; then single articles that are listed
// but were on no page.

import pMap from 'p-map';
import type {Article} from '#domain/catalogue/article.ts';
import {describeWalkGap} from '#domain/catalogue/walk-gap.ts';
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {selectIdsToReport} from '../../../server/db/catalogue/articles.ts';
import {loadUnknownArticles, saveFailedAsks} from '../../../server/db/catalogue/unknown-articles.ts';
import {refreshStatistics} from '../../../server/db/connection/statistics.ts';
import {type CataloguePage, fetchArticle, fetchCataloguePages} from '../../../server/supplier/catalogue.ts';
import {createQuarantiningReader, exceedsUnreadableLimit, quarantineArticles} from '../article-trouble.ts';
import {enterStep} from '../heartbeat.ts';
import {noteAnswer, type Run, type RunWithStore} from '../run.ts';
import {type ComparedPage, createPageMemory} from './page-memory.ts';
import {saveChangedArticles, saveReadItems} from './save-articles.ts';

/** The overlap with the last night when only new articles are read; it covers clock differences and late entries. */
const overlapMs = day;
/** How many single articles are read at once. */
const articleConcurrency = 8;
/** Memory is freed each time the process has read so many pages, of whichever shops; each time costs about as much as reading 20. */
const pagesPerCollection = 100;
let pagesSinceCollection = 0;

/** What became of reading the catalogue. */
export type CatalogueReading = {
  /** Whether all pages were read, and all but a few of their articles could be parsed. */
  readonly walked: boolean;
};

/** Reads the catalogue's pages and saves the changed articles; then reads single articles that the list names but no page had. */
export async function readCatalogue(run: RunWithStore): Promise<CatalogueReading> {
  await enterStep(run, 'catalogue');
  const {supplier} = run.deps;
  const since = run.kind === 'daytime' ? sinceLastNight(run) : null;
  const options = {...(since ? {since} : {}), signal: run.signal};
  const memory = await createPageMemory(run);
  let unreadable = 0;
  const walk = {isWhole: since === null, total: Infinity, came: 0, emptyPages: [] as number[]};
  for await (const page of fetchCataloguePages(supplier, run.keys.catalogue, {...options, isKnown: memory.isKnown})) {
    const compared = await memory.compare(page);
    countPage(walk, page, compared);
    run.report.count('articles', compared.fresh);
    unreadable += compared.bad.length;
    await saveReadItems(run, compared);
    await quarantineArticles(run, await filterConcerning(run, compared.unreadable));
    if (page.page === 1) await noteAnswer(run, 'catalogue');
    await collectGarbage();
    await run.beat();
    run.deps.checkpoint('page-read');
  }
  const walked = reportWalk(run, unreadable, describeWalkGap(walk));
  if (walked && since === null) await memory.forgetGone();
  const unknown = await loadUnknownArticles(run.deps.db, run.shop, run.deps.now());
  run.report.count('quarantined', unknown.waiting.filter((id) => !memory.hasParsed(id)).length);
  await readArticles(run, unknown.due);
  await refreshStatistics(run.deps.db);
  return {walked};
}

/** Filters unreadable entries to those that concern the merchant; an entry without an id always does. */
async function filterConcerning(
  run: Run,
  unreadable: CataloguePage['unreadable'],
): Promise<CataloguePage['unreadable']> {
  const ids = unreadable.flatMap(({id}) => id ?? []);
  const wanted = await selectIdsToReport(run.deps.db, run.shop, ids);
  return unreadable.filter(({id}) => id === null || wanted.has(id));
}

/** Adds one page to the numbers from which a gap in the catalogue is recognised. */
function countPage(
  walk: {total: number; came: number; readonly emptyPages: number[]},
  {page, total}: CataloguePage,
  {unchanged, articles, unreadable}: ComparedPage,
): void {
  const entries = unchanged + articles.length + unreadable.length;
  walk.total = Math.min(walk.total, total);
  walk.came += entries;
  if (entries === 0) walk.emptyPages.push(page);
}

/**
 * Reports gaps in the catalogue; returns whether the catalogue counts as read. The run continues in any case, because prices come from
 * other requests.
 * @param gap a sentence about missing pages or entries; null: none.
 */
function reportWalk({report}: Run, unreadable: number, gap: string | null): boolean {
  const {articles} = report.counts;
  if (gap !== null) report.note(gap);
  if (!exceedsUnreadableLimit(unreadable, articles)) return gap === null;
  report.note(
    `${unreadable} of ${articles} articles of the supplier's catalogue could not be read: their texts and images stay as they were.`,
  );
  return false;
}

/** Reads the articles to which the run is limited. */
export async function readNamedArticles(run: RunWithStore): Promise<void> {
  await enterStep(run, 'catalogue');
  const ids = run.only ?? [];
  run.report.count('articles', ids.length);
  await readArticles(run, ids);
}

/** From when a daytime run reads new articles; null: no nightly run was complete yet, so it reads all pages. */
function sinceLastNight(run: Run): Date | null {
  const night = run.facts.lastGoodNightAt;
  return night === null ? null : new Date(night.getTime() - overlapMs);
}

/** Reads single articles from the catalogue. An article that the catalogue does not know is quarantined if the merchant is concerned. */
async function readArticles(run: RunWithStore, ids: readonly ArticleId[]): Promise<void> {
  const {supplier} = run.deps;
  const readArticle = await createQuarantiningReader(run);
  const unknown: ArticleId[] = [];
  const inVain: ArticleId[] = [];
  const ask = async (id: ArticleId): Promise<Article | null> => {
    const article = await fetchArticle(supplier, run.keys.catalogue, id, run.signal);
    if (article === null) unknown.push(id);
    return article;
  };
  const readOne = async (id: ArticleId): Promise<void> => {
    await run.beat();
    const article = await readArticle(id, () => ask(id));
    if (article === null) inVain.push(id);
    else await saveChangedArticles(run, [article]);
  };
  try {
    await pMap(ids, readOne, {concurrency: articleConcurrency, signal: run.signal});
  } finally {
    if (inVain.length > 0) await run.write((to) => saveFailedAsks(to, run.shop, inVain, run.deps.now()));
  }
  const reason = "The supplier's list names it, but the supplier's catalogue does not know this article.";
  const missed = unknown.map((id) => ({id, reason}));
  await quarantineArticles(run, await filterConcerning(run, missed));
}

/**
 * Frees memory once enough pages were read. The engine would otherwise keep it as long as the machine has room, and a worker shares its
 * machine. Does nothing without `--expose-gc`, which `npm run worker` sets.
 */
async function collectGarbage(): Promise<void> {
  pagesSinceCollection += 1;
  if (pagesSinceCollection < pagesPerCollection) return;
  pagesSinceCollection = 0;
  await globalThis.gc?.({type: 'major', execution: 'async'});
}
