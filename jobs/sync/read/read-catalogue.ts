// Step two of a run: reads all catalogue pages, or by day only articles added since the last night; then single articles that are listed
// but were on no page.

import pMap from 'p-map';
import type {Article} from '#domain/catalogue/article.ts';
import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import {describeWalkGap} from '#domain/catalogue/walk-gap.ts';
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {wordsInOtherSpelling} from '../../../server/db/catalogue/article-words.ts';
import {
  saveArticles,
  saveImageAddresses,
  selectChangedIds,
  selectChosenIds,
  selectIdsToReport,
} from '../../../server/db/catalogue/articles.ts';
import {chooseAgain} from '../../../server/db/catalogue/choose-again.ts';
import {releaseQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import {loadUnknownArticles, saveFailedAsks} from '../../../server/db/catalogue/unknown-articles.ts';
import {refreshStatistics} from '../../../server/db/connection/statistics.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import type {Deps} from '../../../server/deps.ts';
import {type CataloguePage, fetchArticle, fetchCataloguePages} from '../../../server/supplier/catalogue.ts';
import {createQuarantiningReader, exceedsUnreadableLimit, quarantineArticles} from '../article-trouble.ts';
import {toDroppedImageChanges} from '../changes.ts';
import {enterStep} from '../heartbeat.ts';
import {noteAnswer, type Run, type RunWithStore} from '../run.ts';

/** The overlap with the last night when only new articles are read; it covers clock differences and late entries. */
const overlapMs = day;
/** How many single articles are read at once. */
const articleConcurrency = 8;
/** Memory is freed each time so many pages were read, because then the garbage is a few megabytes and collecting it is cheap. */
const pagesPerCollection = 100;

/** What became of reading the catalogue. */
export type CatalogueReading = {
  /** Whether all pages were read, and all but a few of their articles could be parsed. */
  readonly walked: boolean;
};

/** Reads the catalogue's pages and saves the changed articles; then reads single articles that the list names but no page had. */
export async function readCatalogue(run: RunWithStore): Promise<CatalogueReading> {
  await enterStep(run, 'catalogue');
  await collectGarbage();
  const {supplier} = run.deps;
  const since = run.kind === 'daytime' ? sinceLastNight(run) : null;
  const options = {...(since ? {since} : {}), signal: run.signal};
  // The ids so far, because an article appears twice if pages shift meanwhile.
  const seen = new Set<string>();
  let nameless = 0;
  let unreadable = 0;
  const walk = {isWhole: since === null, total: Infinity, came: 0, emptyPages: [] as number[]};
  for await (const page of fetchCataloguePages(supplier, run.keys.catalogue, options)) {
    countPage(walk, page);
    const before = seen.size + nameless;
    const bad = page.unreadable.filter(({id}) => id === null || !seen.has(id));
    for (const {id} of [...page.articles, ...bad]) {
      if (id === null) nameless += 1;
      else seen.add(id);
    }
    run.report.count('articles', seen.size + nameless - before);
    unreadable += bad.length;
    await saveChangedArticles(run, page.articles);
    await quarantineArticles(run, await filterConcerning(run, page.unreadable));
    if (page.page === 1) await noteAnswer(run, 'catalogue');
    if (page.page % pagesPerCollection === 0) await collectGarbage();
    await run.beat();
    run.deps.checkpoint('page-read');
  }
  const walked = reportWalk(run, unreadable, describeWalkGap(walk));
  const unknown = await loadUnknownArticles(run.deps.db, run.shop, run.deps.now());
  run.report.count('quarantined', unknown.waiting.filter((id) => !seen.has(id)).length);
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
  {page, total, articles, unreadable}: CataloguePage,
): void {
  const entries = articles.length + unreadable.length;
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

/** Saves the articles that differ from the stored ones, chooses them again by the rules, and releases them from quarantine. */
async function saveChangedArticles(run: RunWithStore, articles: readonly Article[]): Promise<void> {
  const {db, digest, now} = run.deps;
  const hashes = articles.map((article) => ({
    id: article.id,
    hash: digest(JSON.stringify(toComparableArticle(article))),
  }));
  const signed = articles.filter(({images}) => images.some((address) => imageIdentity(address) !== address));
  if (signed.length > 0) await run.write((to) => saveImageAddresses(to, run.shop, signed));
  const changed = await selectChangedIds(db, run.shop, hashes);
  if (changed.size === 0) return;
  // If an article is on one page twice, the second entry counts.
  const fresh = new Map<string, {article: Article; hash: string}>();
  for (const [at, {id, hash}] of hashes.entries()) {
    const article = articles[at];
    if (article !== undefined && changed.has(id)) fresh.set(id, {article, hash});
  }
  const changedIds = [...fresh.values()].map(({article}) => article.id);
  await run.write(async (transaction) => {
    await saveArticles(transaction, run.shop, [...fresh.values()], now());
    await chooseAgain(transaction, run.shop, changedIds);
    await saveDroppedImages(transaction, run, [...fresh.values()]);
    await releaseQuarantine(transaction, run.shop, changedIds);
  });
}

/**
 * The article in the form whose hash shows whether it changed: image addresses without their signatures, which differ in every answer, and
 * dropped images by their reasons. With spellings of words, so that it is stored again if a new version of this program changes them.
 */
function toComparableArticle(article: Article): object {
  const {images, droppedImages} = article;
  const dropped = droppedImages === undefined ? {} : {droppedImages: droppedImages.map(({reason}) => reason)};
  const words = wordsInOtherSpelling(article);
  return {...article, images: images.map(imageIdentity), ...dropped, ...(words === '' ? {} : {words})};
}

/** Records dropped images in the history, only for chosen articles, because much of a catalogue may have unusable addresses. */
async function saveDroppedImages(
  transaction: Deps['db'],
  run: Run,
  fresh: readonly {readonly article: Article}[],
): Promise<void> {
  const having = fresh.filter(({article}) => article.droppedImages !== undefined);
  const ids = having.map(({article}) => article.id);
  const chosen = await selectChosenIds(transaction, run.shop, ids);
  const changes = having.flatMap(({article}) => (chosen.has(article.id) ? toDroppedImageChanges(article) : []));
  await saveRunChanges(transaction, run, changes, run.deps.now());
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
 * Frees memory, which the engine would otherwise keep as long as the machine has room, because a worker shares its machine. Does nothing
 * without `--expose-gc`, which `npm run worker` sets.
 */
async function collectGarbage(): Promise<void> {
  await globalThis.gc?.({type: 'major', execution: 'async'});
}
