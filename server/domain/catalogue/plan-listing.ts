// Decides what one article's listing needs now: create, update, nothing, or a draft with a reason. Pure, so a preview decides like a run.

import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {FieldChange} from '#domain/catalogue/changes.ts';
import {describeCreation, describeStatusChange} from '#domain/catalogue/changes.ts';
import {isMadeOnSale, type KnownListing, type KnownVariant, keysOffSale} from '#domain/catalogue/known-listing.ts';
import {type DraftDecision, draftFor} from '#domain/catalogue/off-sale/draft.ts';
import {
  oneVariantPerKey,
  type ProductOptions,
  toProductOptions,
  type VariantWords,
  variantKey,
} from '#domain/catalogue/options.ts';
import {draftFingerprint, fieldsOwnedBySync, planUpdate} from '#domain/catalogue/plan-update.ts';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import {type ProductDraft, toImageAlt, toLine, toProductText} from '#domain/catalogue/to-product.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';
import {euroText} from '#domain/money.ts';
import {
  type DefinedOptions,
  isDefinitionUsed,
  optionNames,
  withDefinedOptions,
} from '#domain/options/defined-options.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {type PriceResult, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import type {PriceTrace} from '#domain/pricing/price-trace.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** The article's fields that decide whether it is sold and at which price. Texts and pictures are not among them. */
export type ArticleSaleFacts = Pick<Article, 'id' | 'brand' | 'category' | 'currency' | 'pricing' | 'rrp'>;

/** The listing's fields that decide whether the article is sold and at which price. */
export type ListingSaleFacts = Pick<
  KnownListing,
  'state' | 'productGid' | 'variants' | 'previousCost' | 'approvedCost' | 'refusedCost'
>;

export type ListingFacts = SaleFacts & {
  readonly article: Article;
  readonly listing: KnownListing | null;
  /** Makes a short hash of a text. The caller passes it because the domain imports only itself and zod. */
  readonly digest: (text: string) => string;
};

export type SaleFacts = {
  readonly article: ArticleSaleFacts;
  /** Null: the supplier lists the article but returns no details. */
  readonly stock: StockReading | null;
  /** The colours and sizes the merchant defined for this article; used only where `stock` states none. */
  readonly defined: DefinedOptions | null;
  /** The price the merchant set for this article; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** The supplier did not answer the last `a=stock`. The older reading is enough for products on sale, but not to put one on sale. */
  readonly unanswered?: boolean;
  readonly listing: ListingSaleFacts | null;
  /** The title of a product that may be this article already, until the merchant says what it is. */
  readonly maybe?: string | null;
  readonly settings: Pick<Settings, 'pricing' | 'template' | 'owned' | 'onRequest' | 'newProducts'>;
  readonly store: PriceStore;
  /** Parts that stay unchanged because their change waits for a brake or the merchant refused it. */
  readonly keep?: KeptParts;
};

/** `cost`: the product keeps the cost of its last pricing. `variants`: none is added or removed, except those taken off sale. */
export type KeptParts = {readonly cost: boolean; readonly variants: boolean};

/** The cost in euro cents, the price in the store's minor units, the margin, and how the price was calculated. */
type PlannedPrice = {
  readonly cost: number;
  readonly price: number;
  readonly trace: PriceTrace;
};

export type ListingPlan =
  | ({
      readonly kind: 'create';
      readonly draft: ProductDraft;
      readonly fingerprint: string;
      readonly changes: readonly FieldChange[];
    } & PlannedPrice)
  | ({
      readonly kind: 'update';
      readonly draft: ProductDraft;
      readonly fingerprint: string;
      /** The fields to write: owned by the sync and different from what was written last. */
      readonly write: readonly OwnableField[];
      /** Live variants to withdraw: no longer stated, or taken off sale. Without tracked inventory they would stay buyable. */
      readonly gone: readonly KnownVariant[];
      /** Whether variants must be added or removed, and not only priced. */
      readonly variantsChange: boolean;
      /** Whether the listing was a draft or retired, or is to be published. Its product goes on sale only if it `isToRaise`. */
      readonly restore: boolean;
      readonly changes: readonly FieldChange[];
      /** Variants that the merchant took off sale and the supplier no longer states; they become `suppressed`. */
      readonly forgotten: readonly VariantGid[];
    } & PlannedPrice)
  /** Needs no call to the store. The fingerprint must still be saved: it differs from the stored one if, say, a field's owner changed. */
  | ({
      readonly kind: 'unchanged';
      readonly fingerprint: string;
      readonly forgotten: readonly VariantGid[];
    } & PlannedPrice)
  /** The listing stays as it is; the sentence says why. */
  | {readonly kind: 'keep'; readonly reason: string}
  | (DraftDecision & {
      readonly productGid: ProductGid | null;
      /** The supplier's cost in euro cents, to show and approve. The product is not priced at it, so do not save it as the priced cost. */
      readonly cost: number | null;
      readonly trace: PriceTrace;
      readonly changes: readonly FieldChange[];
    })
  | {readonly kind: 'quarantine'; readonly reason: string};

