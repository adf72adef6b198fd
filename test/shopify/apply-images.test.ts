// Images on their way into the store: fetched by Shopify in its own time, failing one by one, never stopping a product.

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {KnownMedia, OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {ArticleId} from '#domain/ids.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {fetchMediaStates, retryImage} from '../../server/shopify/products/product-media.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore();
});
afterEach(() => store.close());

const image = (name: string) => `https://img.example.com/${name}.jpg`;
const during = <T>(work: Promise<T>) => store.time.during(work);
/** Shopify is through with everything it was to fetch. */
const fetched = () => during(store.time.wait(3_000));

async function done(operation: ProductOperation) {
  const results: OperationResult[] = [];
  await during(
    applyOperations(store.admin, store.shop, [operation], async (_key, result) => void results.push(result)),
  );
  const [result] = results;
  if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
  return result;
}

const create = (images: string[]) =>
  done({kind: 'create', key: ArticleId.parse('A-1'), draft: aDraft({images, colours: ['Red']}), publish: false});

function update(
  productGid: Awaited<ReturnType<typeof create>>['productGid'],
  images: string[],
  media: readonly KnownMedia[],
) {
  const draft = aDraft({images, colours: ['Red']});
  const write = ['images'] as const;
  return done({
    kind: 'update',
    key: ArticleId.parse('A-1'),
    productGid,
    draft,
    write,
    live: [],
    variantsChange: false,
    raise: false,
    media,
  });
}

const sources = () => store.control.products()[0]?.media.map(({source}) => source);
const states = async (media: readonly KnownMedia[] | null) => {
  const gids = (media ?? []).flatMap(({gid}) => gid ?? []);
  const found = await during(fetchMediaStates(store.admin, store.shop, gids));
  return (media ?? []).map((known) => ({...known, ...(known.gid === null ? {} : found.get(known.gid))}));
};

describe('a new product’s images', () => {
  test('are named with their files, still under way, and read back once they are there', async () => {
    const {media, writes} = await create([image('1'), image('2')]);
    expect(writes).toBe(1);
    expect(media?.map(({url, state}) => [url, state])).toEqual([
      [image('1'), 'pending'],
      [image('2'), 'pending'],
    ]);
    await fetched();
    expect((await states(media)).map(({state}) => state)).toEqual(['ready', 'ready']);
  });

  test('one that cannot be downloaded fails alone, with Shopify’s reason', async () => {
    store.misbehave({fault: 'refuseImage', sourceContains: '/2.jpg'});
    const {media} = await create([image('1'), image('2')]);
    await fetched();
    expect(await states(media)).toMatchObject([
      {state: 'ready', reason: null},
      {state: 'failed', reason: expect.stringContaining('could not be downloaded')},
    ]);
  });

  test('one that Shopify does not even take is left out and named; the product is done', async () => {
    const result = await create([image('1'), 'ftp://img.example.com/2.jpg', image('3'), 'no address']);
    expect(sources()).toEqual([image('1'), image('3')]);
    expect(result.media?.filter(({state}) => state === 'failed')).toMatchObject([
      {url: 'ftp://img.example.com/2.jpg', gid: null, reason: expect.stringContaining('URL')},
      {url: 'no address', gid: null},
    ]);
    expect(store.control.products()).toHaveLength(1);
  });

  test('images that are not in the store any more are not in the answer', async () => {
    const found = await during(fetchMediaStates(store.admin, store.shop, ['gid://shopify/MediaImage/1']));
    expect(found.size).toBe(0);
  });
});

describe('images given to the sync', () => {
  test('are added to what is there, the merchant’s own kept, those no longer in the feed taken off', async () => {
    const {productGid, media} = await create([image('1'), image('2')]);
    store.control.editProduct(productGid, {addMedia: [{source: image('theirs')}]});
    await fetched();
    const result = await update(productGid, [image('2'), image('3')], await states(media));
    expect(sources()).toEqual([image('2'), image('theirs'), image('3')]);
    expect(result.media?.map(({url, state}) => [url, state])).toEqual([
      [image('2'), 'ready'],
      [image('3'), 'pending'],
    ]);
    expect(result.writes).toBe(1);
  });

  test('are not uploaded again, and one the merchant removed is not brought back', async () => {
    const {productGid, media} = await create([image('1'), image('2')]);
    await fetched();
    const known = await states(media);
    store.control.editProduct(productGid, {removeMedia: [known[0]?.gid ?? '']});
    await update(productGid, [image('1'), image('2'), image('3')], known);
    expect(sources()).toEqual([image('2'), image('3')]);
  });

  test('whose records were lost with a reinstall are recognised, not uploaded beside themselves', async () => {
    const {productGid} = await create([image('1'), image('2')]);
    store.control.editProduct(productGid, {addMedia: [{source: image('theirs')}]});
    await fetched();
    const result = await update(productGid, [image('1'), image('2'), image('3')], []);
    expect(sources()).toEqual([image('1'), image('2'), image('theirs'), image('3')]);
    expect(result.media?.map(({url, state}) => [url, state])).toEqual([
      [image('1'), 'ready'],
      [image('2'), 'ready'],
      [image('3'), 'pending'],
    ]);
  });

  test('that failed are sent again with the next change', async () => {
    const takeBack = store.misbehave({fault: 'refuseImage', sourceContains: '/1.jpg'});
    const {productGid, media} = await create([image('1'), image('2')]);
    await fetched();
    takeBack();
    const result = await update(productGid, [image('1'), image('2'), image('3')], await states(media));
    await fetched();
    expect((await states(result.media)).map(({url, state}) => [url, state])).toEqual([
      [image('1'), 'ready'],
      [image('2'), 'ready'],
      [image('3'), 'ready'],
    ]);
    expect(store.control.products()[0]?.media).toHaveLength(3);
  });
});

describe('retrying one failed image', () => {
  test('puts it where it was and touches nothing else', async () => {
    const takeBack = store.misbehave({fault: 'refuseImage', sourceContains: '/1.jpg'});
    const {productGid, media} = await create([image('1'), image('2')]);
    await fetched();
    takeBack();
    const before = store.control.products()[0];
    const gid = media?.[0]?.gid ?? null;
    const result = await during(retryImage(store.admin, store.shop, productGid, {url: image('1'), gid}, 'Linen shirt'));
    expect(result).toMatchObject({kind: 'done', media: {url: image('1'), state: 'pending'}});
    await fetched();
    const after = store.control.products()[0];
    expect(after?.media.map(({source, status}) => [source, status])).toEqual([
      [image('1'), 'READY'],
      [image('2'), 'READY'],
    ]);
    expect(after?.media[1]?.id).toBe(before?.media[1]?.id);
    expect(after?.variants).toEqual(before?.variants);
  });

  test('that is refused again says so, and of a deleted product that it is gone', async () => {
    const {productGid} = await create([]);
    const bad = {url: 'no address', gid: null};
    expect(await during(retryImage(store.admin, store.shop, productGid, bad, 'Linen shirt'))).toMatchObject({
      kind: 'done',
      media: {state: 'failed', reason: expect.any(String)},
    });
    store.control.deleteProduct(productGid);
    expect(await during(retryImage(store.admin, store.shop, productGid, bad, 'Linen shirt'))).toEqual({
      kind: 'missing',
    });
  });
});
