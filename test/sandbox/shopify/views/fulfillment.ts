// Fulfilments as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import type {View} from '../field.ts';
import {withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {FulfillmentRecord} from '../store/records.ts';
import {toDateTime} from './date-time.ts';

/** @param of the order the fulfilment belongs to, and its lines by their number. */
export function fulfillmentView(
  fulfillment: FulfillmentRecord,
  of: {readonly order: () => View; readonly line: (lineId: number) => View | null},
): View {
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', fulfillment.id),
    legacyResourceId: String(fulfillment.id),
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.status === 'CANCELLED' ? 'CANCELED' : 'FULFILLED',
    totalQuantity: fulfillment.totalQuantity,
    requiresShipping: true,
    createdAt: toDateTime(fulfillment.createdAt),
    updatedAt: toDateTime(fulfillment.updatedAt),
    trackingInfo: withArgs(['first'], ({first}) =>
      fulfillment.tracking.slice(0, typeof first === 'number' ? first : undefined),
    ),
    fulfillmentLineItems: withArgs(pageArgs, (args) =>
      connection(
        {
          items: fulfillment.lines,
          position: ({id}) => [id, id],
          view: ({id, lineId, quantity}) => ({
            __typename: 'FulfillmentLineItem',
            id: gid('FulfillmentLineItem', id),
            quantity,
            get lineItem() {
              return of.line(lineId);
            },
          }),
        },
        args,
      ),
    ),
    get order() {
      return of.order();
    },
  };
}
