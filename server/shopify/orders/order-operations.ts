// What is said to Shopify about orders. Every operation is exported and named; a test validates each against the schema.
// The first pages are small: most orders have a handful of lines, and a page costs by its size whether it is full or not.

import type {Operation} from '../client/admin.ts';
import {connection} from '../client/cost-bucket.ts';

const line = `id title sku quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
      customAttributes { key value }
      variant { id }
      product { id articleId: metafield(namespace: "$app", key: "article_id") { value } }`;
const lineCost = 6;
const fulfilmentLine = 'id remainingQuantity lineItem { id }';
/** The location's own id would need the scope read_locations; its name does not. */
const fulfilmentOrder = `id status assignedLocation { name }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLine} } }`;
const fulfilmentOrderCost = 3 + connection(20, 2);

/**
 * Name, e-mail and address are protected customer data (Level 2); where the app may not see them they come as null beside an
 * ACCESS_DENIED. https://shopify.dev/docs/apps/launch/protected-customer-data
 */
const orderFacts = `id name createdAt updatedAt cancelledAt test displayFinancialStatus email
      risk { recommendation assessments { riskLevel } }
      shippingAddress { name countryCodeV2 provinceCode company address1 address2 zip city }
      billingAddress { name }`;

export const storeOrder: Operation = {
  document: `query StoreOrder($id: ID!) {
    order(id: $id) {
      ${orderFacts}
      note: metafield(namespace: "$app", key: "dropship") { value }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${line}
      } }
      fulfillmentOrders(first: 5) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrder}
      } }
    }
  }`,
  cost: 7 + connection(20, lineCost) + connection(5, fulfilmentOrderCost),
  write: false,
  withheldFields: true,
};

/** One line of an order, and whether anything of the order is held back: as small for three hundred lines as for one. */
export const storeOrderLine: Operation = {
  document: `query StoreOrderLine($id: ID!, $line: ID!) {
    order(id: $id) {
      ${orderFacts}
      fulfillmentOrders(first: 10) { pageInfo { hasNextPage endCursor } nodes { status } }
    }
    node(id: $line) { ... on LineItem {
      ${line}
    } }
  }`,
  cost: 7 + lineCost + connection(10, 1),
  write: false,
  withheldFields: true,
};

export const orderLines: Operation = {
  document: `query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${line}
      } }
    }
  }`,
  cost: 1 + connection(100, lineCost),
  write: false,
};

export const orderFulfilmentOrders: Operation = {
  document: `query OrderFulfilmentOrders($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 10, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${fulfilmentOrder}
      } }
    }
  }`,
  cost: 1 + connection(10, fulfilmentOrderCost),
  write: false,
};

export const fulfilmentOrderLines: Operation = {
  document: `query FulfilmentOrderLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${fulfilmentLine} } }
    }
  }`,
  cost: 1 + connection(100, 2),
  write: false,
};

export const ordersUpdatedSince: Operation = {
  document: `query OrdersUpdatedSince($query: String!, $after: String) {
    orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name updatedAt }
    }
  }`,
  cost: connection(100, 1),
  write: false,
};

export const tagsAdd: Operation = {
  document: `mutation TagsAdd($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  write: true,
  repeatable: true,
};

export const tagsRemove: Operation = {
  document: `mutation TagsRemove($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) { userErrors { field message } }
  }`,
  cost: 11,
  write: true,
  repeatable: true,
};

export const metafieldsSet: Operation = {
  document: `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { code field message } }
  }`,
  cost: 11,
  write: true,
  repeatable: true,
};
