// Schemas of Shopify's answers to order-operations.ts. The lines of an order are parsed directly into the domain's type.

import {z} from 'zod';
import {ArticleId, LineItemGid, OrderGid, ProductGid, VariantGid} from '#domain/ids.ts';
import type {StoreOrderLine as DomainLine} from '#domain/orders/store-order.ts';
import {shorten} from '#domain/text.ts';
import {UserErrors} from '../client/user-errors.ts';
import {PageInfo} from '../products/product-answers.ts';

/** Longer than Shopify lets anybody write: nothing beyond is searched or compared. */
const longest = 1_000;
const ShortenedText = z.string().transform((text) => shorten(text, longest));
/** A name is sent to the supplier, so a cut one counts as none. */
const Name = z.string().transform((name) => (name.length > longest ? null : name));

const page = <T extends z.ZodType>(node: T) => z.object({pageInfo: PageInfo, nodes: z.array(node)});

export const Properties = z.array(z.object({key: z.string(), value: z.string().nullable()}));
export const SoldVariant = z.object({
  id: VariantGid,
  selectedOptions: z
    .array(z.object({name: z.string(), value: z.string()}).transform(({name, value}) => ({key: name, value})))
    .optional(),
});

const Line = z
  .object({
    id: LineItemGid,
    title: ShortenedText,
    sku: ShortenedText.nullable(),
    quantity: z.number().int(),
    currentQuantity: z.number().int(),
    unfulfilledQuantity: z.number().int(),
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
    customAttributes: Properties,
    variant: SoldVariant.nullable(),
    product: z.object({id: ProductGid, articleId: z.object({value: z.string()}).nullable()}).nullable(),
  })
  .transform(
    ({id, isGiftCard, customAttributes, variant, product, ...line}): DomainLine => ({
      ...line,
      gid: id,
      giftCard: isGiftCard,
      properties: customAttributes,
      options: variant?.selectedOptions ?? [],
      variantGid: variant?.id ?? null,
      productGid: product?.id ?? null,
      articleId: ArticleId.safeParse(product?.articleId?.value).data ?? null,
    }),
  );
const Lines = page(Line);

const FulfilmentLine = z
  .object({id: z.string(), remainingQuantity: z.number().int(), lineItem: z.object({id: LineItemGid})})
  .transform(({id, remainingQuantity, lineItem}) => ({gid: id, lineGid: lineItem.id, remaining: remainingQuantity}));
const FulfilmentLines = page(FulfilmentLine);

/** Whether a fulfilment order is held back, and how the buyer gets its lines. */
const FulfilmentState = z.object({
  status: z.string(),
  deliveryMethod: z.object({methodType: z.string()}).nullable(),
});
const FulfilmentOrder = FulfilmentState.extend({
  id: z.string(),
  assignedLocation: z.object({name: ShortenedText}),
  lineItems: FulfilmentLines,
});
export type FulfilmentOrderNode = z.infer<typeof FulfilmentOrder>;
const FulfilmentOrders = page(FulfilmentOrder);

const Address = z.object({
  name: Name.nullable(),
  countryCodeV2: z.string().nullable(),
  provinceCode: z.string().nullable(),
  company: ShortenedText.nullable(),
  address1: ShortenedText.nullable(),
  address2: ShortenedText.nullable(),
  zip: ShortenedText.nullable(),
  city: ShortenedText.nullable(),
});

/** The ids of the fulfilments that ship nothing. https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentStatus */
const VoidFulfilments = z
  .array(z.object({id: z.string(), status: z.string()}))
  .transform((all) => all.filter(({status}) => /^(CANCELLED|ERROR|FAILURE)$/.test(status)).map(({id}) => id));

/** Paths of the fields that Shopify withheld. */
const withheld = z.array(z.string()).default([]);

/** The facts of an order without its lines. */
export const OrderFacts = z.object({
  /** Empty where the query does not ask for them. */
  fulfillments: VoidFulfilments.default([]),
  id: OrderGid,
  name: ShortenedText,
  createdAt: z.coerce.date(),
  processedAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  cancelledAt: z.coerce.date().nullable(),
  test: z.boolean(),
  displayFinancialStatus: z
    .enum(['AUTHORIZED', 'EXPIRED', 'PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'VOIDED'])
    .nullable(),
  email: ShortenedText.nullable(),
  risk: z.object({
    recommendation: z.enum(['ACCEPT', 'CANCEL', 'INVESTIGATE', 'NONE']),
    /** An assessment without a provider is Shopify's own. */
    assessments: z.array(z.object({riskLevel: z.string(), provider: z.object({id: z.string()}).nullable()})),
  }),
  shippingAddress: Address.nullable(),
  billingAddress: z.object({name: Name.nullable()}).nullable(),
  /** Left out where the query does not ask for them. */
  buyerNote: z.string().nullable().optional(),
  customAttributes: Properties.optional(),
});
const OrderHead = OrderFacts.extend({
  note: z.object({value: z.string()}).nullable(),
  lineItems: Lines,
  fulfillmentOrders: FulfilmentOrders,
});

export const WholeStoreOrder = z.object({withheld, order: OrderHead.nullable()});

const ReactedTo = OrderFacts.pick({
  cancelledAt: true,
  displayFinancialStatus: true,
  fulfillments: true,
  email: true,
  shippingAddress: true,
}).extend({displayFulfillmentStatus: z.string(), currentSubtotalLineItemsQuantity: z.number().int()});
export const OrderState = z.object({order: ReactedTo.nullable()});
export type OrderState = NonNullable<z.infer<typeof OrderState>['order']>;
export const StoreOrder = z.object({
  withheld,
  order: OrderHead.omit({fulfillmentOrders: true, risk: true})
    .extend(ReactedTo.pick({displayFulfillmentStatus: true, currentSubtotalLineItemsQuantity: true}).shape)
    .nullable(),
});
export const TagAndMetafields = z.object({
  tagsAdd: z.object({userErrors: UserErrors}),
  metafieldsSet: z.object({userErrors: UserErrors}),
});
export const OrderTags = z.object({order: z.object({tags: z.array(z.string())}).nullable()});
export const StoreOrderLine = z.object({
  withheld,
  order: OrderFacts.extend({
    currentSubtotalLineItemsQuantity: z.number().int(),
    fulfillmentOrders: page(FulfilmentState),
  }).nullable(),
  node: Line.nullable(),
});
export const OrderLines = z.object({order: z.object({lineItems: Lines}).nullable()});
export const OrderFulfilmentOrders = z.object({order: z.object({fulfillmentOrders: FulfilmentOrders}).nullable()});
export const FulfilmentOrderLines = z.object({fulfillmentOrder: z.object({lineItems: FulfilmentLines}).nullable()});

export const FulfilmentOrderOwner = z.object({fulfillmentOrder: z.object({orderId: OrderGid}).nullable()});

export const UpdatedOrders = z.object({
  orders: page(
    z
      .object({id: OrderGid, name: ShortenedText, updatedAt: z.coerce.date()})
      .transform(({id, name, updatedAt}) => ({gid: id, name, updatedAt})),
  ),
});
