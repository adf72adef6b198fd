// Saves the articles of a page that differ from the stored ones, and by which digests the page's items are known.
import type {Article} from '#domain/catalogue/article.ts';
import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import type {ArticleId} from '#domain/ids.ts';
import {wordsInOtherSpelling} from '../../../server/db/catalogue/article-words.ts';
import {
  saveArticles,
  saveImageAddresses,
  selectChangedIds,
  selectChosenIds,
} from '../../../server/db/catalogue/articles.ts';
import {chooseAgain} from '../../../server/db/catalogue/choose-again.ts';
import {releaseQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import {type ReadItem, saveKnownItems} from '../../../server/db/known-items/known-items.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import type {Deps} from '../../../server/deps.ts';
import {toDroppedImageChanges} from '../changes.ts';
import type {Run, RunWithStore} from '../run.ts';
import type {ComparedPage} from './page-memory.ts';

/** Saves the articles that differ from the stored ones, chooses them again by the rules, and releases them from quarantine. */
export async function saveChangedArticles(run: RunWithStore, articles: readonly Article[]): Promise<void> {
  await saveItems(run, articles, () => []);
}

/** Saves the articles of a page, and by which digests its items are known from now on. */
export async function saveReadItems(run: RunWithStore, page: ComparedPage): Promise<void> {
  if (page.articles.length === 0 && page.unreadable.length === 0) return;
  await saveItems(run, page.articles, (isSignedAnew) => itemsToRemember(page, isSignedAnew));
}

/**
 * Does what `saveChangedArticles` does, and saves what is to be remembered of the items.
 * @param toRemember is told which articles have signed addresses that were not stored before.
 */
async function saveItems(
  run: RunWithStore,
  articles: readonly Article[],
  toRemember: (isSignedAnew: (article: Article) => boolean) => readonly ReadItem[],
): Promise<void> {
  const {db, digest, now} = run.deps;
  const hashes = articles.map((article) => ({
    id: article.id,
    hash: digest(JSON.stringify(toComparableArticle(article))),
  }));
  const signed = articles.filter(hasSignedImages);
  const moved =
    signed.length > 0 ? await run.write((to) => saveImageAddresses(to, run.shop, signed)) : new Set<ArticleId>();
  const changed = await selectChangedIds(db, run.shop, hashes);
  const items = toRemember((article) => hasSignedImages(article) && (moved.has(article.id) || changed.has(article.id)));
  if (changed.size === 0 && items.length === 0) return;
  // If an article is on one page twice, the second entry counts.
  const fresh = new Map<string, {article: Article; hash: string}>();
  for (const [at, {id, hash}] of hashes.entries()) {
    const article = articles[at];
    if (article !== undefined && changed.has(id)) fresh.set(id, {article, hash});
  }
  const changedIds = [...fresh.values()].map(({article}) => article.id);
  await run.write(async (transaction) => {
    if (changedIds.length > 0) {
      await saveArticles(transaction, run.shop, [...fresh.values()], now());
      await chooseAgain(transaction, run.shop, changedIds);
      await saveDroppedImages(transaction, run, [...fresh.values()]);
      await releaseQuarantine(transaction, run.shop, changedIds);
    }
    // After the articles, because a change of a record takes its digest away.
    await saveKnownItems(transaction, run.shop, items);
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

/** Whether one of the addresses may have a signature: then it may differ in every answer, and the newest one must be stored. */
const hasSignedImages = ({images}: Article): boolean => images.some((address) => imageIdentity(address) !== address);

/**
 * The items by which the shop does not know these articles yet: of each article its last one, which is what is stored of it. Where its
 * addresses were signed again it is left out, because its next item most likely differs too.
 */
function itemsToRemember(
  {articles, unreadable, digests, digestsOf, isKnown}: ComparedPage,
  isSignedAnew: (article: Article) => boolean,
): readonly ReadItem[] {
  const last = new Map(articles.map((article) => [article.id, article]));
  const read = [...last.values()].flatMap((article): ReadItem[] => {
    const digest = digests.get(article);
    if (digest === undefined || digest === digestsOf.get(article.id) || isSignedAnew(article)) return [];
    return [{digest, id: article.id, reason: null}];
  });
  const bad = unreadable.flatMap((item): [string, ReadItem][] => {
    const digest = digests.get(item);
    return digest === undefined || isKnown(digest) ? [] : [[digest, {digest, ...item}]];
  });
  return [...read, ...new Map(bad).values()];
}
