// One article: the supplier's data, the product in the store, and the history of both.
import {z} from 'zod';
import {listingReasonCodes} from '#domain/catalogue/off-sale/listing-reason.ts';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import {LeftPerPiece, listingStates} from './articles.ts';
import {ArticleOptions} from './defined-options.ts';
import {TraceStep} from './pricing.ts';
import {OwnPrice} from './products/own-price.ts';
import {Change} from './runs.ts';

const NullableText = z.string().nullable();
/** An amount in whole cents or other minor units; null: not known. */
const NullableCents = z.number().nullable();
const NullableTime = z.iso.datetime().nullable();
/** Who writes a field of the product: the app (`sync`) or the merchant. */
const Owner = z.enum(['sync', 'merchant'], {error: 'Say sync or merchant.'});

/** The article as the catalogue states it, to be shown; much of it is never written to the store. Amounts in minor units of `currency`. */
const Supplied = z.object({
  sku: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  unit: z.string(),
  moq: z.number(),
  sizes: z.string(),
  colours: z.array(z.string()),
  currency: z.string(),
  pricing: z.enum(['fixed', 'sale', 'on_request']),
  tiers: z.array(z.object({minQty: z.number(), price: z.number()})),
  priceFrom: NullableCents,
  listPrice: NullableCents,
  rrp: NullableCents,
  origin: z.string(),
  seller: z.string(),
  images: z.array(z.string()),
  /** Images of the catalogue that are not written to the store: the address (sometimes shortened, or empty), and why. */
  droppedImages: z.array(z.object({url: z.string(), reason: z.string()})),
  url: z.string(),
  addedAt: NullableText,
});

/** The latest answer of `a=stock`: the price in euro cents, and what can be ordered. */
const Stock = z.object({
  price: z.number(),
  colours: z.array(z.string()),
  sizes: z.array(z.string()),
  shipping: z.array(z.object({zone: z.string(), label: z.string(), fee: z.number(), transit: z.string()})),
  readAt: NullableTime,
  /** Differences between the supplier's own prices, in sentences. */
  notes: z.array(z.string()),
});

/** The article's product in the store, as the app knows it. */
const Listing = z.object({
  state: z.enum(listingStates),
  /** Null if there is no reason, or if this release does not know the code. */
  reasonCode: z.enum(listingReasonCodes).nullable(),
  reason: NullableText,
  productGid: NullableText,
  /** Whether the sync took the product off sale; only then may the sync put it back. */
  lowered: z.boolean(),
  /** Cost of the last pricing in euro cents; selling price in minor units of the store's currency. */
  cost: NullableCents,
  price: NullableCents,
  approvedCost: NullableCents,
  refusedCost: NullableCents,
  /** The steps of the price calculation from the supplier's price. */
  trace: z.array(TraceStep),
  variants: z.array(z.object({gid: z.string(), colour: NullableText, size: NullableText, state: z.string()})),
  fields: z.array(
    z.object({
      field: z.enum(ownableFields),
      owner: Owner,
      /** True: the owner is set for this product. False: the shop's setting counts. In both cases the merchant's edit overrules it. */
      own: z.boolean(),
      /** What Piecewise wrote last; `value` null: it left the field empty. Null: it has not written the field, or stores no value of it. */
      written: z.object({value: NullableText}).nullable(),
      /** The merchant's edit in the store: the value that Piecewise wrote, and the value that the store has. */
      edit: z.object({written: NullableText, live: NullableText}).nullable(),
    }),
  ),
  media: z.array(z.object({url: z.string(), state: z.enum(['pending', 'ready', 'failed']), reason: NullableText})),
  seenAt: NullableTime,
  createdAt: NullableTime,
  updatedAt: NullableTime,
});

/** GET /api/articles/:id?part=…; also the answer of PUT …/hand, …/variants, …/options, DELETE …/options and POST …/read. */
export const ArticleDetail = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: the list names it, but no page of the catalogue has contained it yet. */
  article: Supplied.nullable(),
  stock: Stock.nullable(),
  listed: z.boolean(),
  /** Euro cents, from `a=list`. */
  listPrice: NullableCents,
  chosen: z.boolean(),
  chosenBy: NullableText,
  hand: z.enum(['picked', 'left_out']).nullable(),
  listing: Listing.nullable(),
  /** What the merchant defines where the supplier states no colours or sizes. */
  options: ArticleOptions,
  /** The price that the merchant set for it here; null: the price rules decide. */
  ownPrice: OwnPrice.nullable().default(null),
  quarantine: z
    .object({reason: z.string(), failures: z.number(), since: z.iso.datetime(), runId: z.string()})
    .nullable(),
  /** What a run would do now; null: not chosen, not listed, not read yet, or stored settings cannot be read. */
  next: z
    .object({
      kind: z.enum(['create', 'update', 'unchanged', 'leave', 'hold', 'quarantine']),
      reason: NullableText,
      price: NullableCents,
      /** Of one piece at that price, in the worst zone that the store sells to; null: not known. */
      left: LeftPerPiece.nullable(),
      changes: z.array(z.object({field: z.string(), before: NullableText, after: NullableText, why: z.string()})),
    })
    .nullable(),
  /** `settings`: the stored settings cannot be read. */
  settingsUnreadable: z.literal('settings').nullable(),
  /** The newest 100 changes, newest first. */
  history: z.array(Change),
});
export type ArticleDetail = z.infer<typeof ArticleDetail>;

/** POST /api/articles/:id/off-sale: leaves the article out by hand and takes its product off sale at once. */
export const TakenOffSale = z.object({
  /** Whether the store shows nothing of the article on sale; false: the decision is stored, and the next run takes it off sale. */
  isOffSale: z.boolean(),
  /** What became of it and what to do, as sentences. */
  text: z.string(),
  article: ArticleDetail,
});
export type TakenOffSale = z.infer<typeof TakenOffSale>;

/** GET /api/products/:gid/article; null: the product is not linked to an article. */
export const ProductArticle = z.object({articleId: z.string().nullable()});
export type ProductArticle = z.infer<typeof ProductArticle>;

/** POST /api/articles/:id/approve-cost: the cost the merchant saw, in euro cents. */
export const ApproveCostInput = z.object({cost: z.number('Name the cost you approve.').int().min(1)});

/** PUT /api/articles/:id/fields/:field; POST …/fields/:field/give-back equals owner sync. */
export const FieldOwnerInput = z.object({owner: Owner});
/** PUT /api/articles/:id/variants: takes the variant `gid` off sale although the supplier states it, or allows it again. */
export const OffSaleInput = z.object({gid: z.string().min(1).max(200), offSale: z.boolean()});
/** The fields of a product that either the app or the merchant writes. */
export const OwnableField = z.enum(ownableFields);
