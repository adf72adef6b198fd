// Decides what one article's listing needs now: create, update, nothing, or a draft with a reason. Pure, so a preview and a run
// agree.

import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {FieldChange} from '#domain/catalogue/changes.ts';
import {toCreation, toStatusChange} from '#domain/catalogue/changes.ts';
import {type KnownListing, type KnownVariant, keysOffSale} from '#domain/catalogue/known-listing.ts';
import {type Drafted, drafted} from '#domain/catalogue/off-sale/draft.ts';
import {type Options, oneOfEach, toOptions, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {fieldsOwned, fingerprintOf, planUpdate} from '#domain/catalogue/plan-update.ts';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import {type ProductDraft, toImageAlt, toLine, toProductText} from '#domain/catalogue/to-product.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';
import {eur, toDecimal} from '#domain/money.ts';
import {type DefinedOptions, definitionCounts, optionNames, withDefined} from '#domain/options/defined-options.ts';
import {type Priced, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import type {PriceTrace} from '#domain/pricing/price-trace.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** What decides whether an article is sold and at which price; its texts and pictures do not. */
export type ArticleSaleFacts = Pick<Article, 'id' | 'brand' | 'category' | 'currency' | 'pricing' | 'rrp'>;

/** The part of the article's listing that decides the same. */
export type ListingSaleFacts = Pick<
  KnownListing,
  'state' | 'productGid' | 'variants' | 'previousCost' | 'approvedCost' | 'refusedCost'
>;

export type ListingFacts = SaleFacts & {
  readonly article: Article;
  readonly listing: KnownListing | null;
  /** Text to a short hash; passed in, because the domain imports only itself and zod. */
  readonly digest: (text: string) => string;
};

export type SaleFacts = {
  readonly article: ArticleSaleFacts;
  /** Null: the supplier lists the article but returns no details. */
  readonly stock: StockReading | null;
  /** What the merchant defined for this article; used only where `stock` states no word. */
  readonly defined: DefinedOptions | null;
  /**
   * The supplier did not answer the last request. The old data is good enough for products on sale, but not to put one on sale.
   */
  readonly unanswered?: boolean;
  readonly listing: ListingSaleFacts | null;
  /** The title of a product that may be this article already, until the merchant says what it is. */
  readonly maybe?: string | null;
  readonly settings: Pick<Settings, 'pricing' | 'template' | 'owned' | 'onRequest' | 'newProducts'>;
  readonly store: PriceStore;
  /** What stays unchanged because the change waits for a brake or the merchant refused it. */
  readonly keep?: Keeping;
};

/** cost: the product keeps the cost of its last pricing. variants: no variant is added or removed, except those taken off sale. */
export type Keeping = {readonly cost: boolean; readonly variants: boolean};

/** Part of every plan with a price: the cost in euro cents, the price in the store's minor units, and its calculation. */
type PlannedPrice = {
  readonly cost: number;
  readonly price: number;
  readonly marginPercent: number;
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
      /**
       * Live variants that are no longer stated, or were taken off sale. They are withdrawn: without tracked
       * inventory they would stay buyable.
       */
      readonly gone: readonly KnownVariant[];
      /** Whether variants must be added or removed, and not only priced. */
      readonly variantsChange: boolean;
      /** The listing was a draft or retired. Its product goes on sale again only if the sync took it off sale. */
      readonly restore: boolean;
      readonly changes: readonly FieldChange[];
      /** Gids of variants taken off sale that are no longer stated; they become suppressed. */
      readonly forgotten: readonly VariantGid[];
    } & PlannedPrice)
  /** No call to the store. The fingerprint can differ from the stored one, e.g. if a field's owner changed, so it must be saved. */
  | ({
      readonly kind: 'unchanged';
      readonly fingerprint: string;
      readonly forgotten: readonly VariantGid[];
    } & PlannedPrice)
  | {readonly kind: 'keep'; readonly reason: string}
  | (Drafted & {
      readonly productGid: ProductGid | null;
      /** The supplier's cost in euro cents, to show and approve. Do not save it as the cost the product is priced on. */
      readonly cost: number | null;
      readonly trace: PriceTrace;
      readonly changes: readonly FieldChange[];
    })
  | {readonly kind: 'quarantine'; readonly reason: string};

/** If a cost moves further than this, up or down, the merchant must approve it before it is used for a price. */
const costMovePercent = 50;

/** What is sold of an article and at which price. Whether anything has to be written is not known yet. */
export type Sale = {
  readonly kind: 'sale';
  readonly options: Extract<Options, {kind: 'variants'}>;
  /** Those of `options` that the merchant neither took off sale nor deleted in the store. */
  readonly variants: readonly VariantWords[];
  readonly stock: StockReading;
  readonly priced: Extract<Priced, {kind: 'price'}>;
};

/** Nothing is sold, or nothing is changed. */
type Refused = Extract<ListingPlan, {kind: 'keep' | 'draft' | 'quarantine'}>;

export function planListing(facts: ListingFacts): ListingPlan {
  const sale = planSale(facts);
  if (sale.kind !== 'sale') return sale;
  const {article, listing, settings, store} = facts;
  const {options, stock, priced} = sale;
  const {price, compareAt, cost, marginPercent, trace} = priced;
  const variants = sale.variants.map((words) => ({...words, sku: toLine(article.sku) || null, price, compareAt, cost}));
  const text = toProductText(article, settings.template);
  const {colours, sizes} = options;
  const imageAlt = toImageAlt(article, stock.colours);
  const draft = {...text, imageAlt, currency: store.currency, options: {colours, sizes}, variants};
  const kept = facts.keep?.variants === true && listing !== null ? listing.variants : [];
  const stated = new Set([...options.variants, ...kept].map(variantKey));
  return planAgainst(facts, draft, stated, {cost: stock.price, price, marginPercent, trace});
}

/** The part of a plan that needs no texts. Runs and previews share it; a preview needs no more for articles without a product. */
export function planSale(facts: SaleFacts): Sale | Refused {
  const {article, listing, settings, store} = facts;
  const stock = withKeptCost(facts);
  if (listing?.state === 'deleted_in_store') {
    return {kind: 'keep', reason: 'The merchant deleted this product; it is only made again on request.'};
  }
  if (article.currency !== 'EUR') return inOtherCurrency(facts);
  const maybe = listing?.productGid == null ? (facts.maybe ?? null) : null;
  if (maybe !== null) return toDraft(facts, maybeInStore(maybe));
  const isOnSale = listing?.state === 'active' && listing.productGid !== null;
  if (stock === null || (facts.unanswered === true && !isOnSale)) {
    const reason = 'The supplier lists it but answers nothing about its price, colours and sizes.';
    return isOnSale ? {kind: 'keep', reason} : toDraft(facts, drafted('no_stock_answer', reason));
  }
  const isKept = facts.keep?.variants === true && listing !== null;
  const options = isKept ? toKeptOptions(listing) : toOptions(withDefined(stock, facts.defined));
  if (options.kind === 'unusable') return toDraft(facts, drafted('variants_impossible', options.reason));
  if (article.pricing === 'on_request' && !settings.onRequest) {
    return toDraft(facts, drafted('on_request', 'The price is on request: the stated one is only indicative.'));
  }
  const priced = toPrice(stock.price, article.rrp, {...article, shipping: stock.shipping}, settings.pricing, store);
  if (priced.kind === 'draft') return toDraft(facts, priced, priced.trace);
  const moved = costMoved(listing, stock.price);
  if (moved !== null) return toDraft(facts, moved, priced.trace);

  const off = keysOffSale(listing?.variants ?? []);
  const variants = off.size === 0 ? options.variants : options.variants.filter((words) => !off.has(variantKey(words)));
  if (variants.length === 0) {
    return toDraft(facts, drafted('variants_gone', 'Every variant of this product was taken off sale.'), priced.trace);
  }
  return {kind: 'sale', options, variants, stock, priced};
}

function planAgainst(
  {listing, settings, digest, stock, defined}: ListingFacts,
  draft: ProductDraft,
  stated: ReadonlySet<string>,
  priced: PlannedPrice,
): ListingPlan {
  if (listing === null || listing.productGid === null) {
    const fingerprint = fingerprintOf(draft, fieldsOwned(settings.owned, listing), digest);
    const changes = toCreation(draft, settings.newProducts === 'active' ? 'ACTIVE' : 'DRAFT');
    return {kind: 'create', draft, fingerprint, changes, ...priced};
  }
  const byMerchant = optionNames.filter((name) => stock !== null && definitionCounts(name, stock, defined));
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

const maybeInStore = (title: string): Drafted =>
  drafted('maybe_in_store', `“${title}” in your store may be this article already. On Home you say whether it is.`);

/** An article in another currency: its product becomes a draft; without a product, the article is quarantined. */
function inOtherCurrency(facts: SaleFacts): Refused {
  const reason = `The article's currency is "${facts.article.currency.slice(0, 10)}", not EUR.`;
  const hasProduct = (facts.listing?.productGid ?? null) !== null;
  return hasProduct ? toDraft(facts, drafted('price_invalid', reason)) : {kind: 'quarantine', reason};
}

/** Uses the last cost instead of one that waits for the merchant's decision or was refused; all other fields are updated. */
function withKeptCost({stock, listing, keep}: SaleFacts): StockReading | null {
  const previous = listing?.previousCost ?? null;
  if (stock === null || listing === null || previous === null) return stock;
  if (keep?.cost !== true && listing.refusedCost !== stock.price) return stock;
  // A draft because of this cost: do not put it back on sale at another cost.
  const isOffForIt = listing.state === 'held' && (stock.price <= 0 || costMoved(listing, stock.price) !== null);
  return isOffForIt ? stock : {...stock, price: previous};
}

function costMoved(listing: ListingSaleFacts | null, cost: number): Drafted | null {
  const previous = listing?.previousCost ?? null;
  if (previous === null || previous <= 0 || listing?.approvedCost === cost) return null;
  if (100 * Math.abs(cost - previous) <= costMovePercent * previous) return null;
  const [before, after] = [toDecimal(eur(previous)), toDecimal(eur(cost))];
  return drafted('cost_moved', `The supplier's price went from ${before} to ${after} EUR. Approve it to publish it.`);
}

function toKeptOptions({variants}: ListingSaleFacts): Extract<Options, {kind: 'variants'}> {
  const kept = oneOfEach(
    variants.filter(({state}) => state === 'live'),
    [],
  );
  const live = [...kept.values()].map(({colour, size}) => ({colour, size}));
  const [colours, sizes] = [live.some(({colour}) => colour !== null), live.some(({size}) => size !== null)];
  return {kind: 'variants', colours, sizes, variants: live};
}

function toDraft({listing, stock}: SaleFacts, {code, reason}: Drafted, trace: PriceTrace = []): Refused {
  const productGid = listing?.productGid ?? null;
  const isOnSale = productGid !== null && listing?.state === 'active';
  const changes = isOnSale ? [toStatusChange('ACTIVE', 'DRAFT', reason)] : [];
  return {kind: 'draft', code, reason, productGid, cost: stock?.price ?? null, trace, changes};
}
