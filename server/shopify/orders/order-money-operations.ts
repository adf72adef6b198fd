// What is asked about the money of an order, apart from the order itself: only orders with lines of ours are asked for it.

import type {Operation} from '../client/admin.ts';
import {connection} from '../client/cost-bucket.ts';

const money = 'shopMoney { amount }';
const line = `id quantity currentQuantity
      priceAfterAllDiscountsBeforeTaxesSet { ${money} }
      taxLines(first: 10) { priceSet { ${money} } }`;
const lineCost = 33;

export const orderMoney: Operation = {
  document: `query OrderMoney($id: ID!) {
    order(id: $id) {
      currencyCode taxesIncluded
      totalReceivedSet { ${money} }
      totalRefundedSet { ${money} }
      refundDiscrepancySet { ${money} }
      shippingLines(first: 5) { nodes {
        discountedPriceSet { ${money} }
        currentDiscountedPriceSet { ${money} }
        taxLines { priceSet { ${money} } }
      } }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${line}
      } }
    }
  }`,
  cost: 8 + connection(5, 8) + connection(20, lineCost),
  write: false,
};

export const orderMoneyLines: Operation = {
  document: `query OrderMoneyLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${line}
      } }
    }
  }`,
  cost: 1 + connection(50, lineCost),
  write: false,
};
