// The checks before an order is sent: the shop and its settings, the current store order, then the supplier's answer.
import {Failure, isPassing} from '#domain/failure.ts';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import {lineEarnings, rateTo, toEuroCents, toOurMoney} from '#domain/margins/margin.ts';
import {type MerchantOverrides, noDetails} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, not} from '#domain/orders/not-sent.ts';
import {dueAt, fraudWaitEndsAt, type OurTimes, routingEndsAt} from '#domain/orders/order-times.ts';
import {type OrderWords, planWords, toOrderWords} from '#domain/orders/order-words.ts';
import {type ChosenArticle, type OrderRules, planLine, type SendableLine} from '#domain/orders/plan-dropship.ts';
import {noTexts, planSend} from '#domain/orders/plan-send.ts';
import {enteredWith} from '#domain/orders/properties/entered.ts';
import {recheckAt} from '#domain/orders/reasons.ts';
import {isKnownBySku, type StoreOrder} from '#domain/orders/store-order.ts';
import {unreachableLimitMs} from '#domain/retry-ladder.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type CatalogueEntry, loadCatalogueEntry} from '../../server/db/catalogue/catalogue-texts.ts';
import {loadKnownCost, loadVariantArticle} from '../../server/db/listings/listing-variants.ts';
import {loadDropshipOrdersOf, loadVariantLikeSold} from '../../server/db/orders/dropship-orders.ts';
import {openDetails} from '../../server/db/secrets/details.ts';
import {loadDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {loadSender, type Shop} from '../../server/db/shops/shops.ts';
import {CannotUnseal, orUnreadable} from '../../server/sealing.ts';
import {fetchOrderMoney} from '../../server/shopify/orders/order-money.ts';
import {createOrderReadings, type OrderReadings} from './order-readings.ts';
import {byPlan, bySupplier, type NotReady, type OpenOrder, type PlacingDeps, type Ready} from './placing-deps.ts';
import {fetchSupplierFacts} from './supplier-facts.ts';
import {whyMissing} from './why-missing.ts';

/** While the store cannot be read, the order keeps its state and is checked again a little later. */
export async function planOrWait(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  readings: OrderReadings = createOrderReadings(deps, shop),
): Promise<Ready | NotReady> {
  try {
    return await planNow(deps, shop, order, readings);
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'shopify') throw error;
    deps.log.warn({shop, dropshipOrder: order.id, err: error}, 'Shopify gave no usable answer before placing');
    const {state, reason_code: code, reason: text, reason_covers: covers} = order;
    const isLockedOut = error.kind === 'unauthorised';
    const why = isLockedOut ? 'access_lost' : 'store_unreachable';
    const until = recheckAt(why, deps.now()) ?? deps.now();
    const stays: NotSent | null =
      state === 'waiting' || code === null || text === null ? null : {kind: state, reason: {code, text}, covers};
    const plan = stays ?? not('waiting', why);
    return {kind: 'not_ready', cause: 'store', plan, until, concernsOthers: isPassing(error) || isLockedOut};
  }
}

async function planNow(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  readings: OrderReadings,
): Promise<Ready | NotReady> {
  const {facts, settings, isReadable} = await loadSender(deps.db, shop);
  if (facts?.state === 'stopped') return byPlan(not('waiting', 'sending_stopped'));
  if (facts === null || facts.state !== 'installed') return byPlan(not('waiting', 'uninstalled'));
  if (!isReadable) return byPlan(not('waiting', 'settings_unreadable'));
  const rules = settings.orders;
  const typed = openDetails(deps.sealer, order);
  const overrides = {approved: order.approved, approvedPrice: order.approved_price, details: typed ?? noDetails};
  const sold = await planFromStore(deps, shop, order, {
    readings,
    rules,
    overrides,
    times: {installedAt: installedAtToCheck(order, facts), seenAt: order.created_at, sentBefore: order.sent_before},
    withholdsBuyers: facts.buyerData !== null,
  });
  const {plan, until, words} = sold;
  // The typed details cannot be decrypted. Do not guess: they may differ from the store's.
  if (typed === null && (plan.kind === 'sendable' || plan.kind === 'needs_details')) {
    return byPlan(not('needs_details', 'typed_unreadable'));
  }
  if (plan.kind !== 'sendable') return {...byPlan(plan, until), words};
  // The supplier was unreachable for too long: the merchant decides before the supplier is asked again.
  if (isUnreachableTooLong(order, deps.now()) && !overrides.approved.includes('supplier_away')) {
    return {...bySupplier('supplier_away'), words};
  }
  const ready = await planWithSupplier(deps, shop, order, {...sold, plan}, {settings, overrides, facts});
  return ready.kind === 'ready' ? ready : {words, ...ready};
}

