// The queries about locations, fulfilment services, what is stocked where, and the fulfilment orders that are assigned to the app.

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {connection, pageArgs} from './connection.ts';
import {type View, withArgs} from './field.ts';
import {findService} from './mutations/fulfillment-services.ts';
import {levelOf, variantOfItem} from './mutations/inventory.ts';
import {notImplemented} from './not-implemented.ts';
import {gid} from './store/gid.ts';
import {locationById, locationOf} from './store/locations.ts';
import type {FulfillmentOrderRecord, OrderRecord} from './store/records.ts';
import type {RequestStatus} from './store/request-records.ts';
import type {ShopStore} from './store/shop-store.ts';
import {fulfillmentOrderView} from './views/fulfillment-order.ts';
import {inventoryItemView, levelView} from './views/inventory.ts';
import {locationView, serviceView} from './views/location.ts';

export function serviceQueries(store: ShopStore): View {
  return {
    fulfillmentService: withArgs(['id'], ({id}) => {
      const service = findService(store, id);
      return service === undefined ? null : serviceView(store, service);
    }),
    location: withArgs(['id'], (args) => {
      const id = Text.parse(args['id']);
      const location = id == null ? locationOf(store) : locationById(store, id);
      return location === undefined ? null : locationView(store, location);
    }),
    // Recorded: those of fulfilment services only where they are asked for.
    locations: withArgs([...pageArgs, 'includeLegacy', 'includeInactive', 'sortKey'], (args) => {
      const sortKey = Text.parse(args['sortKey']) ?? 'NAME';
      if (!['ID', 'NAME'].includes(sortKey)) throw notImplemented(`QueryRoot.locations(sortKey: ${sortKey})`);
      const items = store.locations.filter(
        ({manager, isActive}) =>
          (manager === 'merchant' || args['includeLegacy'] === true) && (isActive || args['includeInactive'] === true),
      );
      return connection(
        {
          items,
          position: ({id, name}) => [sortKey === 'ID' ? id : name, id],
          view: (location) => locationView(store, location),
        },
        args,
      );
    }),
    inventoryItem: withArgs(['id'], ({id}) => {
      const variant = variantOfItem(store, id);
      return variant === undefined ? null : inventoryItemView(store, variant);
    }),
    inventoryLevel: withArgs(['id'], ({id}) => {
      const found = levelOf(store, id);
      return found === undefined ? null : levelView(store, found.variant, found.level);
    }),
    assignedFulfillmentOrders: withArgs([...pageArgs, 'assignmentStatus', 'locationIds', 'sortKey'], (args) =>
      assigned(store, args),
    ),
  };
}

const Text = z.string().nullish();

/** "A previously accepted fulfillment request": what is asked to be cancelled, or was, is no longer among the accepted ones. */
const requestStatusOf: Readonly<Record<string, RequestStatus>> = {
  CANCELLATION_REQUESTED: 'CANCELLATION_REQUESTED',
  FULFILLMENT_ACCEPTED: 'ACCEPTED',
  FULFILLMENT_REQUESTED: 'SUBMITTED',
  FULFILLMENT_UNSUBMITTED: 'UNSUBMITTED',
};

type Assigned = {readonly order: OrderRecord; readonly fulfillmentOrder: FulfillmentOrderRecord};

/** All but the closed ones (schema). The error is recorded. */
function assigned(store: ShopStore, args: Readonly<Record<string, unknown>>): View {
  if (![...store.services.values()].some(({owner}) => owner === 'app')) {
    throw new GraphQLError('["The api_client is not associated with any fulfillment service."]');
  }
  const sortKey = Text.parse(args['sortKey']) ?? 'ID';
  if (sortKey !== 'ID') throw notImplemented(`QueryRoot.assignedFulfillmentOrders(sortKey: ${sortKey})`);
  const places = z.array(z.string()).nullish().parse(args['locationIds']);
  const assignmentStatus = Text.parse(args['assignmentStatus']);
  const wanted = assignmentStatus == null ? null : requestStatusOf[assignmentStatus];
  const items: Assigned[] = [];
  for (const order of store.orders.values()) {
    if (order.routedAt > store.now()) continue;
    for (const fulfillmentOrder of order.fulfillmentOrders) {
      const {location, status, requestStatus} = fulfillmentOrder;
      const isOwn = location.manager === 'app' && status !== 'CLOSED';
      const isThere = places?.includes(gid('Location', location.id)) ?? true;
      if (isOwn && isThere && (wanted === null || requestStatus === wanted)) items.push({order, fulfillmentOrder});
    }
  }
  return connection(
    {
      items,
      position: ({fulfillmentOrder: {id}}) => [id, id],
      view: ({order, fulfillmentOrder}) => fulfillmentOrderView(store, order, fulfillmentOrder),
    },
    args,
  );
}
