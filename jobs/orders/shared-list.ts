// Caches `a=list` for orders: one answer serves many orders, but only a fresh answer proves that an article is not listed.
import {hour, minute} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import type {PlacingDeps} from './placing-deps.ts';

/** Milliseconds for which a list that names the article is used: far less than the 24 hours for which a list is valid. */
const namedListMaxAgeMs = hour;
/**
 * Milliseconds for which a list that does not name the article is used: the supplier's own `Cache-Control: max-age=60` (interface document,
 * "Limits").
 */
const freshListMaxAgeMs = minute;

/** A list that was read, or is being read, with this key. `at`: when reading began, in milliseconds since 1970. */
type SharedList = {readonly key: string; readonly at: number; readonly listed: Promise<ListedIds>};
/** The articles that a list names. `incompleteBecause`: a sentence; null: the list is complete. */
type ListedIds = {readonly ids: ReadonlySet<ArticleId>; readonly incompleteBecause: string | null};

/** The article to look for, and which list is good enough. */
export type ListRequirement = {
  /** The dropship key with which the list is read. */
  readonly key: string;
  readonly articleId: ArticleId;
  /** When the merchant asked for a new check; an older list does not prove that the article is not listed. Null: the merchant did not. */
  readonly after: Date | null;
  /** Whether a list older than a minute is not enough, even if it names the article. */
  readonly onlyFresh: boolean;
};

/** The lists that this process has read, by supplier client and shop. Shops never share a list. */
const sharedLists = new WeakMap<PlacingDeps['supplier'], Map<ShopDomain, SharedList>>();

/** Whether the list names the article. Throws a Failure if it cannot be read, or is incomplete and does not name the article. */
export async function isOnSharedList(
  deps: Pick<PlacingDeps, 'supplier' | 'now'>,
  shop: ShopDomain,
  {key, articleId, after, onlyFresh}: ListRequirement,
): Promise<boolean> {
  const now = deps.now().getTime();
  const known = findSharedList(deps, shop, key, now);
  const isFresh = known !== null && known.at > (after?.getTime() ?? 0) && now - known.at <= freshListMaxAgeMs;
  if (known !== null && !isFresh && !onlyFresh && (await listNamesArticle(known, articleId))) return true;
  const {ids, incompleteBecause} = await (isFresh ? known : readAndShareList(deps, shop, key)).listed;
  if (ids.has(articleId)) return true;
  if (incompleteBecause === null) return false;
  const why = `a=list does not name the article, and is not whole: ${incompleteBecause}`;
  throw new Failure(why, {remote: 'supplier', kind: 'malformed', sent: true});
}

/** Whether the list names the article; false if reading it failed, which proves nothing. */
async function listNamesArticle({listed}: SharedList, articleId: ArticleId): Promise<boolean> {
  const {ids} = await listed.catch(() => ({ids: new Set<ArticleId>()}));
  return ids.has(articleId);
}

/** The lists read with this supplier client, by shop. */
function listsOfClient({supplier}: Pick<PlacingDeps, 'supplier'>): Map<ShopDomain, SharedList> {
  const ofClient = sharedLists.get(supplier) ?? new Map<ShopDomain, SharedList>();
  sharedLists.set(supplier, ofClient);
  return ofClient;
}

/** The shop's list that was read with this key; null: none. Removes lists that are too old. */
function findSharedList(
  deps: Pick<PlacingDeps, 'supplier'>,
  shop: ShopDomain,
  key: string,
  now: number,
): SharedList | null {
  const ofClient = listsOfClient(deps);
  for (const [other, {at}] of ofClient) if (now - at > namedListMaxAgeMs) ofClient.delete(other);
  const known = ofClient.get(shop);
  return known?.key === key ? known : null;
}

/** Reads the list and shares it while it is read, so that orders which ask meanwhile wait for the same answer. */
function readAndShareList(
  {supplier, now}: Pick<PlacingDeps, 'supplier' | 'now'>,
  shop: ShopDomain,
  key: string,
): SharedList {
  const ofClient = listsOfClient({supplier});
  const mine: SharedList = {key, at: now().getTime(), listed: fetchListedIds(supplier, key)};
  ofClient.set(shop, mine);
  const forget = (): void => {
    if (ofClient.get(shop) === mine) ofClient.delete(shop);
  };
  // A failed or incomplete list is removed, so that the next order reads again.
  mine.listed.then(({incompleteBecause}) => incompleteBecause !== null && forget(), forget);
  return mine;
}

/** Reads the list, without its prices. */
async function fetchListedIds(supplier: PlacingDeps['supplier'], key: string): Promise<ListedIds> {
  const {prices, complete, incompleteBecause} = await fetchDropshipList(supplier, key);
  const because = complete ? null : (incompleteBecause ?? 'it does not say why');
  return {ids: new Set(prices.keys()), incompleteBecause: because};
}
