// `a=list` for orders: one answer serves many orders, but only a fresh answer proves that an article is not listed.
import {hour, minute} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import type {PlacingDeps} from './placing-deps.ts';

/** How long an answer that names the article is used: far less than the 24 hours a list is valid. */
const positiveHoldsMs = hour;
/** How long any other answer is used: the supplier's own `Cache-Control: max-age=60` (interface document, "Limits"). */
const freshForMs = minute;

type Shared = {readonly key: string; readonly at: number; readonly listed: Promise<Listed>};
type Listed = {readonly ids: ReadonlySet<ArticleId>; readonly incompleteBecause: string | null};

/** Which list is good enough: one of the last hour if it names the article, or only a fresh one. */
export type ListQuestion = {
  readonly key: string;
  readonly articleId: ArticleId;
  /** When the merchant asked for a new check: an older list does not prove that the article is not listed. Null: not asked. */
  readonly after: Date | null;
  readonly onlyFresh: boolean;
};

/** Per supplier client: what this process has read. A list is never shared between shops. */
const lists = new WeakMap<PlacingDeps['supplier'], Map<ShopDomain, Shared>>();

/** Throws `Failure` when the supplier cannot be read, or its list is incomplete and does not name the article. */
export async function isOnSharedList(
  deps: Pick<PlacingDeps, 'supplier' | 'now'>,
  shop: ShopDomain,
  {key, articleId, after, onlyFresh}: ListQuestion,
): Promise<boolean> {
  const now = deps.now().getTime();
  const known = knownList(deps, shop, key, now);
  const isFresh = known !== null && known.at > (after?.getTime() ?? 0) && now - known.at <= freshForMs;
  if (known !== null && !isFresh && !onlyFresh && (await names(known, articleId))) return true;
  const {ids, incompleteBecause} = await (isFresh ? known : shareNewList(deps, shop, key)).listed;
  if (ids.has(articleId)) return true;
  if (incompleteBecause === null) return false;
  const why = `a=list does not name the article, and is not whole: ${incompleteBecause}`;
  throw new Failure(why, {remote: 'supplier', kind: 'malformed', sent: true});
}

/** A failed older reading proves nothing. */
async function names({listed}: Shared, articleId: ArticleId): Promise<boolean> {
  const {ids} = await listed.catch(() => ({ids: new Set<ArticleId>()}));
  return ids.has(articleId);
}

function listsOf({supplier}: Pick<PlacingDeps, 'supplier'>): Map<ShopDomain, Shared> {
  const ofClient = lists.get(supplier) ?? new Map<ShopDomain, Shared>();
  lists.set(supplier, ofClient);
  return ofClient;
}

function knownList(deps: Pick<PlacingDeps, 'supplier'>, shop: ShopDomain, key: string, now: number): Shared | null {
  const ofClient = listsOf(deps);
  for (const [other, {at}] of ofClient) if (now - at > positiveHoldsMs) ofClient.delete(other);
  const known = ofClient.get(shop);
  return known?.key === key ? known : null;
}

function shareNewList({supplier, now}: Pick<PlacingDeps, 'supplier' | 'now'>, shop: ShopDomain, key: string): Shared {
  const ofClient = listsOf({supplier});
  const mine: Shared = {key, at: now().getTime(), listed: fetchListed(supplier, key)};
  ofClient.set(shop, mine);
  const forget = (): void => {
    if (ofClient.get(shop) === mine) ofClient.delete(shop);
  };
  // After a failed or incomplete reading the next order reads again.
  mine.listed.then(({incompleteBecause}) => incompleteBecause !== null && forget(), forget);
  return mine;
}

async function fetchListed(supplier: PlacingDeps['supplier'], key: string): Promise<Listed> {
  const {prices, complete, incompleteBecause} = await fetchDropshipList(supplier, key);
  const because = complete ? null : (incompleteBecause ?? 'it does not say why');
  return {ids: new Set(prices.keys()), incompleteBecause: because};
}
