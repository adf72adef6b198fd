// Fulfilments as the API shows them.

import type {View} from '../field.ts';
import {withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {FulfillmentRecord} from '../store/records.ts';
import {toDateTime} from './date-time.ts';

export function fulfillmentView(fulfillment: FulfillmentRecord, order: () => View): View {
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', fulfillment.id),
    legacyResourceId: String(fulfillment.id),
    name: fulfillment.name,
    status: 'SUCCESS',
    displayStatus: 'FULFILLED',
    totalQuantity: fulfillment.totalQuantity,
    requiresShipping: true,
    createdAt: toDateTime(fulfillment.createdAt),
    updatedAt: toDateTime(fulfillment.updatedAt),
    trackingInfo: withArgs(['first'], ({first}) =>
      fulfillment.tracking.slice(0, typeof first === 'number' ? first : undefined),
    ),
    get order() {
      return order();
    },
  };
}