type LineFacts = {readonly settings: Settings; readonly overrides: MerchantOverrides; readonly facts: Shop};

/** Opens the supplier's key and reads the supplier's current answer. */
async function planWithSupplier(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {plan: sendable, knownCost, entry}: Sold & {readonly plan: SendableLine},
  {settings, overrides, facts}: LineFacts,
): Promise<Ready | NotReady> {
  const key = await orUnreadable(loadDropshipKey(deps.db, deps.sealer, shop));
  if (key === null) return byPlan(not('waiting', 'key_missing'));
  if (key instanceof CannotUnseal) {
    deps.log.warn({shop, dropshipOrder: order.id, err: key}, 'the stored dropship key cannot be read');
    return byPlan(not('waiting', 'key_unreadable'));
  }
  if (facts.dropshipKeyState === 'rejected') return byPlan(not('waiting', 'key_rejected'));
  const {articleId} = sendable.article;
  const after = order.reason_code === 'looked_at_again' ? order.updated_at : null;
  const asked = await fetchSupplierFacts(deps, shop, {key, articleId, after, listReadAt: facts.listReadAt});
  if (asked.kind !== 'answered') return asked;
  const texts = entry?.texts ?? noTexts;
  const revenue = await fetchRevenue(deps, shop, order, settings);
  const what = planSend(sendable, {...asked.facts, knownCost, texts, revenue}, settings.orders, overrides);
  if (what.kind === 'send') return {kind: 'ready', sendable, what, key};
  const {listed, stock} = asked.facts;
  if (stock === null) return listed ? bySupplier('stock_refused') : byPlan(what);
  return {...byPlan(what), words: toOrderWords(planWords(sendable, stock, texts, settings.orders, overrides))};
}

/** True after the reads failed for too long (`held`). Also if sending failed for too long: a successful read does not disprove that. */
function isUnreachableTooLong(
  {state, reason_code: code, attempts, unreachable_since: since}: OpenOrder,
  now: Date,
): boolean {
  if (state === 'held' && code === 'supplier_away') return true;
  return attempts > 0 && since !== null && now.getTime() - since.getTime() >= unreachableLimitMs;
}

/**
 * Orders from before this installation are held for the merchant. Null for the exceptions: rows the shop already had, if it returns
 * before it was erased, and orders the merchant placed again.
 */
function installedAtToCheck(order: OpenOrder, {installedAt}: Pick<Shop, 'installedAt'>): Date | null {
  return order.created_at < installedAt || order.found_by === 'merchant' ? null : installedAt;
}

/** What the store says about the line, and what the shop's copy of the catalogue says about the article. */
type Sold = {
  readonly plan: SendableLine | NotSent;
  /** When to look again, if the plan knows. */
  readonly until: Date | null;
  readonly knownCost: number | null;
  readonly entry: CatalogueEntry | null;
  readonly words: OrderWords | null;
};

type Ground = {
  readonly readings: OrderReadings;
  readonly rules: OrderRules;
  readonly overrides: MerchantOverrides;
  readonly times: Omit<OurTimes, 'knownBySku'>;
  /** The store is known to withhold buyers' data: then an address may be missing without an error about it. */
  readonly withholdsBuyers: boolean;
};

