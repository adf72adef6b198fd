// What is said to Shopify about goods that left.

import type {Operation} from '../client/admin.ts';

/** Sent twice, it would fulfil twice and write to the buyer twice: not repeatable. */
export const fulfilmentCreate: Operation = {
  document: `mutation FulfilmentCreate($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id }
      userErrors { field message }
    }
  }`,
  cost: 12,
  write: true,
};

/** Said twice it says the same; not repeated by itself all the same, since it may write to the buyer. */
export const fulfilmentTracking: Operation = {
  document: `mutation FulfilmentTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
      userErrors { field message }
    }
  }`,
  cost: 12,
  write: true,
};
