// Checks an order before it is sent: the shop and its settings, the current store order, then the supplier's answer.
import {Failure, isTransient} from '#domain/failure.ts';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import {forMorePieces, type MerchantOverrides, noDetails} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, toNotSent} from '#domain/orders/not-sent.ts';
import {delayEndsAt, fraudWaitEndsAt, type OurTimes, routingEndsAt} from '#domain/orders/order-times.ts';
import {type OrderWords, planWords, toOrderWords} from '#domain/orders/order-words.ts';
import {remainingPieces} from '#domain/orders/pieces.ts';
import {type ChosenArticle, type OrderRules, planLine, type SendableLine} from '#domain/orders/plan-dropship.ts';
import {noCatalogueTexts, planSend} from '#domain/orders/plan-send.ts';
import {collectEnteredProperties} from '#domain/orders/properties/entered.ts';
import {recheckAt} from '#domain/orders/reasons.ts';
import {isKnownBySku, type StoreOrder} from '#domain/orders/store-order.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type CatalogueEntry, loadCatalogueEntry} from '../../server/db/catalogue/catalogue-texts.ts';
import {loadKnownCost, loadVariantArticle} from '../../server/db/listings/listing-variants.ts';
import {loadVariantLikeSold} from '../../server/db/orders/dropship-orders.ts';
import {saveMorePieces} from '../../server/db/orders/order-lines.ts';
import {openDetails} from '../../server/db/secrets/details.ts';
import {loadDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {loadShopWithSettings, type Shop} from '../../server/db/shops/shops.ts';
import {CannotUnseal, catchUnsealError} from '../../server/sealing.ts';
import {loadRequestEndReason} from '../requests/request-end-reason.ts';
import {createOrderReadings, type OrderReadings} from './order-readings.ts';
import {
  type NotReady,
  notReadyByPlan,
  notReadyBySupplier,
  type OpenOrder,
  type PlacingDeps,
  type ReadyToSend,
} from './placing-deps.ts';
import {fetchRevenue} from './read-money.ts';
import {fetchSupplierFacts, isSupplierAwayTooLong} from './supplier-facts.ts';
import {planMissingOrder} from './why-missing.ts';

/**
 * Plans the order: what to send, or why it is not sent now. If Shopify cannot be asked or gives no usable answer, an order in another state
 * than `waiting` keeps its state and reason, and is checked again a little later.
 */
export async function planOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  readings: OrderReadings = createOrderReadings(deps, shop),
): Promise<ReadyToSend | NotReady> {
  try {
    return await planFromStoreAndSupplier(deps, shop, order, readings);
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'shopify') throw error;
    deps.log.warn({shop, dropshipOrder: order.id, err: error}, 'Shopify gave no usable answer before placing');
    const {state, reason_code: code, reason: text, reason_covers: covers} = order;
    const isLockedOut = error.kind === 'unauthorised';
    const why = isLockedOut ? 'access_lost' : 'store_unreachable';
    const until = recheckAt(why, deps.now()) ?? deps.now();
    const stays: NotSent | null =
      state === 'waiting' || code === null || text === null ? null : {kind: state, reason: {code, text}, covers};
    const plan = stays ?? toNotSent('waiting', why);
    return {kind: 'not_ready', cause: 'store', plan, until, concernsOthers: isTransient(error) || isLockedOut};
  }
}

