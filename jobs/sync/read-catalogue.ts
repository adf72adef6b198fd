// Step two: the catalogue's pages, every night all of them, by day what was added since; then the listed articles no page showed.

import pMap from 'p-map';
import type {Article} from '#domain/catalogue/article.ts';
import {Failure} from '#domain/failure.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadArticleHashes, loadUnwalkedIds, saveArticles} from '../../server/db/articles.ts';
import {recomputeChosenOf} from '../../server/db/choice.ts';
import {releaseQuarantine, releaseReadAgain, saveQuarantine} from '../../server/db/quarantine.ts';
import {fetchArticle, fetchCataloguePages} from '../../server/supplier/catalogue.ts';
import {enterStep} from './heartbeat.ts';
import {basisOf, type Run} from './open-run.ts';

/** `since` shows articles added on or after a date; a day's overlap covers clocks and late entries. */
const overlapMs = 24 * 3_600_000;
const concurrency = 8;

export async function readCatalogue(run: Run): Promise<void> {
  await enterStep(run, 'catalogue');
  const {supplier} = run.deps;
  const since = run.kind === 'daytime' ? sinceLastNight(run) : null;
  const options = {...(since ? {since} : {}), ...(run.signal ? {signal: run.signal} : {})};
  for await (const page of fetchCataloguePages(supplier, run.keys.catalogue, options)) {
    run.counts.articles += page.articles.length + page.unreadable.length;
    await saveChanged(run, page.articles);
    await setAside(run, page.unreadable);
    await run.beat();
    run.deps.checkpoint('page-read');
  }
  await readArticles(run, await loadUnwalkedIds(run.deps.db, run.shop));
}

/** After a walk of everything: what could not be read in earlier runs, and can be now, is in quarantine no more. */
export async function releaseReadable(run: Run): Promise<void> {
  if (run.kind !== 'daytime') await run.write((db) => releaseReadAgain(db, run.shop, run.id));
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
  const ids = articles.map(({id}) => id);
  const known = await loadArticleHashes(db, run.shop, ids);
  const hashed = new Map(
    articles.map((article) => [article.id as string, {article, hash: digest(JSON.stringify(article))}]),
  );
  const changed = [...hashed.values()].filter(({article, hash}) => known.get(article.id) !== hash);
  if (changed.length === 0) return;
  const changedIds = changed.map(({article}) => article.id);
  await run.write(async (transaction) => {
    await saveArticles(transaction, run.shop, changed, now());
    await recomputeChosenOf(transaction, run.shop, basisOf(run), changedIds);
    await releaseQuarantine(transaction, run.shop, changedIds);
  });
}

async function setAside(run: Run, unreadable: readonly {id: string | null; reason: string}[]): Promise<void> {
  if (unreadable.length === 0) return;
  run.counts.quarantined += unreadable.length;
  const entries = unreadable.map(({id, reason}) => ({articleId: id ?? '(no id)', reason, inputHash: null}));
  await run.write((transaction) => saveQuarantine(transaction, run.shop, run.id, entries, run.deps.now()));
}

async function readArticles(run: Run, ids: readonly ArticleId[]): Promise<void> {
  await pMap(ids, (id) => readArticle(run, id), {concurrency});
}

/** One article whose answer cannot be read is set aside; it stops nobody else. */
async function readArticle(run: Run, id: ArticleId): Promise<void> {
  await run.beat();
  try {
    const article = await fetchArticle(run.deps.supplier, run.keys.catalogue, id);
    if (article !== null) await saveChanged(run, [article]);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'malformed') throw error;
    await setAside(run, [{id, reason: error.message}]);
  }
}
