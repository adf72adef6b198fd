// `a=list` as orders read it: one answer serves many orders, but an article is called not listed only by a fresh one.
import {hour, minute} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import type {PlacingDeps} from './placing-deps.ts';

/** How long an answer that names the article holds: far less than the 24 hours for which a list holds. */
const positiveHoldsMs = hour;
/** How long any other answer holds: the supplier's own `Cache-Control: max-age=60` (interface document, "Limits"). */
const freshForMs = minute;

type Shared = {readonly key: string; readonly at: number; readonly listed: Promise<Listed>};
type Listed = {readonly ids: ReadonlySet<ArticleId>; readonly incompleteBecause: string | null};

/** Which list is good enough: any of the last hour that names the article, or only a fresh one, whatever it says. */
export type ListQuestion = {
  readonly key: string;
  readonly articleId: ArticleId;
  /** The merchant asked to have the order checked again at this time: only a list read later counts. Null: not asked. */
  readonly after: Date | null;
  readonly onlyFresh: boolean;
};

/** By the client it was read with: what one process has read; never shown to another shop. */
const lists = new WeakMap<PlacingDeps['supplier'], Map<ShopDomain, Shared>>();

/** Throws `Failure` when the supplier cannot be asked, or its list is not whole and does not name the article. */
export async function isOnSharedList(
  deps: Pick<PlacingDeps, 'supplier' | 'now'>,
  shop: ShopDomain,
  {key, articleId, after, onlyFresh}: ListQuestion,
): Promise<boolean> {
  const now = deps.now().getTime();
  const known = knownList(deps, shop, key, now);
  const isFresh = known !== null && known.at > (after?.getTime() ?? 0) && now - known.at <= freshForMs;
  if (known !== null && !isFresh && !onlyFresh && (await names(known, articleId))) return true;
  const {ids, incompleteBecause} = await (isFresh ? known : readAnew(deps, shop, key)).listed;
  if (ids.has(articleId)) return true;
  if (incompleteBecause === null) return false;
  const why = `a=list does not name the article, and is not whole: ${incompleteBecause}`;
  throw new Failure(why, {remote: 'supplier', kind: 'malformed', sent: true});
}

/** An older reading that failed says nothing. */
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

function readAnew({supplier, now}: Pick<PlacingDeps, 'supplier' | 'now'>, shop: ShopDomain, key: string): Shared {
  const ofClient = listsOf({supplier});
  const mine: Shared = {key, at: now().getTime(), listed: read(supplier, key)};
  ofClient.set(shop, mine);
  const forget = (): void => {
    if (ofClient.get(shop) === mine) ofClient.delete(shop);
  };
  // What failed, or is not whole, is asked again by the next order.
  mine.listed.then(({incompleteBecause}) => incompleteBecause !== null && forget(), forget);
  return mine;
}

async function read(supplier: PlacingDeps['supplier'], key: string): Promise<Listed> {
  const {prices, complete, incompleteBecause} = await fetchDropshipList(supplier, key);
  const because = complete ? null : (incompleteBecause ?? 'it does not say why');
  return {ids: new Set(prices.keys()), incompleteBecause: because};
}