/** Checks shop and settings, then the store order, and asks the supplier only if nothing before prevents sending. */
async function planFromStoreAndSupplier(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  readings: OrderReadings,
): Promise<ReadyToSend | NotReady> {
  const {facts, settings, isReadable} = await loadShopWithSettings(deps.db, shop);
  if (facts?.state === 'stopped') return notReadyByPlan(toNotSent('waiting', 'sending_stopped'));
  if (facts === null || facts.state !== 'installed') return notReadyByPlan(toNotSent('waiting', 'uninstalled'));
  if (!isReadable) return notReadyByPlan(toNotSent('waiting', 'settings_unreadable'));
  const rules = settings.orders;
  const typed = openDetails(deps.sealer, order);
  const stored = {approved: order.approved, approvedPrice: order.approved_price, details: typed ?? noDetails};
  const {created_at: seenAt, sent_before: sentBefore} = order;
  const installedAt = installedAtToCheck(order, facts);
  const afterRequest = await loadRequestEndReason(deps.db, order);
  const sold = await planFromStore(deps, shop, order, {
    readings,
    rules,
    overrides: stored,
    times: {installedAt, seenAt, sentBefore, afterRequest},
    withholdsBuyers: facts.buyerData !== null,
  });
  const {plan, until, words, overrides} = sold;
  // The typed details cannot be decrypted. The store's own are not used instead, because they may differ.
  if (typed === null && (plan.kind === 'sendable' || plan.kind === 'needs_details')) {
    return notReadyByPlan(toNotSent('needs_details', 'typed_unreadable'));
  }
  if (plan.kind !== 'sendable') return {...notReadyByPlan(plan, until), words};
  // If the supplier was unreachable for too long, the merchant decides before the supplier is asked again.
  if (isSupplierAwayTooLong(order, deps.now()) && !overrides.approved.includes('supplier_away')) {
    return {...notReadyBySupplier('supplier_away'), words};
  }
  const ready = await planWithSupplier(deps, shop, order, {...sold, plan}, {settings, overrides, facts});
  return ready.kind === 'ready' ? ready : {words, ...ready};
}

/** The shop's settings and its row, and what the merchant decided about the order. */
type ShopContext = {readonly settings: Settings; readonly overrides: MerchantOverrides; readonly facts: Shop};

/** Plans with the supplier's current answers, after decrypting the dropship key. */
async function planWithSupplier(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {plan: sendable, knownCost, entry}: StorePlan & {readonly plan: SendableLine},
  {settings, overrides, facts}: ShopContext,
): Promise<ReadyToSend | NotReady> {
  const key = await catchUnsealError(loadDropshipKey(deps.db, deps.sealer, shop));
  if (key === null) return notReadyByPlan(toNotSent('waiting', 'key_missing'));
  if (key instanceof CannotUnseal) {
    deps.log.warn({shop, dropshipOrder: order.id, err: key}, 'the stored dropship key cannot be read');
    return notReadyByPlan(toNotSent('waiting', 'key_unreadable'));
  }
  if (facts.dropshipKeyState === 'rejected') return notReadyByPlan(toNotSent('waiting', 'key_rejected'));
  const {articleId} = sendable.article;
  const after = order.reason_code === 'looked_at_again' ? order.updated_at : null;
  const asked = await fetchSupplierFacts(deps, shop, {key, articleId, after, listReadAt: facts.listReadAt});
  if (asked.kind !== 'answered') return asked;
  const texts = entry?.texts ?? noCatalogueTexts;
  const brought = await fetchRevenue(deps, shop, order, settings);
  const what = planSend(
    sendable,
    {...asked.facts, knownCost, texts, ...(brought ?? {revenue: null})},
    settings.orders,
    overrides,
  );
  if (what.kind === 'send') return {kind: 'ready', sendable, what, key};
  const {listed, stock} = asked.facts;
  if (stock === null) return listed ? notReadyBySupplier('stock_refused') : notReadyByPlan(what);
  return {...notReadyByPlan(what), words: toOrderWords(planWords(sendable, stock, texts, settings.orders, overrides))};
}

/**
 * The time of the installation, before which orders are held for the merchant. Null for orders that are not held for that: those whose row
 * is older than the installation, because the shop returned before it was erased, and those that the merchant placed again.
 */
function installedAtToCheck(order: OpenOrder, {installedAt}: Pick<Shop, 'installedAt'>): Date | null {
  return order.created_at < installedAt || order.found_by === 'merchant' ? null : installedAt;
}

/** The plan by the store order, with the article's entry in the shop's copy of the catalogue. */
type StorePlan = {
  readonly plan: SendableLine | NotSent;
  /** When to check the order again; null: after the reason's own interval. */
  readonly until: Date | null;
  /** Euro cents: the cost at the last pricing; null: not known, or not needed because nothing is sent. */
  readonly knownCost: number | null;
  readonly entry: CatalogueEntry | null;
  /** Colour and size as they would be ordered; null: the article is not known, or its details were never read. */
  readonly words: OrderWords | null;
  /** The merchant's decisions that hold for the pieces the buyer wants now. */
  readonly overrides: MerchantOverrides;
};

