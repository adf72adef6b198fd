// Step two: the catalogue's pages, every night all of them, by day what was added since; then the listed articles no page showed.

import pMap from 'p-map';
import type {Article} from '#domain/catalogue/article.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadConcerning, loadUnwalkedIds, saveArticles, selectChangedIds} from '../../server/db/articles.ts';
import {recomputeChosenOf} from '../../server/db/choice.ts';
import {releaseQuarantine} from '../../server/db/quarantine.ts';
import {refreshStatistics} from '../../server/db/statistics.ts';
import {type CataloguePage, fetchArticle, fetchCataloguePages} from '../../server/supplier/catalogue.ts';
import {isMoreThanAFew, setAside, settingAside} from './article-trouble.ts';
import {giveBackMemory} from './give-back.ts';
import {enterStep} from './heartbeat.ts';
import {basisOf, type Run} from './open-run.ts';

/** `since` shows articles added on or after a date; a day's overlap covers clocks and late entries. */
const overlapMs = 24 * 3_600_000;
const concurrency = 8;
/** After so many pages their garbage is a few megabytes, and collecting it still costs next to nothing. */
const pagesBetween = 100;

export async function readCatalogue(run: Run): Promise<void> {
  await enterStep(run, 'catalogue');
  await giveBackMemory();
  const {supplier} = run.deps;
  const since = run.kind === 'daytime' ? sinceLastNight(run) : null;
  const options = {...(since ? {since} : {}), signal: run.signal};
  // Where pages shift while they are walked, an article comes twice.
  const seen = new Set<string>();
  let nameless = 0;
  let unreadable = 0;
  for await (const page of fetchCataloguePages(supplier, run.keys.catalogue, options)) {
    const before = seen.size + nameless;
    const bad = page.unreadable.filter(({id}) => id === null || !seen.has(id));
    for (const {id} of [...page.articles, ...bad]) {
      if (id === null) nameless += 1;
      else seen.add(id);
    }
    run.counts.articles += seen.size + nameless - before;
    unreadable += bad.length;
    await saveChanged(run, page.articles);
    await setAside(run, await concerning(run, page.unreadable));
    if (page.page % pagesBetween === 0) await giveBackMemory();
    await run.beat();
    run.deps.checkpoint('page-read');
  }
  judgeWalk(run, unreadable);
  await readArticles(run, await loadUnwalkedIds(run.deps.db, run.shop));
  await refreshStatistics(run.deps.db);
}

/** What of them is the merchant's trouble; of an entry without an id nobody can tell. */
async function concerning(run: Run, unreadable: CataloguePage['unreadable']): Promise<CataloguePage['unreadable']> {
  const ids = unreadable.flatMap(({id}) => id ?? []);
  const wanted = await loadConcerning(run.deps.db, run.shop, ids);
  return unreadable.filter(({id}) => id === null || wanted.has(id));
}

/** Prices and what is on sale come from elsewhere, so the run goes on; but it says so, and the night is not taken for a good one. */
function judgeWalk(run: Run, unreadable: number): void {
  const {articles} = run.counts;
  run.walked = !isMoreThanAFew(unreadable, articles);
  if (run.walked) return;
  run.notes.push(
    `${unreadable} of ${articles} articles of the supplier's catalogue could not be read: their texts and images stay as they were.`,
  );
}

/** The articles somebody named, each asked for anew. */
export async function readNamedArticles(run: Run): Promise<void> {
  await enterStep(run, 'catalogue');
  const ids = (run.only ?? []).flatMap((id) => ArticleId.safeParse(id).data ?? []);
  run.counts.articles = ids.length;
  await readArticles(run, ids);
}

function sinceLastNight(run: Run): Date | null {
  const night = run.facts.lastGoodNightAt;
  return night === null ? null : new Date(night.getTime() - overlapMs);
}

async function saveChanged(run: Run, articles: readonly Article[]): Promise<void> {
  const {db, digest, now} = run.deps;
  const hashes = articles.map((article) => ({id: article.id, hash: digest(JSON.stringify(article))}));
  const changed = await selectChangedIds(db, run.shop, hashes);
  if (changed.size === 0) return;
  // An article that comes twice in one page is what it was the second time.
  const fresh = new Map<string, {article: Article; hash: string}>();
  for (const [at, {id, hash}] of hashes.entries()) {
    const article = articles[at];
    if (article !== undefined && changed.has(id)) fresh.set(id, {article, hash});
  }
  const changedIds = [...fresh.values()].map(({article}) => article.id);
  await run.write(async (transaction) => {
    await saveArticles(transaction, run.shop, [...fresh.values()], now());
    await recomputeChosenOf(transaction, run.shop, basisOf(run), changedIds);
    await releaseQuarantine(transaction, run.shop, changedIds);
  });
}

async function readArticles(run: Run, ids: readonly ArticleId[]): Promise<void> {
  const {supplier} = run.deps;
  const readArticle = await settingAside(run);
  const unknown: ArticleId[] = [];
  const ask = async (id: ArticleId): Promise<Article | null> => {
    const article = await fetchArticle(supplier, run.keys.catalogue, id, run.signal);
    if (article === null) unknown.push(id);
    return article;
  };
  await pMap(
    ids,
    async (id) => {
      await run.beat();
      const article = await readArticle(id, () => ask(id));
      if (article !== null) await saveChanged(run, [article]);
    },
    {concurrency, signal: run.signal},
  );
  const reason = "The supplier's list names it, but the supplier's catalogue does not know this article.";
  const missed = unknown.map((id) => ({id, reason}));
  await setAside(run, await concerning(run, missed));
}
