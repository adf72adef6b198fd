// One article's rows as an answer of the contract, with what a run would do with it now.
import {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import {ownerOf} from '#domain/catalogue/owned-field.ts';
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import {maxImages} from '#domain/catalogue/to-product.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {worstLeft} from '#domain/margins/left-per-piece.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {describePriceDifferences} from '#domain/pricing/price-notes.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {toPriceStore} from '../../db/catalogue/choice.ts';
import {type ListingFacts, loadListingFacts} from '../../db/listings/listing-facts.ts';
import {loadListings, type StoredListing} from '../../db/listings/listings.ts';
import {loadOwnPrices} from '../../db/own-prices/own-prices.ts';
import {loadQuarantineEntry} from '../../db/runs/approvals.ts';
import {loadArticleChanges} from '../../db/runs/run-changes.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import type {ArticleDetail} from '../contract/article.ts';
import {TraceStep} from '../contract/pricing.ts';
import {toChange} from './answers.ts';
import {loadOptionsPart} from './options/options-part.ts';
import {requireArticle} from './require-article.ts';

type ArticleRow = Awaited<ReturnType<typeof requireArticle>>['row'];

const historyEntriesShown = 100;

/**
 * Loads the whole answer about one article; throws a 404 if the shop has no article `given`. @param part of an article split into
 * several products; '' if it is one product.
 */
export async function loadArticleDetail(
  deps: Pick<Deps, 'db' | 'digest'>,
  shop: ShopDomain,
  given: unknown,
  part = '',
): Promise<ArticleDetail> {
  const {db} = deps;
  const {id, row} = await requireArticle(deps, shop, given);
  const {settings, isReadable} = await loadStoredSettings(db, shop);
  const listing = (await loadListings(db, shop, [id])).get(id) ?? null;
  const facts = await loadListingFacts(db, shop, id, part);
  const quarantined = await loadQuarantineEntry(db, shop, id);
  const history = await loadArticleChanges(db, shop, id, historyEntriesShown);
  const options = await loadOptionsPart(deps, shop, row);
  const ownPrice = (await loadOwnPrices(db, shop, [id])).get(id) ?? null;
  const inputs = {row, defined: options.defined, ownPrice, listing};
  return {
    id,
    name: row.name,
    article: row.data === null ? null : toSuppliedArticle(row.data),
    stock: toStock(row),
    listed: row.listed,
    listPrice: row.list_price,
    chosen: row.chosen,
    chosenBy: row.chosen_by,
    hand: row.hand,
    listing: listing === null || facts === null ? null : toListing(listing, facts, settings),
    options,
    ownPrice,
    quarantine:
      quarantined === null
        ? null
        : {
            reason: quarantined.reason,
            failures: quarantined.failures,
            since: quarantined.since.toISOString(),
            runId: quarantined.run_id,
          },
    next: isReadable ? await planNextRun(deps, shop, inputs, settings) : null,
    settingsUnreadable: isReadable ? null : 'settings',
    history: history.map(toChange),
  };
}

/** The catalogue's entry as the page shows it; images beyond those a product takes are listed as dropped. */
function toSuppliedArticle({
  id: _id,
  tiers,
  colours,
  images,
  droppedImages = [],
  ...rest
}: NonNullable<ArticleRow['data']>): ArticleDetail['article'] {
  const surplus = images
    .slice(maxImages)
    .map((url) => ({url, reason: `A product takes the first ${maxImages} images.`}));
  return {
    ...rest,
    tiers: tiers.map((tier) => ({...tier})),
    colours: [...colours],
    images: [...images],
    droppedImages: [...droppedImages.map((dropped) => ({...dropped})), ...surplus],
  };
}

/** The latest `a=stock` answer as the page shows it, with notes on differences between the supplier's prices; null: it was not read yet. */
function toStock({stock, stock_read_at: readAt, list_price: listPrice, data}: ArticleRow): ArticleDetail['stock'] {
  if (stock === null) return null;
  const shipping = Object.entries(stock.shipping).map(([zone, entry]) => ({zone, ...entry}));
  const {price, colours, sizes} = stock;
  const notes = describePriceDifferences({price, listPrice, tiers: data?.tiers ?? []});
  return {
    price,
    colours: [...colours],
    sizes: [...sizes],
    shipping,
    readAt: readAt?.toISOString() ?? null,
    notes: [...notes],
  };
}

/** The article's product as the page shows it. @param facts what is stored of the listing besides: cost, prices, trace and times. */
function toListing(listing: StoredListing, facts: ListingFacts, settings: Settings): ArticleDetail['listing'] {
  return {
    state: listing.state,
    reasonCode: listing.reasonCode,
    reason: listing.reason,
    productGid: listing.productGid,
    lowered: listing.takenOffSale,
    cost: facts.cost,
    price: facts.price,
    approvedCost: facts.approved_cost,
    refusedCost: facts.refused_cost,
    trace: toPriceTrace(facts.trace),
    variants: listing.variants.map(({gid, colour, size, state}) => ({gid, colour, size, state})),
    fields: toOwnableFields(listing, settings),
    media: listing.media.map(({url, state, reason}) => ({url, state, reason})),
    seenAt: facts.seen_at?.toISOString() ?? null,
    createdAt: facts.created_at.toISOString(),
    updatedAt: facts.updated_at.toISOString(),
  };
}

/** The stored steps of the price calculation, without those that cannot be read. */
const toPriceTrace = (trace: ListingFacts['trace']): NonNullable<ArticleDetail['listing']>['trace'] =>
  (trace ?? []).flatMap((step) => TraceStep.safeParse(step).data ?? []);

/** Who writes each ownable field, the value written last, and the merchant's edit. */
function toOwnableFields(listing: StoredListing, settings: Settings): NonNullable<ArticleDetail['listing']>['fields'] {
  const edits = new Map(Object.entries(FieldEdits.parse(listing.edits)));
  const written = new Map(Object.entries(WrittenValues.parse(listing.written)));
  return ownableFields.map((field) => ({
    field,
    owner: ownerOf(field, settings.owned, listing.ownedHere, listing.edits),
    own: Object.hasOwn(listing.ownedHere, field),
    written: written.has(field) ? {value: written.get(field) ?? null} : null,
    edit: edits.get(field) ?? null,
  }));
}

/** What decides, besides the settings, what a run does with an article. */
type PlannedInputs = {
  readonly row: ArticleRow;
  readonly defined: DefinedOptions;
  readonly ownPrice: OwnPrice | null;
  readonly listing: StoredListing | null;
};

/**
 * What a run would do with the article now, planned by the run's own function on the data read last; null if the article is not chosen
 * or not listed, or if the catalogue's entry or `a=stock` was not read yet.
 */
async function planNextRun(
  {db, digest}: Pick<Deps, 'db' | 'digest'>,
  shop: ShopDomain,
  {row, defined, ownPrice, listing}: PlannedInputs,
  settings: Settings,
): Promise<ArticleDetail['next']> {
  const facts = await loadShop(db, shop);
  const isUnread = row.stock === null && listing?.reasonCode !== 'no_stock_answer';
  if (facts === null || row.data === null || !row.chosen || !row.listed || isUnread) return null;
  const store = toPriceStore(facts);
  const plan = planListing({article: row.data, stock: row.stock, defined, ownPrice, listing, settings, store, digest});
  const {terms, sold} = await loadStoreSales(db, facts, settings);
  const price = 'price' in plan ? plan.price : null;
  return {
    kind: planKindsInApi[plan.kind],
    reason: 'reason' in plan ? plan.reason : null,
    price,
    left:
      price === null || terms === null || row.stock === null ? null : worstLeft(price, sold.zones, row.stock, terms),
    changes: changesOfPlan(plan),
  };
}

/**
 * The API's names for the kinds of a plan. Pages that are already open know `leave` (the product stays as it is) and `hold` (it becomes
 * a draft), so these two names stay.
 */
const planKindsInApi = {
  create: 'create',
  update: 'update',
  unchanged: 'unchanged',
  keep: 'leave',
  draft: 'hold',
  quarantine: 'quarantine',
} as const satisfies Readonly<Record<ListingPlan['kind'], NonNullable<ArticleDetail['next']>['kind']>>;

/** The changes of a plan; empty for a plan that changes no field. */
const changesOfPlan = (plan: ListingPlan) => ('changes' in plan ? plan.changes.map((change) => ({...change})) : []);
