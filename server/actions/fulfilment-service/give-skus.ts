// Gives variants without an SKU the id of their article as one, since Shopify stocks no other at a service, and takes it back afterwards.
import type {ProductGid, VariantGid} from '#domain/ids.ts';
import {loadArticleIds, saveGivenSkus} from '../../db/fulfilment-services/given-skus.ts';
import type {ServicedVariant} from '../../db/fulfilment-services/serviced-variants.ts';
import {toMerchantSentence} from '../../shopify/client/user-errors.ts';
import {type VariantStock, writeSkus} from '../../shopify/fulfilment-service/stock.ts';
import type {ServiceDeps, ServiceWorker} from './service-worker.ts';

type Stock = ReadonlyMap<VariantGid, VariantStock>;

/** Gives an SKU to each of these variants that has none. Returns why Shopify refused it, by variant. */
export async function giveSkus(
  deps: ServiceDeps,
  worker: ServiceWorker,
  stock: Stock,
): Promise<ReadonlyMap<VariantGid, string>> {
  const {db} = deps;
  const without = [...stock].filter(([, {sku}]) => sku === null).map(([gid]) => gid);
  const skus = await loadArticleIds(db, worker.shop, without);
  await saveGivenSkus(db, worker.shop, skus);
  return write(deps, worker, stock, skus);
}

/** Takes the SKU back from each of these variants that still has the one it was given. Returns why Shopify refused it, by variant. */
export function takeSkusBack(
  deps: ServiceDeps,
  worker: ServiceWorker,
  stock: Stock,
  variants: readonly ServicedVariant[],
): Promise<ReadonlyMap<VariantGid, string>> {
  const given = variants.filter(({gid, givenSku}) => givenSku !== null && stock.get(gid)?.sku === givenSku);
  return write(deps, worker, stock, new Map(given.map(({gid}) => [gid, ''])));
}

/** Writes SKUs, product by product. Returns the refusals. */
async function write(
  {admin}: ServiceDeps,
  {shop}: ServiceWorker,
  stock: Stock,
  skus: ReadonlyMap<VariantGid, string>,
): Promise<ReadonlyMap<VariantGid, string>> {
  const byProduct = new Map<ProductGid, Map<VariantGid, string>>();
  for (const [gid, sku] of skus) {
    const product = stock.get(gid)?.productGid;
    if (product !== undefined) byProduct.set(product, (byProduct.get(product) ?? new Map()).set(gid, sku));
  }
  const refused = new Map<VariantGid, string>();
  for (const [product, some] of byProduct) {
    const result = await writeSkus(admin, shop, product, some);
    if (result.kind === 'refused') for (const gid of some.keys()) refused.set(gid, toMerchantSentence(result));
  }
  return refused;
}
