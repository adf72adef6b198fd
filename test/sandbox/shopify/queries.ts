// The root of all queries the sandbox answers.

import {z} from 'zod';
import {connection, pageArgs} from './connection.ts';
import {parseInput, type View, withArgs} from './field.ts';
import {variantOfItem} from './mutations/inventory.ts';
import {notImplemented} from './not-implemented.ts';
import {matchesOrder, matchesProduct} from './search.ts';
import {serviceQueries} from './service-queries.ts';
import {profileById, profilesNow} from './store/delivery-profiles.ts';
import {Identifier, productByGid, productByIdentifier} from './store/find-product.ts';
import {idOf, typeOf} from './store/gid.ts';
import {marketsOf} from './store/markets.ts';
import {toNamespace} from './store/metafields.ts';
import type {OrderRecord} from './store/records.ts';
import type {ShopStore} from './store/shop-store.ts';
import {fulfillmentOrderView, isShown} from './views/fulfillment-order.ts';
import {inventoryItemView} from './views/inventory.ts';
import {marketView} from './views/market.ts';
import {mediaView} from './views/media.ts';
import {definitionView} from './views/metafield.ts';
import {orderView} from './views/order.ts';
import {lineView} from './views/order-line.ts';
import {deliveryProfileView, productView, variantView} from './views/product.ts';
import {installationView, publicationView, shopView} from './views/shop.ts';

export function createQueries(store: ShopStore): View {
  return {...shopQueries(store), ...productQueries(store), ...orderQueries(store), ...serviceQueries(store)};
}

function shopQueries(store: ShopStore): View {
  return {
    // Functions of no arguments, so that each request sees the shop as it is then.
    shop: withArgs([], () => shopView(store)),
    currentAppInstallation: withArgs([], () => installationView(store)),
    publications: withArgs([...pageArgs, 'catalogType'], (args) =>
      connection(
        {
          // Both publications belong to a sales channel's app catalog.
          items: args['catalogType'] == null || args['catalogType'] === 'APP' ? store.publications : [],
          position: ({id}) => [id, id],
          view: publicationView,
        },
        args,
      ),
    ),
    metafieldDefinitions: withArgs([...pageArgs, 'ownerType', 'namespace', 'key'], (args) => {
      const namespace = args['namespace'] == null ? null : toNamespace(z.string().parse(args['namespace']));
      const items = store.definitions.filter(
        (definition) =>
          definition.ownerType === args['ownerType'] &&
          (namespace === null || definition.namespace === namespace) &&
          (args['key'] == null || definition.key === args['key']),
      );
      return connection({items, position: ({id}) => [id, id], view: definitionView}, args);
    }),
    deliveryProfile: withArgs(['id'], ({id}) => {
      const found = profileById(store, idOf('DeliveryProfile', String(id)));
      return found === undefined ? null : deliveryProfileView(store, found);
    }),
    deliveryProfiles: withArgs([...pageArgs, 'merchantOwnedOnly'], (args) =>
      connection(
        {
          items: profilesNow(store).filter(({owner}) => args['merchantOwnedOnly'] !== true || owner === 'merchant'),
          position: ({id}) => [id, id],
          view: (profile) => deliveryProfileView(store, profile),
        },
        args,
      ),
    ),
    markets: withArgs([...pageArgs, 'type'], (args) =>
      connection(
        {
          items: args['type'] == null || args['type'] === 'REGION' ? marketsOf(store) : [],
          position: ({id}) => [id, id],
          view: marketView,
        },
        args,
      ),
    ),
    job: withArgs(['id'], ({id}) => {
      const doneAt = store.jobs.get(String(id));
      return doneAt === undefined ? null : {__typename: 'Job', id, done: doneAt <= store.now()};
    }),
    node: withArgs(['id'], ({id}) => nodeView(store, String(id))),
    nodes: withArgs(['ids'], ({ids}) => (Array.isArray(ids) ? ids : []).map((id) => nodeView(store, String(id)))),
  };
}

function productQueries(store: ShopStore): View {
  return {
    product: withArgs(['id'], ({id}) => nodeOf(store, 'Product', String(id))),
    productVariant: withArgs(['id'], ({id}) => nodeOf(store, 'ProductVariant', String(id))),
    productByIdentifier: withArgs(['identifier'], ({identifier}) => {
      const found = productByIdentifier(store, parseInput('ProductIdentifierInput', Identifier, identifier));
      return found === null ? null : productView(store, found);
    }),
    products: withArgs([...pageArgs, 'query', 'sortKey'], (args) => {
      const byUpdate = sortKey(args, 'QueryRoot.products', ['ID', 'UPDATED_AT']) === 'UPDATED_AT';
      const matches = matchesProduct(store, args['query']);
      return connection(
        {
          items: [...store.products.values()].filter(matches),
          position: (product) => [byUpdate ? product.updatedAt : product.id, product.id],
          view: (product) => productView(store, product),
        },
        args,
      );
    }),
    productsCount: withArgs(['query'], ({query}) => ({
      count: [...store.products.values()].filter(matchesProduct(store, query)).length,
      precision: 'EXACT',
    })),
  };
}

