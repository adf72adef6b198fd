// Admin API operations about orders; money, delivery address and fulfilment have theirs beside the code that sends them. Every operation is
// exported and named; a test validates each against the schema. The first pages are small: most orders have a handful of lines, and a page
// costs by its size, not by its content.

import type {LineItemGid, OrderGid} from '#domain/ids.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageVariables} from '../client/operation.ts';
import {type Mutation, UserErrorsOnly} from '../client/user-errors.ts';
import * as answers from './order-answers.ts';

/** The fields of a line, without the options of its variant. */
const lineSelection = `id title sku quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
      customAttributes { key value }
      variant { id }
      product { id articleId: metafield(namespace: "$app", key: "article_id") { value } }`;
/** Points of one line. */
const linePoints = 6;
/** A line with its variant's options, which may state the colour and size that the buyer chose. */
const soldLineSelection = lineSelection.replace('variant { id }', 'variant { id selectedOptions { name value } }');
const soldLinePoints = linePoints + 1;
/** Fields that hold what the buyer entered with the whole order. */
export const enteredSelection = 'buyerNote: note customAttributes { key value }';
const fulfilmentLineSelection = 'id remainingQuantity lineItem { id }';
/** The location's own id would need the scope read_locations; its name does not. */
const fulfilmentOrderSelection = `id status requestStatus deliveryMethod { methodType } assignedLocation { name }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLineSelection} } }`;
const fulfilmentOrderPoints = 4 + connectionPoints(20, 2);

/**
 * Name, e-mail and address are protected customer data (Level 2). Without approval they are null, with or without an error beside them.
 * https://shopify.dev/docs/apps/launch/protected-customer-data
 */
const orderSelection = `id name createdAt processedAt updatedAt cancelledAt test displayFinancialStatus email
      shippingAddress { name countryCodeV2 provinceCode company address1 address2 zip city }
      billingAddress { name }`;
/** The app reads the risk only to decide whether an order may be sent. */
const riskSelection = 'risk { recommendation assessments { riskLevel provider { id } } }';
/** Fulfilments, newest first. Their statuses show a cancelled one even while other fulfilments of the order remain. */
const fulfilmentsSelection = 'fulfillments(first: 100) { id status }';

/**
 * The fields that decide whether `orders/updated` matters to a sent order. All of them but the address and the fulfilments cost no points.
 */
const orderStateSelection = `cancelledAt displayFinancialStatus displayFulfillmentStatus currentSubtotalLineItemsQuantity email
      shippingAddress { name countryCodeV2 provinceCode company address1 address2 zip city }
      ${fulfilmentsSelection}`;

/** The order with its lines, without its risk and its fulfilment orders: what is read of an order when it is announced. */
export const storeOrder: Operation<{readonly id: OrderGid}, typeof answers.StoreOrder> = {
  document: `query StoreOrder($id: ID!) {
    order(id: $id) {
      ${orderSelection}
      ${orderStateSelection}
      note: metafield(namespace: "$app", key: "dropship") { value }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${lineSelection}
      } }
    }
  }`,
  cost: 4 + connectionPoints(20, linePoints),
  answer: answers.StoreOrder,
  isWrite: false,
  allowsWithheldFields: true,
};

/** Reads only the fields that tell whether a sent order has changed. */
export const orderState: Operation<{readonly id: OrderGid}, typeof answers.OrderState> = {
  document: `query OrderState($id: ID!) {
    order(id: $id) { ${orderStateSelection} }
  }`,
  cost: 3,
  answer: answers.OrderState,
  isWrite: false,
  allowsWithheldFields: true,
};

export const orderTags: Operation<{readonly id: OrderGid}, typeof answers.OrderTags> = {
  document: `query OrderTags($id: ID!) {
    order(id: $id) { tags }
  }`,
  cost: 1,
  answer: answers.OrderTags,
  isWrite: false,
};

/** The order with its lines and its fulfilment orders. */
export const wholeStoreOrder: Operation<{readonly id: OrderGid}, typeof answers.WholeStoreOrder> = {
  document: `query StoreOrderWhole($id: ID!) {
    order(id: $id) {
      ${orderSelection}
      ${enteredSelection}
      ${riskSelection}
      note: metafield(namespace: "$app", key: "dropship") { value }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${soldLineSelection}
      } }
      fulfillmentOrders(first: 5) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrderSelection}
      } }
      ${fulfilmentsSelection}
    }
  }`,
  cost: 9 + connectionPoints(20, soldLinePoints) + connectionPoints(5, fulfilmentOrderPoints),
  answer: answers.WholeStoreOrder,
  isWrite: false,
  allowsWithheldFields: true,
};