async function planFromStore(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {readings, rules, overrides, times: known, withholdsBuyers}: Ground,
): Promise<Sold> {
  const read = await readings.read(order);
  const line = read?.lines.find(({gid}) => gid === order.line_gid);
  if (!read || !line) {
    const missing = whyMissing(order, read !== null, deps.now());
    return {plan: missing, until: null, knownCost: null, entry: null, words: null};
  }
  const isHidden = withholdsBuyers && read.destination === null && line.unfulfilledQuantity > 0;
  const storeOrder = isHidden ? {...read, destinationWithheld: true} : read;
  const sold = await loadSold(deps, shop, order, line.variantGid);
  const article = sold?.article ?? articleByHand(order, overrides);
  const times = {...known, knownBySku: isKnownBySku(line, order.variant_gid)};
  const plan = planLine(storeOrder, line, article, rules, deps.now(), overrides, times);
  const entry = article === null ? null : await loadCatalogueEntry(deps.db, shop, article.articleId);
  // `a=stock` as the last run read it. It is enough to show what would be ordered; it is read again before anything is sent.
  const isRead = article !== null && entry !== null && entry.stock !== null;
  const words = isRead
    ? toOrderWords(
        planWords(
          {properties: enteredWith(storeOrder, line, article), article},
          entry.stock,
          entry.texts,
          rules,
          overrides,
        ),
      )
    : null;
  if (plan.kind === 'sendable') {
    const knownCost = sold?.knownCost ?? (await loadKnownCost(deps.db, shop, plan.article.articleId));
    return {plan, until: null, knownCost, entry, words};
  }
  return {plan, until: waitsUntil(plan, storeOrder, {rules, times}, deps.now()), knownCost: null, entry, words};
}

/** When to look again; null if the end of the wait is not known. For a wait for Shopify, the earlier of its end and the usual recheck. */
function waitsUntil(
  {reason}: NotSent,
  order: StoreOrder,
  {rules, times}: Pick<Ground, 'rules' | 'times'>,
  now: Date,
): Date | null {
  if (reason.code === 'delayed') return dueAt(order, rules, times.seenAt);
  if (reason.code !== 'risk_pending' && reason.code !== 'not_routed') return null;
  const ends = (reason.code === 'risk_pending' ? fraudWaitEndsAt : routingEndsAt)(order, times.seenAt);
  const recheck = recheckAt(reason.code, now);
  return recheck !== null && recheck < ends ? recheck : ends;
}

/** The line's variant. If the store no longer has it, the variant recorded when the order was first seen, or a matching one. */
async function loadSold({db}: PlacingDeps, shop: ShopDomain, order: OpenOrder, live: VariantGid | null) {
  const first = order.variant_gid;
  const gid = live ?? first ?? (await loadVariantLikeSold(db, order));
  return gid === null ? null : loadVariantArticle(db, shop, gid);
}

/** The order's article is known, but its variant is not. The merchant may type the colour or size. */
function articleByHand(order: OpenOrder, {details}: MerchantOverrides): ChosenArticle | null {
  if (details.colour === null && details.size === null) return null;
  return {articleId: order.article_id, colour: details.colour, size: details.size, isByHand: true};
}

/**
 * Euro cents: the line's revenue with its share of the shipping, as the store reports now. Null if no margin is required, Shopify
 * does not show the order or the line, or the store's currency cannot be converted to euro.
 */
async function fetchRevenue(
  {db, admin}: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  settings: Settings,
): Promise<number | null> {
  if (settings.orders.marginFloor === null) return null;
  const gid = order.order_gid;
  const orderMoney = await fetchOrderMoney(admin, shop, gid);
  if (orderMoney === null) return null;
  const ours = await loadDropshipOrdersOf(db, shop, gid);
  const money = toOurMoney(orderMoney, new Set(ours.map(({line_gid}) => line_gid)));
  const line = money.lines.get(order.line_gid);
  if (line === undefined) return null;
  const earned = lineEarnings(line.revenue, money.goods.revenue, money.shipping.revenue);
  return toEuroCents(earned, rateTo(money.currency, settings));
}