/** A cost that moves by more than this, up or down, is used for a price only after the merchant approves it. */
const costMovePercent = 50;

/** Which variants of an article are sold and at which price. It does not say whether the store must be written. */
export type PlannedSale = {
  readonly kind: 'sale';
  readonly options: Extract<ProductOptions, {kind: 'variants'}>;
  /** The variants of `options` that the merchant neither took off sale nor deleted in the store. */
  readonly variants: readonly VariantWords[];
  readonly stock: StockReading;
  readonly priced: Extract<PriceResult, {kind: 'price'}>;
};

/** The plan for an article that is not sold, or whose listing is not changed. */
type NoSale = Extract<ListingPlan, {kind: 'keep' | 'draft' | 'quarantine'}>;

/** Plans everything that one article's listing needs, texts and images included. */
export function planListing(facts: ListingFacts): ListingPlan {
  const sale = planSale(facts);
  if (sale.kind !== 'sale') return sale;
  const {article, listing, settings, store} = facts;
  const {options, stock, priced} = sale;
  const {price, compareAt, cost, trace} = priced;
  const variants = sale.variants.map((words) => ({...words, sku: toLine(article.sku) || null, price, compareAt, cost}));
  const text = toProductText(article, settings.template);
  const {colours, sizes} = options;
  const imageAlt = toImageAlt(article, stock.colours);
  const draft = {...text, imageAlt, currency: store.currency, options: {colours, sizes}, variants};
  const kept = facts.keep?.variants === true && listing !== null ? listing.variants : [];
  const stated = new Set([...options.variants, ...kept].map(variantKey));
  return planCreateOrUpdate(facts, draft, stated, {cost: stock.price, price, trace});
}

/** Plans variants and price, for which the article's texts are not needed. For an article without a product, a preview needs no more. */
export function planSale(facts: SaleFacts): PlannedSale | NoSale {
  const {article, listing, ownPrice, settings, store} = facts;
  const stock = withKeptCost(facts);
  if (listing?.state === 'deleted_in_store') {
    return {kind: 'keep', reason: 'The merchant deleted this product; it is only made again on request.'};
  }
  if (article.currency !== 'EUR') return planOtherCurrency(facts);
  const maybe = listing?.productGid == null ? (facts.maybe ?? null) : null;
  if (maybe !== null) return planDraft(facts, maybeInStoreDraft(maybe));
  const isOnSale = listing?.state === 'active' && listing.productGid !== null;
  if (stock === null || (facts.unanswered === true && !isOnSale)) {
    const reason = 'The supplier lists it but answers nothing about its price, colours and sizes.';
    return isOnSale ? {kind: 'keep', reason} : planDraft(facts, draftFor('no_stock_answer', reason));
  }
  const isKept = facts.keep?.variants === true && listing !== null;
  const options = isKept ? toKeptOptions(listing) : toProductOptions(withDefinedOptions(stock, facts.defined));
  if (options.kind === 'unusable') return planDraft(facts, draftFor('variants_impossible', options.reason));
  if (article.pricing === 'on_request' && !settings.onRequest) {
    return planDraft(facts, draftFor('on_request', 'The price is on request: the stated one is only indicative.'));
  }
  const words = {...article, shipping: stock.shipping, ownPrice};
  const priced = toPrice(stock.price, article.rrp, words, settings.pricing, store);
  if (priced.kind === 'draft') return planDraft(facts, priced, priced.trace);
  const moved = draftForMovedCost(listing, stock.price);
  if (moved !== null) return planDraft(facts, moved, priced.trace);

  const off = keysOffSale(listing?.variants ?? []);
  const variants = off.size === 0 ? options.variants : options.variants.filter((one) => !off.has(variantKey(one)));
  const gone = draftFor('variants_gone', 'Every variant of this product was taken off sale.');
  if (variants.length === 0) return planDraft(facts, gone, priced.trace);
  return {kind: 'sale', options, variants, stock, priced};
}

