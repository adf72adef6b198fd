// Schemas of Shopify's answers to order-operations.ts. The lines of an order are parsed directly into the domain's type.

import {z} from 'zod';
import {ArticleId, LineItemGid, OrderGid, ProductGid, VariantGid} from '#domain/ids.ts';
import type {StoreOrderLine as DomainLine} from '#domain/orders/store-order.ts';
import {shorten} from '#domain/text.ts';
import {UserErrors} from '../client/user-errors.ts';
import {PageInfo} from '../products/product-answers.ts';

/** Characters; longer than Shopify lets anybody write: nothing beyond is searched or compared. */
const maxTextLength = 1_000;
/** A text, cut to `maxTextLength`. */
const ShortenedText = z.string().transform((text) => shorten(text, maxTextLength));
/** The name of a buyer. A name is sent to the supplier, so one that is too long counts as none and is not cut. */
const BuyerName = z.string().transform((name) => (name.length > maxTextLength ? null : name));

/** One page of a connection. */
const pageOf = <T extends z.ZodType>(node: T) => z.object({pageInfo: PageInfo, nodes: z.array(node)});

/** What the buyer entered, as names and values. */
export const CustomAttributes = z.array(z.object({key: z.string(), value: z.string().nullable()}));
/** The variant of a line with its options, where the query asks for them. */
export const SoldVariant = z.object({
  id: VariantGid,
  selectedOptions: z
    .array(z.object({name: z.string(), value: z.string()}).transform(({name, value}) => ({key: name, value})))
    .optional(),
});

/** A line of an order, in the domain's form. */
const OrderLine = z
  .object({
    id: LineItemGid,
    title: ShortenedText,
    sku: ShortenedText.nullable(),
    quantity: z.number().int(),
    currentQuantity: z.number().int(),
    unfulfilledQuantity: z.number().int(),
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
    customAttributes: CustomAttributes,
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
const OrderLinePage = pageOf(OrderLine);

/** A line of a fulfilment order; `remaining`: pieces that are not fulfilled yet. */
const FulfilmentLine = z
  .object({id: z.string(), remainingQuantity: z.number().int(), lineItem: z.object({id: LineItemGid})})
  .transform(({id, remainingQuantity, lineItem}) => ({gid: id, lineGid: lineItem.id, remaining: remainingQuantity}));
const FulfilmentLinePage = pageOf(FulfilmentLine);

/** Whether a fulfilment order is held back, and how the buyer gets its lines. */
const FulfilmentState = z.object({
  status: z.string(),
  deliveryMethod: z.object({methodType: z.string()}).nullable(),
});
/** A fulfilment order with its first page of lines. */
const FulfilmentOrder = FulfilmentState.extend({
  id: z.string(),
  requestStatus: z.string(),
  assignedLocation: z.object({name: ShortenedText}),
  lineItems: FulfilmentLinePage,
});
/** A fulfilment order with its first page of lines. */
export type FulfilmentOrderNode = z.infer<typeof FulfilmentOrder>;
const FulfilmentOrderPage = pageOf(FulfilmentOrder);

/** The parts of a delivery address that are compared or sent. */
const Address = z.object({
  name: BuyerName.nullable(),
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
const withheldPaths = z.array(z.string()).default([]);

/** The facts of an order without its lines. */
export const OrderFields = z.object({
  /** Gids of fulfilments that ship nothing; empty where the query does not ask for them. */
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
  billingAddress: z.object({name: BuyerName.nullable()}).nullable(),
  /** The note that the buyer entered; left out where the query does not ask for it. */
  buyerNote: z.string().nullable().optional(),
  /** What the buyer entered with the whole order; left out where the query does not ask for it. */
  customAttributes: CustomAttributes.optional(),
});
/** An order with the first pages of its lines and fulfilment orders. */
const OrderWithLines = OrderFields.extend({
  note: z.object({value: z.string()}).nullable(),
  lineItems: OrderLinePage,
  fulfillmentOrders: FulfilmentOrderPage,
});

/** The answer to `wholeStoreOrder`. */
export const WholeStoreOrder = z.object({withheld: withheldPaths, order: OrderWithLines.nullable()});

/** The fields that tell whether a sent order has changed. */
const OrderStateFields = OrderFields.pick({
  cancelledAt: true,
  displayFinancialStatus: true,
  fulfillments: true,
  email: true,
  shippingAddress: true,
}).extend({displayFulfillmentStatus: z.string(), currentSubtotalLineItemsQuantity: z.number().int()});
/** The answer to `orderState`. */
export const OrderState = z.object({order: OrderStateFields.nullable()});
/** The fields that tell whether a sent order has changed. */
export type OrderState = NonNullable<z.infer<typeof OrderState>['order']>;
/** The answer to `storeOrder`: without risk and fulfilment orders. */
export const StoreOrder = z.object({
  withheld: withheldPaths,
  order: OrderWithLines.omit({fulfillmentOrders: true, risk: true})
    .extend(OrderStateFields.pick({displayFulfillmentStatus: true, currentSubtotalLineItemsQuantity: true}).shape)
    .nullable(),
});
/** The answer to `tagAndMetafields`: the user errors of both writes. */
export const TagAndMetafields = z.object({
  tagsAdd: z.object({userErrors: UserErrors}),
  metafieldsSet: z.object({userErrors: UserErrors}),
});
/** The answer to `orderTags`. */
export const OrderTags = z.object({order: z.object({tags: z.array(z.string())}).nullable()});
/** The answer to `storeOrderLine`: the order's facts, and one line of it. */
export const StoreOrderLine = z.object({
  withheld: withheldPaths,
  order: OrderFields.extend({
    currentSubtotalLineItemsQuantity: z.number().int(),
    fulfillmentOrders: pageOf(FulfilmentState),
  }).nullable(),
  node: OrderLine.nullable(),
});
/** The answer to `orderLines`. */
export const OrderLines = z.object({order: z.object({lineItems: OrderLinePage}).nullable()});
/** The answer to `orderFulfilmentOrders`. */
export const OrderFulfilmentOrders = z.object({order: z.object({fulfillmentOrders: FulfilmentOrderPage}).nullable()});
/** The answer to `fulfilmentOrderLines`. */
export const FulfilmentOrderLines = z.object({fulfillmentOrder: z.object({lineItems: FulfilmentLinePage}).nullable()});

/** The answer to `fulfilmentOrderOwner`: the order of a fulfilment order. */
export const FulfilmentOrderOwner = z.object({fulfillmentOrder: z.object({orderId: OrderGid}).nullable()});

/** The answer to `ordersUpdatedSince`. */
export const UpdatedOrders = z.object({
  orders: pageOf(
    z
      .object({id: OrderGid, name: ShortenedText, updatedAt: z.coerce.date()})
      .transform(({id, name, updatedAt}) => ({gid: id, name, updatedAt})),
  ),
});
