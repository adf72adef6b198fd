// Everything that can be known before a byte leaves: the store order as it is now, then the supplier's word.
import {Failure} from '#domain/failure.ts';
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import {
  type Candidate,
  type NotSent,
  type OrderRules,
  planLine,
  planSend,
  type Send,
} from '#domain/orders/plan-dropship.ts';
import {Settings} from '#domain/settings.ts';
import {loadVariantLikeSold, type StoredDropshipOrder} from '../../server/db/dropship-orders.ts';
import {loadVariantArticle} from '../../server/db/listing-variants.ts';
import {loadDropshipKey} from '../../server/db/shop-keys.ts';
import {loadSettings, loadShop} from '../../server/db/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchStoreOrder} from '../../server/shopify/orders.ts';
import {missingKey, orderGone, rejectedKey, replacedKey, uninstalled, unreachable, unreadable} from './not-now.ts';
import {rejectKey} from './reject-key.ts';
import {fetchSupplierFacts} from './supplier-facts.ts';

export type PlanningDeps = Pick<Deps, 'db' | 'sealer' | 'supplier' | 'admin' | 'log' | 'now'>;

export type Ready = {
  readonly kind: 'ready';
  readonly candidate: Candidate;
  readonly what: Send;
  /** The dropship key to send with. */
  readonly key: string;
};

/** Throws where the store cannot be asked. */
export async function planNow(
  deps: PlanningDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
): Promise<Ready | NotSent> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed') return uninstalled;
  const rules = Settings.parse(await loadSettings(deps.db, shop)).orders;
  const candidate = await planFromStore(deps, shop, order, rules);
  if (candidate.kind !== 'candidate') return candidate;

  const key = await loadDropshipKey(deps.db, deps.sealer, shop);
  if (key === null) return missingKey;
  if (facts.dropshipKeyState === 'rejected') return rejectedKey;
  try {
    const supplier = await fetchSupplierFacts(deps, shop, key, candidate.article.articleId);
    const what = planSend(candidate, {...supplier, knownCost: candidate.knownCost}, rules);
    return what.kind === 'send' ? {kind: 'ready', candidate, what, key} : what;
  } catch (error) {
    return planTrouble(deps, shop, key, error);
  }
}

async function planFromStore(
  {db, admin, now}: PlanningDeps,
  shop: ShopDomain,
  order: StoredDropshipOrder,
  rules: OrderRules,
): Promise<(Candidate & {readonly knownCost: number | null}) | NotSent> {
  const storeOrder = await fetchStoreOrder(admin, shop, OrderGid.parse(order.order_gid));
  const line = storeOrder?.lines.find(({gid}) => gid === order.line_gid);
  if (!storeOrder || !line) return orderGone;
  const gid = line.variantGid ?? (await loadVariantLikeSold(db, order));
  const variant = gid === null ? null : await loadVariantArticle(db, shop, gid);
  const plan = planLine(storeOrder, line, variant?.article ?? null, rules, now());
  return plan.kind === 'candidate' ? {...plan, knownCost: variant?.knownCost ?? null} : plan;
}

/** The supplier could not be asked: nothing was sent, and it is asked again. */
async function planTrouble(deps: PlanningDeps, shop: ShopDomain, key: string, error: unknown): Promise<NotSent> {
  if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
  deps.log.warn({shop, err: error}, 'supplier could not be asked before placing');
  if (error.kind === 'malformed') return unreadable;
  if (error.kind !== 'unauthorised') return unreachable;
  return (await rejectKey(deps, shop, key)) ? rejectedKey : replacedKey;
}