function planCreateOrUpdate(
  {listing, settings, digest, stock, defined}: ListingFacts,
  draft: ProductDraft,
  stated: ReadonlySet<string>,
  priced: PlannedPrice,
): ListingPlan {
  if (listing === null || listing.productGid === null) {
    const fingerprint = draftFingerprint(draft, fieldsOwnedBySync(settings.owned, listing), digest);
    const changes = describeCreation(draft, isMadeOnSale(listing, settings.newProducts) ? 'ACTIVE' : 'DRAFT');
    return {kind: 'create', draft, fingerprint, changes, ...priced};
  }
  const byMerchant = optionNames.filter((name) => stock !== null && isDefinitionUsed(name, stock, defined));
  const why = {previousCost: listing.previousCost, cost: priced.cost, defined: byMerchant};
  const update = planUpdate({listing, draft, owned: settings.owned, digest, why});
  const forgotten = listing.variants
    .filter((variant) => variant.state === 'off_sale' && !stated.has(variantKey(variant)))
    .map(({gid}) => gid);
  if (update.write.length === 0 && !update.restore) {
    return {kind: 'unchanged', fingerprint: update.fingerprint, forgotten, ...priced};
  }
  return {kind: 'update', draft, ...update, forgotten, ...priced};
}

const maybeInStoreDraft = (title: string): DraftDecision =>
  draftFor('maybe_in_store', `“${title}” in your store may be this article already. On Home you say whether it is.`);

/** Plans an article whose currency is not EUR: its product becomes a draft; without a product, the article is quarantined. */
function planOtherCurrency(facts: SaleFacts): NoSale {
  const reason = `The article's currency is "${facts.article.currency.slice(0, 10)}", not EUR.`;
  const hasProduct = (facts.listing?.productGid ?? null) !== null;
  return hasProduct ? planDraft(facts, draftFor('price_invalid', reason)) : {kind: 'quarantine', reason};
}

/** Replaces a cost that waits for the merchant's decision, or that the merchant refused, with the cost of the last pricing. */
function withKeptCost({stock, listing, keep}: SaleFacts): StockReading | null {
  const previous = listing?.previousCost ?? null;
  if (stock === null || listing === null || previous === null) return stock;
  if (keep?.cost !== true && listing.refusedCost !== stock.price) return stock;
  // The product is a draft because of this cost, so it must not go back on sale at the older one.
  const isOffForIt = listing.state === 'held' && (stock.price <= 0 || draftForMovedCost(listing, stock.price) !== null);
  return isOffForIt ? stock : {...stock, price: previous};
}

function draftForMovedCost(listing: ListingSaleFacts | null, cost: number): DraftDecision | null {
  const previous = listing?.previousCost ?? null;
  if (previous === null || previous <= 0 || listing?.approvedCost === cost) return null;
  if (100 * Math.abs(cost - previous) <= costMovePercent * previous) return null;
  const moved = `The supplier's price went from ${euroText(previous)} to ${euroText(cost)}.`;
  return draftFor('cost_moved', `${moved} It is on sale again once you use the new cost.`);
}

function toKeptOptions({variants}: ListingSaleFacts): Extract<ProductOptions, {kind: 'variants'}> {
  const kept = oneVariantPerKey(
    variants.filter(({state}) => state === 'live'),
    [],
  );
  const live = [...kept.values()].map(({colour, size}) => ({colour, size}));
  const [colours, sizes] = [live.some(({colour}) => colour !== null), live.some(({size}) => size !== null)];
  return {kind: 'variants', colours, sizes, variants: live};
}

function planDraft({listing, stock}: SaleFacts, {code, reason}: DraftDecision, trace: PriceTrace = []): NoSale {
  const productGid = listing?.productGid ?? null;
  const isOnSale = productGid !== null && listing?.state === 'active';
  const changes = isOnSale ? [describeStatusChange('ACTIVE', 'DRAFT', reason)] : [];
  return {kind: 'draft', code, reason, productGid, cost: stock?.price ?? null, trace, changes};
}
