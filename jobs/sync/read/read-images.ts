// Step seven of a run: checks whether Shopify could fetch the images, which it does asynchronously. A failed image does not stop its
// product.
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
import {matchLateImages} from '../../../server/shopify/products/match-files.ts';
import {fetchMediaStates, retryImage} from '../../../server/shopify/products/product-media.ts';
import {fetchProductFiles} from '../../../server/shopify/products/products.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run} from '../run.ts';

/** How many images are read with one request. */
const batchSize = 250;

/** Reads the state of images that Shopify was still processing, as a step of a run. A preview skips it. */
export async function readImages(run: Run): Promise<void> {
  if (run.kind === 'preview') return;
  await enterStep(run, 'images');
  try {
    await readPendingImages({...run.deps, admin: run.admin}, run.shop, run.beat);
  } catch (error) {
    // A failure here does not fail the run, because all else is done and the schedule reads the images again.
    if (!(error instanceof Failure)) throw error;
    run.log.warn({err: error}, 'images could not be read back');
  }
}

/**
 * Finds the files of images that Shopify's answer to a write left out, then reads the state of every image that Shopify was still
 * processing. The schedule repeats this while there are such images.
 */
export async function readPendingImages(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  beat: () => Promise<void> = async () => {},
): Promise<void> {
  await saveLateImages({db, admin, now}, shop, beat);
  let after: PendingMedia | null = null;
  for (;;) {
    const pending: readonly PendingMedia[] = await loadPendingMedia(db, shop, after, batchSize);
    const last = pending.at(-1);
    if (last === undefined) return;
    const found = await fetchMediaStates(
      admin,
      shop,
      pending.map(({gid}) => gid),
    );
    // An image that Shopify no longer knows was deleted, so it needs no further reading.
    const states = pending.map(({gid}) => ({gid, ...(found.get(gid) ?? deletedImageState)}));
    await saveMediaStates(db, shop, states, now());
    await beat();
    after = last;
  }
}

/** Saves the files of images that Shopify's answer had left out, if they are still missing: a run may write the same products meanwhile. */
async function saveLateImages(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  beat: () => Promise<void>,
): Promise<void> {
  const ids = await loadArticlesOfUnplacedMedia(db, shop, batchSize);
  for (const [articleId, {productGid, media}] of await loadListings(db, shop, ids)) {
    const files = productGid === null ? null : await fetchProductFiles(admin, shop, productGid);
    if (files !== null) await savePlacedMedia(db, shop, articleId, matchLateImages(media, files), now());
    await beat();
  }
}

/** The state saved for an image that Shopify no longer knows. */
const deletedImageState = {state: 'ready', reason: null} as const;

/** Retries the failed images of the named articles one by one. */
export async function retryImages(run: Run): Promise<void> {
  await enterStep(run, 'images');
  const listings = await loadListings(run.deps.db, run.shop, run.only ?? []);
  for (const [articleId, {productGid, media}] of listings) {
    if (productGid === null) continue;
    const retried: KnownMedia[] = [];
    const {addresses, alt} = await loadNewestAddresses(run, articleId);
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

/** Loads the newest address of each image of the article, because a signed address that failed weeks ago may have expired. */
async function loadNewestAddresses(
  {deps, shop}: Run,
  id: ArticleId,
): Promise<{readonly addresses: ReadonlyMap<string, string>; readonly alt: string}> {
  const article = await loadArticle(deps.db, shop, id);
  const addresses = new Map(article?.data?.images.map((address) => [imageIdentity(address), address]));
  return {addresses, alt: toImageAlt(article?.data ?? {id, name: ''}, article?.stock?.colours ?? [])};
}
