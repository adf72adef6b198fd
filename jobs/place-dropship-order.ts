// From a line of a store order to a checkout link: at most one request to the supplier, and never a guess about what became of it.
import {Failure} from '#domain/failure.ts';
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import {isOpen, type OpenState} from '#domain/orders/dropship-state.ts';
import {
  type Candidate,
  type NotSent,
  type OrderRules,
  planLine,
  planSend,
  type Send,
} from '#domain/orders/plan-dropship.ts';
import {Settings} from '#domain/settings.ts';
import {
  loadDropshipOrder,
  loadVariantLikeSold,
  moveOpen,
  type StoredDropshipOrder,
  saveDueForReason,
} from '../server/db/dropship-orders.ts';
import {loadVariantArticle} from '../server/db/listing-variants.ts';
import {type Claim, claimForPlacing, settlePlacing} from '../server/db/placing.ts';
import {loadDropshipKey, markKeyRejected} from '../server/db/shop-keys.ts';
import {loadSettings, loadShop} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {fetchStoreOrder} from '../server/shopify/orders.ts';
import {type PlaceOutcome, placeDropshipOrder as sendToSupplier} from '../server/supplier/dropship.ts';
import {
  missingKey,
  orderGone,
  recheckAt,
  rejectedKey,
  replacedKey,
  uninstalled,
  unreachable,
  unreadable,
} from './orders/not-now.ts';
import {toSettlement} from './orders/settlement.ts';
import {fetchSupplierFacts} from './orders/supplier-facts.ts';

export type PlacingDeps = Pick<Deps, 'db' | 'sealer' | 'supplier' | 'admin' | 'log' | 'now' | 'newId' | 'checkpoint'>;

type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};
type Ready = {readonly candidate: Candidate; readonly what: Send; readonly key: string};

/** Outlives the request's own deadline of 65 s, so that no sweep can race a living request. */
const claimMs = 90_000;

export async function placeDropshipOrder(deps: PlacingDeps, message: Message<'dropship'>): Promise<void> {
  const order = await loadDropshipOrder(deps.db, message.shop, message.dropshipOrderId);
  if (order === null || !isOpen(order.state)) return;
  const open = {...order, state: order.state};
  const ready = await planNow(deps, message.shop, open);
  if (ready.kind !== 'ready') return keepOpen(deps, open, ready);

  deps.checkpoint('before-claim');
  const claim = await claimOrder(deps, message.shop, open, ready);
  if (claim === null) return;
  deps.checkpoint('after-claim');
  const outcome = await send(deps, open, ready);
  deps.checkpoint('after-answer');
  await settle(deps, message.shop, open, {claim, key: ready.key}, outcome);
  deps.checkpoint('after-settlement');
}

/** Everything that can be known before a byte leaves: the store order as it is now, then the supplier's word. */
async function planNow(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
): Promise<(Ready & {readonly kind: 'ready'}) | NotSent> {
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
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  rules: OrderRules,
): Promise<(Candidate & {readonly knownCost: number | null}) | NotSent> {
  const storeOrder = await fetchStoreOrder(deps.admin, shop, OrderGid.parse(order.order_gid));
  const line = storeOrder?.lines.find(({gid}) => gid === order.line_gid);
  if (!storeOrder || !line) return orderGone;
  const gid = line.variantGid ?? (await loadVariantLikeSold(deps.db, order));
  const variant = gid === null ? null : await loadVariantArticle(deps.db, shop, gid);
  const plan = planLine(storeOrder, line, variant?.article ?? null, rules, deps.now());
  return plan.kind === 'candidate' ? {...plan, knownCost: variant?.knownCost ?? null} : plan;
}

/** The supplier could not be asked: nothing was sent, and it is asked again. */
async function planTrouble(deps: PlacingDeps, shop: ShopDomain, key: string, error: unknown): Promise<NotSent> {
  if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
  deps.log.warn({shop, err: error}, 'supplier could not be asked before placing');
  if (error.kind === 'malformed') return unreadable;
  if (error.kind !== 'unauthorised') return unreachable;
  return (await rejectKey(deps, shop, key)) ? rejectedKey : replacedKey;
}

/** False when the merchant has entered another key since, which is not to be blamed for the one that was used. */
async function rejectKey(deps: PlacingDeps, shop: ShopDomain, used: string): Promise<boolean> {
  if ((await loadDropshipKey(deps.db, deps.sealer, shop)) !== used) return false;
  await markKeyRejected(deps.db, shop, 'dropship');
  return true;
}

async function keepOpen(deps: PlacingDeps, order: OpenOrder, plan: NotSent): Promise<void> {
  const now = deps.now();
  await moveOpen(deps.db, order, plan.kind, plan.reason, {next_attempt_at: recheckAt(plan, now)}, now);
}

/** `waiting` first where it was held or blocked before, then the claim; null when somebody else has it. */
async function claimOrder(deps: PlacingDeps, shop: ShopDomain, order: OpenOrder, ready: Ready): Promise<Claim | null> {
  const {db, now} = deps;
  if (order.state !== 'waiting') {
    const freed = {code: 'ready', text: 'Ready to be sent.'};
    if (!(await moveOpen(db, order, 'waiting', freed, {next_attempt_at: now()}, now()))) return null;
  }
  const {candidate, what} = ready;
  const facts = {
    colour: what.colour || null,
    size: what.size || null,
    quantity: candidate.quantity,
    country: candidate.country,
    zone: candidate.zone,
    warning: candidate.warning,
    price: what.price,
    fee: what.fee,
  };
  return claimForPlacing(db, {shop, id: order.id}, deps.newId(), facts, now(), claimMs);
}

function send(deps: PlacingDeps, order: OpenOrder, {candidate, what, key}: Ready): Promise<PlaceOutcome> {
  return sendToSupplier(deps.supplier, key, {
    id: candidate.article.articleId,
    colour: what.colour,
    size: what.size,
    qty: candidate.quantity,
    zone: candidate.zone,
    country: candidate.country,
    reference: order.reference,
    customerEmail: candidate.customerEmail,
    customerName: candidate.customerName,
  });
}

async function settle(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {claim, key}: {readonly claim: Claim; readonly key: string},
  outcome: PlaceOutcome,
): Promise<void> {
  const {db, now} = deps;
  const {settlement, attempt} = toSettlement(outcome, order.attempts + 1, now());
  await settlePlacing(db, claim, settlement, attempt, now());
  deps.log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
  if (outcome.kind !== 'unauthorised' || (await rejectKey(deps, shop, key))) return;
  await saveDueForReason(db, shop, ['key_rejected'], now());
}
