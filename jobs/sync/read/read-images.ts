// Step seven: checks the images that Shopify fetches asynchronously. A failed image is retried alone; it never stops a product.
import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import {toImageAlt} from '#domain/catalogue/to-product.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {loadArticle} from '../../../server/db/catalogue/articles.ts';
import {
  loadArticlesOfUnplacedMedia,
  loadPendingMedia,
  type PendingMedia,
  saveMedia,
  saveMediaStates,
  savePlacedMedia,
} from '../../../server/db/listings/listing-media.ts';
import {loadListings} from '../../../server/db/listings/listings.ts';
import type {Deps} from '../../../server/deps.ts';
import {placeLate} from '../../../server/shopify/products/match-files.ts';
import {fetchMedia, retryImage} from '../../../server/shopify/products/product-media.ts';
import {fetchFiles} from '../../../server/shopify/products/products.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run} from '../run.ts';

const batchSize = 250;

export async function readImages(run: Run): Promise<void> {
  if (run.kind === 'preview') return;
  await enterStep(run, 'images');
  try {
    await readPendingImages({...run.deps, admin: run.admin}, run.shop, run.beat);
  } catch (error) {
    // A failure does not fail the run: all else is done, and the schedule reads the images again.
    if (!(error instanceof Failure)) throw error;
    run.log.warn({err: error}, 'images could not be read back');
  }
}

/**
 * Looks for images that the answer to a write left out, then reads the state of every image that Shopify was still processing. The schedule
 * repeats this while there are such images.
 */
export async function readPendingImages(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  beat: () => Promise<void> = async () => {},
): Promise<void> {
  await placeLateImages({db, admin, now}, shop, beat);
  let after: PendingMedia | null = null;
  for (;;) {
    const pending: readonly PendingMedia[] = await loadPendingMedia(db, shop, after, batchSize);
    const last = pending.at(-1);
    if (last === undefined) return;
    const found = await fetchMedia(
      admin,
      shop,
      pending.map(({gid}) => gid),
    );
    // If Shopify no longer knows an image, it was deleted, and there is nothing more to read.
    const states = pending.map(({gid}) => ({gid, ...(found.get(gid) ?? gone)}));
    await saveMediaStates(db, shop, states, now());
    await beat();
    after = last;
  }
}

/** Images the store's answer had left out. A run may write the same products meanwhile, so only what is still missing is saved. */
async function placeLateImages(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  beat: () => Promise<void>,
): Promise<void> {
  const ids = await loadArticlesOfUnplacedMedia(db, shop, batchSize);
  for (const [articleId, {productGid, media}] of await loadListings(db, shop, ids)) {
    const files = productGid === null ? null : await fetchFiles(admin, shop, productGid);
    if (files !== null) await savePlacedMedia(db, shop, articleId, placeLate(media, files), now());
    await beat();
  }
}

const gone = {state: 'ready', reason: null} as const;

/** Retries the failed images of the named articles one by one. */
export async function retryImages(run: Run): Promise<void> {
  await enterStep(run, 'images');
  const listings = await loadListings(run.deps.db, run.shop, run.only ?? []);
  for (const [articleId, {productGid, media}] of listings) {
    if (productGid === null) continue;
    const retried: KnownMedia[] = [];
    const {addresses, alt} = await loadImages(run, articleId);
    for (const known of media) {
      const image = {...known, url: addresses.get(imageIdentity(known.url)) ?? known.url};
      if (image.state !== 'failed') {
        retried.push(image);
        continue;
      }
      await run.beat();
      const outcome = await retryImage(run.admin, run.shop, productGid, image, alt);
      run.report.count('writes');
      if (outcome.kind === 'missing') break;
      retried.push(outcome.kind === 'done' ? outcome.media : {...image, reason: outcome.reason});
    }
    if (retried.length < media.length || media.length === 0) continue;
    await run.write((db) => saveMedia(db, run.shop, articleId, retried, run.deps.now()));
  }
}

/** The newest address of each image of the article: a signed address that failed weeks ago may have expired. */
async function loadImages(
  {deps, shop}: Run,
  id: ArticleId,
): Promise<{readonly addresses: ReadonlyMap<string, string>; readonly alt: string}> {
  const article = await loadArticle(deps.db, shop, id);
  const addresses = new Map(article?.data?.images.map((address) => [imageIdentity(address), address]));
  return {addresses, alt: toImageAlt(article?.data ?? {id, name: ''}, article?.stock?.colours ?? [])};
}
