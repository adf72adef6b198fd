// What one article's listing needs now: create, update, nothing, or hold with the reason. Pure, so a preview and a run agree.
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {toOptions, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {type PriceRules, toPrice} from '#domain/catalogue/price.ts';
import {type ProductDraft, toProductText} from '#domain/catalogue/to-product.ts';

/** The listing as the database knows it. */
export type KnownListing = {
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  readonly productGid: string | null;
  readonly fingerprint: string | null;
  readonly variants: readonly KnownVariant[];
};

export type KnownVariant = VariantWords & {
  readonly gid: string;
  readonly state: 'live' | 'suppressed' | 'deleted_in_store';
};

export type ListingFacts = {
  readonly article: Article;
  readonly stock: StockReading;
  readonly listing: KnownListing | null;
  readonly rules: PriceRules;
  readonly onRequest: boolean;
  /** Text to a short hash; the rim's, so that the decision stays free of vendors. */
  readonly digest: (text: string) => string;
};

export type ListingPlan =
  | {readonly kind: 'create'; readonly draft: ProductDraft; readonly fingerprint: string}
  | {
      readonly kind: 'update';
      readonly draft: ProductDraft;
      readonly fingerprint: string;
      /** Live variants whose colour or size is no longer stated: taken off the product, since untracked means always buyable. */
      readonly gone: readonly KnownVariant[];
      /** Whether variants must be added or taken away, not only priced. */
      readonly variantsChange: boolean;
      readonly restore: boolean;
    }
  | {readonly kind: 'unchanged'}
  | {readonly kind: 'leave'; readonly reason: string}
  | {readonly kind: 'hold'; readonly reason: string; readonly productGid: string | null}
  | {readonly kind: 'quarantine'; readonly reason: string};

export function planListing(facts: ListingFacts): ListingPlan {
  const {article, listing, stock} = facts;
  if (listing?.state === 'deleted_in_store') {
    return {kind: 'leave', reason: 'The merchant deleted this product; it is not made again unasked.'};
  }
  if (article.currency !== 'EUR') {
    return {kind: 'quarantine', reason: `The article's currency is "${article.currency.slice(0, 10)}", not EUR.`};
  }
  const options = toOptions(stock);
  if (options.kind === 'unusable') return {kind: 'quarantine', reason: options.reason};
  if (article.pricing === 'on_request' && !facts.onRequest) {
    return hold(listing, 'The price is on request: the stated one is only indicative.');
  }
  const priced = toPrice(stock.price, article.rrp, facts.rules);
  if (priced.kind === 'hold') return hold(listing, priced.reason);

  const suppressed = new Set(
    listing?.variants.filter((variant) => variant.state === 'deleted_in_store').map(variantKey) ?? [],
  );
  const variants = options.variants
    .filter((words) => !suppressed.has(variantKey(words)))
    .map((words) => ({
      ...words,
      sku: article.sku.trim() || null,
      price: priced.price,
      compareAt: priced.compareAt,
      cost: priced.cost,
    }));
  if (variants.length === 0) return hold(listing, 'Every variant of this product was taken out of the store.');
  const draft = {...toProductText(article), options: {colours: options.colours, sizes: options.sizes}, variants};
  return planAgainst(facts, draft);
}

function planAgainst({listing, digest}: ListingFacts, draft: ProductDraft): ListingPlan {
  const fingerprint = digest(ownedText(draft));
  if (listing === null || listing.productGid === null) return {kind: 'create', draft, fingerprint};
  if (listing.state === 'active' && listing.fingerprint === fingerprint) return {kind: 'unchanged'};
  const wanted = new Set(draft.variants.map(variantKey));
  const live = listing.variants.filter((variant) => variant.state === 'live');
  const liveKeys = new Set(live.map(variantKey));
  const gone = live.filter((variant) => !wanted.has(variantKey(variant)));
  const variantsChange = gone.length > 0 || draft.variants.some((variant) => !liveKeys.has(variantKey(variant)));
  return {kind: 'update', draft, fingerprint, gone, variantsChange, restore: listing.state !== 'active'};
}

/** What the sync goes on owning after creation: variants with their prices, costs and SKUs, in whatever order they come. */
function ownedText({options, variants}: ProductDraft): string {
  const rows = variants.map((variant) =>
    JSON.stringify([variantKey(variant), variant.sku, variant.price, variant.compareAt, variant.cost]),
  );
  return JSON.stringify([options.colours, options.sizes, rows.toSorted()]);
}

function hold(listing: KnownListing | null, reason: string): ListingPlan {
  return {kind: 'hold', reason, productGid: listing?.productGid ?? null};
}
