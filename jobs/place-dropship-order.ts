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
import {recheckAfterMs} from '#domain/orders/retry-ladder.ts';
import {Settings} from '#domain/settings.ts';
import {
  loadDropshipOrder,
  loadVariantLikeSold,
  moveOpen,
  type StoredDropshipOrder,
} from '../server/db/dropship-orders.ts';
import {loadVariantArticle} from '../server/db/listing-variants.ts';
import {type Claim, claimForPlacing, settlePlacing} from '../server/db/placing.ts';
import {loadDropshipKey, markKeyRejected} from '../server/db/shop-keys.ts';
import {loadSettings, loadShop} from '../server/db/shops.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {fetchStoreOrder} from '../server/shopify/orders.ts';
import {type PlaceOutcome, placeDropshipOrder as sendToSupplier} from '../server/supplier/dropship.ts';
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
  await settle(deps, message.shop, open, claim, outcome);
  deps.checkpoint('after-settlement');
}

/** Everything that can be known before a byte leaves: the store order as it is now, then the supplier's word. */
async function planNow(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
): Promise<(Ready & {readonly kind: 'ready'}) | NotSent> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed')
    return notNow('uninstalled', 'The app is not installed in this store.');
  const rules = Settings.parse(await loadSettings(deps.db, shop)).orders;
  const candidate = await planFromStore(deps, shop, order, rules);
  if (candidate.kind !== 'candidate') return candidate;

  const key = await loadDropshipKey(deps.db, deps.sealer, shop);
  if (key === null) return notNow('key_missing', 'The dropship key is missing. Enter it under Connection.');
  if (facts.dropshipKeyState === 'rejected') return rejectedKey;
  try {
    const supplier = await fetchSupplierFacts(deps, shop, key, candidate.article.articleId);
    const what = planSend(candidate, {...supplier, knownCost: candidate.knownCost}, rules);
    return what.kind === 'send' ? {kind: 'ready', candidate, what, key} : what;
  } catch (error) {
    return planTrouble(deps, shop, error);
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
  if (!storeOrder || !line) {
    return {kind: 'cancelled', reason: {code: 'order_gone', text: 'The order or its line is no longer in the store.'}};
  }
  const gid = line.variantGid ?? (await loadVariantLikeSold(deps.db, order));
  const variant = gid === null ? null : await loadVariantArticle(deps.db, shop, gid);
  const plan = planLine(storeOrder, line, variant?.article ?? null, rules, deps.now());
  return plan.kind === 'candidate' ? {...plan, knownCost: variant?.knownCost ?? null} : plan;
}

/** The supplier could not be asked: nothing was sent, and it is asked again. */
async function planTrouble(deps: PlacingDeps, shop: ShopDomain, error: unknown): Promise<NotSent> {
  if (!(error instanceof Failure) || error.remote !== 'supplier') throw error;
  deps.log.warn({shop, err: error}, 'supplier could not be asked before placing');
  if (error.kind === 'malformed') return unreadable;
  if (error.kind !== 'unauthorised') return unreachable;
  await markKeyRejected(deps.db, shop, 'dropship');
  return rejectedKey;
}

const notNow = (code: string, text: string): NotSent => ({kind: 'waiting', reason: {code, text}});
const rejectedKey = notNow(
  'key_rejected',
  'The supplier does not accept the dropship key. Enter a new one under Connection; the order is sent then.',
);

const unreachable = notNow(
  'supplier_unreachable',
  'The supplier cannot be reached at the moment. Nothing was sent; it is tried again.',
);
const unreadable = notNow(
  'supplier_unreadable',
  'What the supplier says of this article cannot be read at the moment. Nothing was sent; it is asked again.',
);
const askAgainMs = 5 * 60_000;

async function keepOpen(deps: PlacingDeps, order: OpenOrder, plan: NotSent): Promise<void> {
  const now = deps.now();
  const again = plan.kind === 'waiting' || plan.kind === 'held';
  const delayMs = plan === unreachable || plan === unreadable ? askAgainMs : recheckAfterMs(plan.reason.code);
  const next = again ? new Date(now.getTime() + delayMs) : null;
  await moveOpen(deps.db, order, plan.kind, plan.reason, {next_attempt_at: next}, now);
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
  claim: Claim,
  outcome: PlaceOutcome,
): Promise<void> {
  if (outcome.kind === 'unauthorised') await markKeyRejected(deps.db, shop, 'dropship');
  const {settlement, attempt} = toSettlement(outcome, order.attempts + 1, deps.now());
  await settlePlacing(deps.db, claim, settlement, attempt, deps.now());
  deps.log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
}
