// Admin API operations about orders; money, delivery address and fulfilment have theirs beside the code that sends them. Every operation is
// exported and named; a test validates each against the schema. The first pages are small: most orders have a handful of lines, and a page
// costs by its size, not by its content.

import type {LineItemGid, OrderGid} from '#domain/ids.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageOf} from '../client/operation.ts';
import {type Mutation, UserErrorsOnly} from '../client/user-errors.ts';
import * as answers from './order-answers.ts';

const line = `id title sku quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
      customAttributes { key value }
      variant { id }
      product { id articleId: metafield(namespace: "$app", key: "article_id") { value } }`;
const lineReadPoints = 6;
/** With what may say which colour and size the buyer chose. */
const soldLine = line.replace('variant { id }', 'variant { id selectedOptions { name value } }');
const soldLineCost = lineReadPoints + 1;
/** What the buyer entered with the whole order. */
export const entered = 'buyerNote: note customAttributes { key value }';
const fulfilmentLine = 'id remainingQuantity lineItem { id }';
/** The location's own id would need the scope read_locations; its name does not. */
const fulfilmentOrder = `id status deliveryMethod { methodType } assignedLocation { name }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLine} } }`;
const fulfilmentOrderCost = 4 + connectionPoints(20, 2);

/**
 * Name, e-mail and address are protected customer data (Level 2). Without approval they are null, with or without an error beside them.
 * https://shopify.dev/docs/apps/launch/protected-customer-data
 */
const orderFacts = `id name createdAt processedAt updatedAt cancelledAt test displayFinancialStatus email
      shippingAddress { name countryCodeV2 provinceCode company address1 address2 zip city }
      billingAddress { name }`;
/** Only decides whether an order may be sent. */
const risk = 'risk { recommendation assessments { riskLevel provider { id } } }';
/** Newest first. The statuses show a cancelled fulfilment even while other fulfilments of the order remain. */
const fulfilments = 'fulfillments(first: 100) { id status }';

/** The fields that `orders/updated` about a sent order is judged by. All of them but the address and the fulfilments cost no points. */
const reactedTo = `cancelledAt displayFinancialStatus displayFulfillmentStatus currentSubtotalLineItemsQuantity email
      shippingAddress { name countryCodeV2 provinceCode company address1 address2 zip city }
      ${fulfilments}`;

/** The order with its lines, without its risk and its fulfilment orders: what is read of an order when it is announced. */
export const storeOrder: Operation<{readonly id: OrderGid}, typeof answers.StoreOrder> = {
  document: `query StoreOrder($id: ID!) {
    order(id: $id) {
      ${orderFacts}
      ${reactedTo}
      note: metafield(namespace: "$app", key: "dropship") { value }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${line}
      } }
    }
  }`,
  cost: 4 + connectionPoints(20, lineReadPoints),
  answer: answers.StoreOrder,
  write: false,
  withheldFields: true,
};

export const orderState: Operation<{readonly id: OrderGid}, typeof answers.OrderState> = {
  document: `query OrderState($id: ID!) {
    order(id: $id) { ${reactedTo} }
  }`,
  cost: 3,
  answer: answers.OrderState,
  write: false,
  withheldFields: true,
};

export const orderTags: Operation<{readonly id: OrderGid}, typeof answers.OrderTags> = {
  document: `query OrderTags($id: ID!) {
    order(id: $id) { tags }
  }`,
  cost: 1,
  answer: answers.OrderTags,
  write: false,
};

/** The order with its lines and its fulfilment orders. */
export const wholeStoreOrder: Operation<{readonly id: OrderGid}, typeof answers.WholeStoreOrder> = {
  document: `query StoreOrderWhole($id: ID!) {
    order(id: $id) {
      ${orderFacts}
      ${entered}
      ${risk}
      note: metafield(namespace: "$app", key: "dropship") { value }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${soldLine}
      } }
      fulfillmentOrders(first: 5) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrder}
      } }
      ${fulfilments}
    }
  }`,
  cost: 9 + connectionPoints(20, soldLineCost) + connectionPoints(5, fulfilmentOrderCost),
  answer: answers.WholeStoreOrder,
  write: false,
  withheldFields: true,
};

/** One line of an order, and the states of the order's first ten fulfilment orders: one small request, even for an order of 300 lines. */
export const storeOrderLine: Operation<
  {readonly id: OrderGid; readonly line: LineItemGid},
  typeof answers.StoreOrderLine
> = {
  document: `query StoreOrderLine($id: ID!, $line: ID!) {
    order(id: $id) {
      ${orderFacts}
      ${entered}
      ${risk}
      currentSubtotalLineItemsQuantity
      fulfillmentOrders(first: 10) { pageInfo { hasNextPage endCursor } nodes { status deliveryMethod { methodType } } }
    }
    node(id: $line) { ... on LineItem {
      ${soldLine}
    } }
  }`,
  cost: 8 + soldLineCost + connectionPoints(10, 2),
  answer: answers.StoreOrderLine,
  write: false,
  withheldFields: true,
};

export const orderLines: Operation<PageOf<OrderGid>, typeof answers.OrderLines> = {
  document: `query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${soldLine}
      } }
    }
  }`,
  cost: 1 + connectionPoints(100, soldLineCost),
  answer: answers.OrderLines,
  write: false,
};

export const orderFulfilmentOrders: Operation<PageOf<OrderGid>, typeof answers.OrderFulfilmentOrders> = {
  document: `query OrderFulfilmentOrders($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 10, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrder}
      } }
    }
  }`,
  cost: 1 + connectionPoints(10, fulfilmentOrderCost),
  answer: answers.OrderFulfilmentOrders,
  write: false,
};

export const fulfilmentOrderLines: Operation<PageOf<string>, typeof answers.FulfilmentOrderLines> = {
  document: `query FulfilmentOrderLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLine} } }
    }
  }`,
  cost: 1 + connectionPoints(100, 2),
  answer: answers.FulfilmentOrderLines,
  write: false,
};

export const fulfilmentOrderOwner: Operation<{readonly id: string}, typeof answers.FulfilmentOrderOwner> = {
  document: `query FulfilmentOrderOwner($id: ID!) { fulfillmentOrder(id: $id) { orderId } }`,
  cost: 1,
  answer: answers.FulfilmentOrderOwner,
  write: false,
};

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
  write: false,
};

type TagVariables = {readonly id: OrderGid; readonly tags: readonly string[]};

export const tagsAdd: Mutation<TagVariables> = {
  document: `mutation TagsAdd($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  write: true,
  repeatable: true,
};

export const tagsRemove: Mutation<TagVariables> = {
  document: `mutation TagsRemove($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  write: true,
  repeatable: true,
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
  write: true,
  repeatable: true,
};

/** Both at once: the webhooks of the two changes arrive together, and the order is read once for both. */
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
  write: true,
  repeatable: true,
};