function orderQueries(store: ShopStore): View {
  return {
    order: withArgs(['id'], ({id}) => nodeOf(store, 'Order', String(id))),
    fulfillmentOrder: withArgs(['id'], ({id}) => nodeOf(store, 'FulfillmentOrder', String(id))),
    orders: withArgs([...pageArgs, 'query', 'sortKey'], (args) => {
      const key = sortKey(args, 'QueryRoot.orders', ['PROCESSED_AT', 'ID', 'CREATED_AT', 'UPDATED_AT']);
      const value = {PROCESSED_AT: 'processedAt', ID: 'id', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt'} as const;
      const matches = matchesOrder(args['query'], store.settings.showsProtectedData);
      return connection(
        {
          items: [...store.orders.values()].filter((order) => isFound(store, order, args['query']) && matches(order)),
          position: (order) => [order[value[key]], order.id],
          view: (order) => orderView(store, order),
        },
        args,
      );
    }),
  };
}

/** "Only the last 60 days' worth of orders from a store are accessible" without the scope read_all_orders (schema description of Order). */
const visibleForMs = 60 * 86_400_000;

function isVisible(store: ShopStore, order: OrderRecord): boolean {
  return order.createdAt >= store.now() - visibleForMs || store.scopes.includes('read_all_orders');
}

/** A search reads an index that may lag behind the orders. */
function isFound(store: ShopStore, order: OrderRecord, query: unknown): boolean {
  const isIndexed = query == null || order.createdAt <= store.now() - store.settings.searchLagMs;
  return isIndexed && isVisible(store, order);
}

function sortKey<K extends string>(
  args: Readonly<Record<string, unknown>>,
  field: string,
  known: readonly [K, ...K[]],
): K {
  const given = z.string().parse(args['sortKey'] ?? known[0]);
  const key = known.find((candidate) => candidate === given);
  if (key === undefined) throw notImplemented(`${field}(sortKey: ${given})`);
  return key;
}

const nodeTypes = [
  'Product',
  'ProductVariant',
  'InventoryItem',
  'MediaImage',
  'Order',
  'LineItem',
  'FulfillmentOrder',
] as const;
type NodeType = (typeof nodeTypes)[number];

function nodeView(store: ShopStore, id: string): View | null {
  const type = nodeTypes.find((known) => known === typeOf(id));
  if (type === undefined) throw notImplemented(`QueryRoot.node for ${typeOf(id) ?? id}`);
  return nodeOf(store, type, id);
}

/** Null for what is not there, as the API answers; an id of another type is not there either. */
function nodeOf(store: ShopStore, type: NodeType, id: string): View | null {
  const number = idOf(type, id);
  if (number === null) return null;
  if (type === 'Product') {
    const product = productByGid(store, id);
    return product === null ? null : productView(store, product);
  }
  if (type === 'ProductVariant') {
    const found = store.variants.get(number);
    return found === undefined ? null : variantView(store, found.product, found.variant);
  }
  if (type === 'InventoryItem') {
    const variant = variantOfItem(store, id);
    return variant === undefined ? null : inventoryItemView(store, variant);
  }
  if (type === 'MediaImage') {
    const found = [...store.products.values()].flatMap(({media}) => media).find(({id: own}) => own === number);
    return found === undefined ? null : mediaView(store, found);
  }
  if (type === 'Order') {
    const order = store.orders.get(number);
    return order === undefined || !isVisible(store, order) ? null : orderView(store, order);
  }
  if (type === 'LineItem') {
    const order = [...store.orders.values()].find(({lines}) => lines.some((line) => line.id === number));
    const line = order?.lines.find(({id: own}) => own === number);
    return order === undefined || line === undefined || !isVisible(store, order) ? null : lineView(store, line);
  }
  for (const order of store.orders.values()) {
    const found = order.fulfillmentOrders.find((candidate) => candidate.id === number);
    if (found !== undefined) return isShown(store, order, found) ? fulfillmentOrderView(store, order, found) : null;
  }
  return null;
}
