// Step two: reads all catalogue pages, by day only articles added since the last night; then the listed articles that no page showed.

import pMap from 'p-map';
import type {Article} from '#domain/catalogue/article.ts';
import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import {describeWalkGap} from '#domain/catalogue/walk-gap.ts';
import {day} from '#domain/durations.ts';
import type {ArticleId} from '#domain/ids.ts';
import {wordsInOtherSpelling} from '../../../server/db/catalogue/article-words.ts';
import {
  loadConcerning,
  saveArticles,
  saveImageAddresses,
  selectChangedIds,
  selectChosenIds,
} from '../../../server/db/catalogue/articles.ts';
import {chooseAgain} from '../../../server/db/catalogue/choose-again.ts';
import {releaseQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import {loadUnknownArticles, saveAskedInVain} from '../../../server/db/catalogue/unknown-articles.ts';
import {refreshStatistics} from '../../../server/db/connection/statistics.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import type {Deps} from '../../../server/deps.ts';
import {type CataloguePage, fetchArticle, fetchCataloguePages} from '../../../server/supplier/catalogue.ts';
import {isMoreThanAFew, setAside, settingAside} from '../article-trouble.ts';
import {toDroppedImages} from '../changes.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';

/** `since` returns articles added on or after a date; a day's overlap covers clock differences and late entries. */
const overlapMs = day;
const concurrency = 8;
/** After this many pages the garbage is a few megabytes, and collecting it is still cheap. */
const pagesBetween = 100;

export type CatalogueReading = {
  /** All pages were read, and all but a few of their articles could be parsed. */
  readonly walked: boolean;
};

export async function readCatalogue(run: RunWithStore): Promise<CatalogueReading> {
  await enterStep(run, 'catalogue');
  await collectGarbage();
  const {supplier} = run.deps;
  const since = run.kind === 'daytime' ? sinceLastNight(run) : null;
  const options = {...(since ? {since} : {}), signal: run.signal};
  // If pages shift during the walk, an article appears twice.
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
    await saveChanged(run, page.articles);
    await setAside(run, await concerning(run, page.unreadable));
    if (page.page % pagesBetween === 0) await collectGarbage();
    await run.beat();
    run.deps.checkpoint('page-read');
  }
  const walked = judgeWalk(run, unreadable, describeWalkGap(walk));
  const unknown = await loadUnknownArticles(run.deps.db, run.shop, run.deps.now());
  run.report.count('quarantined', unknown.waiting.filter((id) => !seen.has(id)).length);
  await readArticles(run, unknown.due);
  await refreshStatistics(run.deps.db);
  return {walked};
}

/** Unreadable entries that concern the merchant; an entry without an id always does. */
async function concerning(run: Run, unreadable: CataloguePage['unreadable']): Promise<CataloguePage['unreadable']> {
  const ids = unreadable.flatMap(({id}) => id ?? []);
  const wanted = await loadConcerning(run.deps.db, run.shop, ids);
  return unreadable.filter(({id}) => id === null || wanted.has(id));
}

function countPage(
  walk: {total: number; came: number; readonly emptyPages: number[]},
  {page, total, articles, unreadable}: CataloguePage,
): void {
  const entries = articles.length + unreadable.length;
  walk.total = Math.min(walk.total, total);
  walk.came += entries;
  if (entries === 0) walk.emptyPages.push(page);
}

/** Prices and availability come from other requests, so the run goes on. It reports the gap, and the night counts as missed. */
function judgeWalk({report}: Run, unreadable: number, gap: string | null): boolean {
  const {articles} = report.counts;
  if (gap !== null) report.note(gap);
  if (!isMoreThanAFew(unreadable, articles)) return gap === null;
  report.note(
    `${unreadable} of ${articles} articles of the supplier's catalogue could not be read: their texts and images stay as they were.`,
  );
  return false;
}

export async function readNamedArticles(run: RunWithStore): Promise<void> {
  await enterStep(run, 'catalogue');
  const ids = run.only ?? [];
  run.report.count('articles', ids.length);
  await readArticles(run, ids);
}

function sinceLastNight(run: Run): Date | null {
  const night = run.facts.lastGoodNightAt;
  return night === null ? null : new Date(night.getTime() - overlapMs);
}

async function saveChanged(run: RunWithStore, articles: readonly Article[]): Promise<void> {
  const {db, digest, now} = run.deps;
  const hashes = articles.map((article) => ({id: article.id, hash: digest(JSON.stringify(comparable(article)))}));
  const signed = articles.filter(({images}) => images.some((address) => imageIdentity(address) !== address));
  if (signed.length > 0) await run.write((to) => saveImageAddresses(to, run.shop, signed));
  const changed = await selectChangedIds(db, run.shop, hashes);
  if (changed.size === 0) return;
  // If an article appears twice in one page, the second entry counts.
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
 * Signed addresses change with every answer but name the same images. Images left out are compared by their reasons. Words in another
 * spelling are part of it, so that an article is stored again where a new version of this program spells them in another way.
 */
function comparable(article: Article): object {
  const {images, droppedImages} = article;
  const dropped = droppedImages === undefined ? {} : {droppedImages: droppedImages.map(({reason}) => reason)};
  const words = wordsInOtherSpelling(article);
  return {...article, images: images.map(imageIdentity), ...dropped, ...(words === '' ? {} : {words})};
}

/** Recorded when first seen, and only for chosen articles: much of a catalogue may have unusable image addresses. */
async function saveDroppedImages(
  transaction: Deps['db'],
  run: Run,
  fresh: readonly {readonly article: Article}[],
): Promise<void> {
  const having = fresh.filter(({article}) => article.droppedImages !== undefined);
  const ids = having.map(({article}) => article.id);
  const chosen = await selectChosenIds(transaction, run.shop, ids);
  const changes = having.flatMap(({article}) => (chosen.has(article.id) ? toDroppedImages(article) : []));
  await saveRunChanges(transaction, run, changes, run.deps.now());
}

async function readArticles(run: RunWithStore, ids: readonly ArticleId[]): Promise<void> {
  const {supplier} = run.deps;
  const readArticle = await settingAside(run);
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
    else await saveChanged(run, [article]);
  };
  try {
    await pMap(ids, readOne, {concurrency, signal: run.signal});
  } finally {
    if (inVain.length > 0) await run.write((to) => saveAskedInVain(to, run.shop, inVain, run.deps.now()));
  }
  const reason = "The supplier's list names it, but the supplier's catalogue does not know this article.";
  const missed = unknown.map((id) => ({id, reason}));
  await setAside(run, await concerning(run, missed));
}

/**
 * A walk leaves memory that the engine keeps as long as the machine has room. A worker shares its machine, so it frees that
 * memory from time to time. Does nothing without `--expose-gc`, which `npm run worker` sets.
 */
async function collectGarbage(): Promise<void> {
  await globalThis.gc?.({type: 'major', execution: 'async'});
}