/** What `planFromStore` decides by, besides the order itself. */
type StorePlanInput = {
  readonly readings: OrderReadings;
  readonly rules: OrderRules;
  readonly overrides: MerchantOverrides;
  readonly times: Omit<OurTimes, 'knownBySku'>;
  /** Whether the store is known to withhold buyers' data. Then an address may be missing without an error about it. */
  readonly withholdsBuyers: boolean;
};

/** Decides by the store order and the settings, without asking the supplier. */
async function planFromStore(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {readings, rules, overrides: decided, times: known, withholdsBuyers}: StorePlanInput,
): Promise<StorePlan> {
  const read = await readings.read(order);
  const line = read?.lines.find(({gid}) => gid === order.line_gid);
  if (!read || !line) {
    const missing = planMissingOrder(order, read !== null, deps.now());
    return {plan: missing, until: null, knownCost: null, entry: null, words: null, overrides: decided};
  }
  const overrides = await overridesForPieces(deps, order, read, line, decided);
  const isHidden = withholdsBuyers && read.destination === null && line.unfulfilledQuantity > 0;
  const storeOrder = isHidden ? {...read, destinationWithheld: true} : read;
  const sold = await loadSoldArticle(deps, shop, order, line.variantGid);
  const article = sold?.article ?? articleByHand(order, overrides);
  const times = {...known, knownBySku: isKnownBySku(line, order.variant_gid)};
  const plan = planLine(storeOrder, line, article, rules, deps.now(), overrides, times);
  const entry = article === null ? null : await loadCatalogueEntry(deps.db, shop, article.articleId);
  // The words use `a=stock` as the last run read it, which is enough to show them. It is read again before anything is sent.
  const isRead = article !== null && entry !== null && entry.stock !== null;
  const words = isRead
    ? toOrderWords(
        planWords(
          {properties: collectEnteredProperties(storeOrder, line, article), article},
          entry.stock,
          entry.texts,
          rules,
          overrides,
        ),
      )
    : null;
  if (plan.kind === 'sendable') {
    const knownCost = sold?.knownCost ?? (await loadKnownCost(deps.db, shop, plan.article.articleId));
    return {plan, until: null, knownCost, entry, words, overrides};
  }
  const until = findWaitEnd(plan, storeOrder, {rules, times}, deps.now());
  return {plan, until, knownCost: null, entry, words, overrides};
}

/** The decisions that hold for the pieces the store shows now. More of them than before are stored, so that a later yes is to all of them. */
async function overridesForPieces(
  {db}: PlacingDeps,
  order: OpenOrder,
  {updatedAt}: StoreOrder,
  line: StoreOrder['lines'][number],
  decided: MerchantOverrides,
): Promise<MerchantOverrides> {
  const pieces = remainingPieces(line);
  if (pieces <= order.quantity) return decided;
  await saveMorePieces(db, order, pieces, updatedAt);
  return forMorePieces(decided);
}

/** When the wait of an order ends; null: not known. For a wait for Shopify, the earlier of its end and the usual recheck. */
function findWaitEnd(
  {reason}: NotSent,
  order: StoreOrder,
  {rules, times}: Pick<StorePlanInput, 'rules' | 'times'>,
  now: Date,
): Date | null {
  if (reason.code === 'delayed') return delayEndsAt(order, rules, times.seenAt);
  if (reason.code !== 'risk_pending' && reason.code !== 'not_routed') return null;
  const ends = (reason.code === 'risk_pending' ? fraudWaitEndsAt : routingEndsAt)(order, times.seenAt);
  const recheck = recheckAt(reason.code, now);
  return recheck !== null && recheck < ends ? recheck : ends;
}

/** The article of the line's variant. If the store no longer has that, of the variant recorded first, or of a matching one. */
async function loadSoldArticle({db}: PlacingDeps, shop: ShopDomain, order: OpenOrder, live: VariantGid | null) {
  const first = order.variant_gid;
  const gid = live ?? first ?? (await loadVariantLikeSold(db, order));
  return gid === null ? null : loadVariantArticle(db, shop, gid);
}

/** The article if its variant is not known and the merchant typed a colour or size; else null. */
function articleByHand(order: OpenOrder, {details}: MerchantOverrides): ChosenArticle | null {
  if (details.colour === null && details.size === null) return null;
  return {articleId: order.article_id, colour: details.colour, size: details.size, isByHand: true};
}