/** One line of an order, and the states of the order's first ten fulfilment orders: one small request, even for an order of 300 lines. */
export const storeOrderLine: Operation<
  {readonly id: OrderGid; readonly line: LineItemGid},
  typeof answers.StoreOrderLine
> = {
  document: `query StoreOrderLine($id: ID!, $line: ID!) {
    order(id: $id) {
      ${orderSelection}
      ${enteredSelection}
      ${riskSelection}
      currentSubtotalLineItemsQuantity
      fulfillmentOrders(first: 10) { pageInfo { hasNextPage endCursor } nodes { status deliveryMethod { methodType } } }
    }
    node(id: $line) { ... on LineItem {
      ${soldLineSelection}
    } }
  }`,
  cost: 8 + soldLinePoints + connectionPoints(10, 2),
  answer: answers.StoreOrderLine,
  isWrite: false,
  allowsWithheldFields: true,
};

/** Reads a further page of an order's lines. */
export const orderLines: Operation<PageVariables<OrderGid>, typeof answers.OrderLines> = {
  document: `query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${soldLineSelection}
      } }
    }
  }`,
  cost: 1 + connectionPoints(100, soldLinePoints),
  answer: answers.OrderLines,
  isWrite: false,
};

/** Reads the page of an order's fulfilment orders that begins at `after`; null: the first page. */
export const orderFulfilmentOrders: Operation<PageVariables<OrderGid>, typeof answers.OrderFulfilmentOrders> = {
  document: `query OrderFulfilmentOrders($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 10, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrderSelection}
      } }
    }
  }`,
  cost: 1 + connectionPoints(10, fulfilmentOrderPoints),
  answer: answers.OrderFulfilmentOrders,
  isWrite: false,
};

export const fulfilmentOrderLines: Operation<PageVariables<string>, typeof answers.FulfilmentOrderLines> = {
  document: `query FulfilmentOrderLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLineSelection} } }
    }
  }`,
  cost: 1 + connectionPoints(100, 2),
  answer: answers.FulfilmentOrderLines,
  isWrite: false,
};

/** Reads which order a fulfilment order belongs to. */
export const fulfilmentOrderOwner: Operation<{readonly id: string}, typeof answers.FulfilmentOrderOwner> = {
  document: `query FulfilmentOrderOwner($id: ID!) { fulfillmentOrder(id: $id) { orderId } }`,
  cost: 1,
  answer: answers.FulfilmentOrderOwner,
  isWrite: false,
};

/** Reads which orders changed since a time, oldest change first. */
export const ordersUpdatedSince: Operation<
  {readonly query: string; readonly after: string | null},
  typeof answers.UpdatedOrders
> = {
  document: `query OrdersUpdatedSince($query: String!, $after: String) {
    orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name updatedAt }
    }
  }`,
  cost: connectionPoints(100, 1),
  answer: answers.UpdatedOrders,
  isWrite: false,
};

type TagVariables = {readonly id: OrderGid; readonly tags: readonly string[]};

/** Adds tags to an order; its other tags stay. */
export const tagsAdd: Mutation<TagVariables> = {
  document: `mutation TagsAdd($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

export const tagsRemove: Mutation<TagVariables> = {
  document: `mutation TagsRemove($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

type OrderMetafield = {
  readonly ownerId: OrderGid;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
};

export const metafieldsSet: Mutation<{readonly metafields: readonly OrderMetafield[]}> = {
  document: `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { code field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

/** Writes tag and metafields in one request: the webhooks of both changes arrive together, and the order is read once for both. */
export const tagAndMetafields: Operation<
  TagVariables & {readonly metafields: readonly OrderMetafield[]},
  typeof answers.TagAndMetafields
> = {
  document: `mutation TagAndMetafields($id: ID!, $tags: [String!]!, $metafields: [MetafieldsSetInput!]!) {
    tagsAdd(id: $id, tags: $tags) { userErrors { field message } }
    metafieldsSet(metafields: $metafields) { userErrors { code field message } }
  }`,
  cost: 22,
  answer: answers.TagAndMetafields,
  isWrite: true,
  isRepeatable: true,
};
