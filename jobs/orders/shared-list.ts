// `a=list` as orders read it where no run has read it for a day: once an hour and shop, however many orders ask.
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import type {PlacingDeps} from './placing-deps.ts';

/** Far less than the 24 hours for which a list holds. */
const sharedForMs = 3_600_000;

type Shared = {readonly key: string; readonly at: number; readonly listed: Promise<Listed>};
type Listed = {readonly ids: ReadonlySet<ArticleId>; readonly incompleteBecause: string | null};

/** By the client it was read with: what one process has read; never shown to another shop. */
const lists = new WeakMap<PlacingDeps['supplier'], Map<ShopDomain, Shared>>();

/** Throws `Failure` when the supplier cannot be asked, or its list is not whole and does not name the article. */
export async function isOnSharedList(
  deps: Pick<PlacingDeps, 'supplier' | 'now'>,
  shop: ShopDomain,
  key: string,
  articleId: ArticleId,
): Promise<boolean> {
  const {ids, incompleteBecause} = await readShared(deps, shop, key);
  if (ids.has(articleId)) return true;
  if (incompleteBecause === null) return false;
  const why = `a=list does not name the article, and is not whole: ${incompleteBecause}`;
  throw new Failure(why, {remote: 'supplier', kind: 'malformed', sent: true});
}

function readShared({supplier, now}: Pick<PlacingDeps, 'supplier' | 'now'>, shop: ShopDomain, key: string) {
  const ofClient = lists.get(supplier) ?? new Map<ShopDomain, Shared>();
  lists.set(supplier, ofClient);
  const at = now().getTime();
  for (const [other, {at: readAt}] of ofClient) if (at - readAt > sharedForMs) ofClient.delete(other);
  const known = ofClient.get(shop);
  if (known?.key === key) return known.listed;
  const mine: Shared = {key, at, listed: read(supplier, key)};
  ofClient.set(shop, mine);
  const forget = (): void => {
    if (ofClient.get(shop) === mine) ofClient.delete(shop);
  };
  // What failed, or is not whole, is asked again by the next order.
  mine.listed.then(({incompleteBecause}) => incompleteBecause !== null && forget(), forget);
  return mine.listed;
}

async function read(supplier: PlacingDeps['supplier'], key: string): Promise<Listed> {
  const {prices, complete, incompleteBecause} = await fetchDropshipList(supplier, key);
  const because = complete ? null : (incompleteBecause ?? 'it does not say why');
  return {ids: new Set(prices.keys()), incompleteBecause: because};
}
