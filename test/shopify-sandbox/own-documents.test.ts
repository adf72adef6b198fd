// Every document of the app runs in the stand-in, with the scopes of its TOML.
import {test} from 'vitest';
import {z} from 'zod';
import {acceptRequest} from '../../server/shopify/fulfilment-service/answers.ts';
import {serviceCreate} from '../../server/shopify/fulfilment-service/service.ts';
import {fulfilmentCreate} from '../../server/shopify/orders/fulfilment.ts';
import {keysPerLookup} from '../../server/shopify/products/product-operations.ts';
import {readProjectConfig} from '../sandbox/shopify/app-config.ts';
import {ownOperations} from '../shopify/own-operations.ts';
import {article, listingKey} from './open-shop.ts';
import {AnyData, openStore, type Store} from './store-with-order.ts';

const ofNothing =
  'shopFacts priceFacts appInstallation newestBuyers publications deliveryProfiles productDefinitions profileNames markets fulfilmentServices';
const ofAnOrder =
  'storeOrder wholeStoreOrder orderState orderTags orderLines ' +
  'orderFulfilmentOrders orderMoney orderMoneyLines deliveryAddress';
/** Shopify's own operations about one delivery profile. */
const ofAProfile = ['deliveryRates', 'profileRead', 'profileVersion'];
const ofALine = ['storeOrderLine', 'enteredProperties', 'orderRefunds'];
type Variables = Record<string, unknown>;
/** Variables of each operation of the app; one without an entry here fails its test. */
const ownVariables: Readonly<Record<string, (store: Store) => Variables | Promise<Variables>>> = {
  productSet: () => ({...article('A-2'), variants: 5, media: 5, withMedia: true, withCost: true}),
  productVariants: ({product}) => ({id: product, first: 5, withCost: true}),
  productFiles: ({product}) => ({id: product, files: 5}),
  ...Object.fromEntries(['productUpdatedAt', 'productStatus'].map((name) => [name, ({product: id}: Store) => ({id})])),
  productUpdate: ({product}) => ({identifier: {id: product}, product: {status: 'DRAFT'}}),
  variantsUpdate: ({product, variants: [id]}) => ({productId: product, variants: [{id}], withCost: true}),
  variantsDelete: ({product, variants}) => ({productId: product, variantsIds: variants.slice(1)}),
  productPublish: ({product, publication}) => ({id: product, publication, input: [{publicationId: publication}]}),
  productsByKeys: () =>
    Object.fromEntries(
      Array.from({length: keysPerLookup}, (_, slot) => [
        [`k${slot}`, article('A-1').identifier],
        [`h${slot}`, slot === 0],
      ]).flat(),
    ),
  productForListing: ({product}) => ({id: product, first: 5}),
  productToUndo: ({product}) => ({id: product, first: 5}),
  strangerProducts: () => ({query: 'id:>=0'}),
  identitySet: ({product}) => ({metafields: [{ownerId: product, ...article('A-1').identifier.customId}]}),
  storeProducts: () => ({products: 5, query: 'id:>=0', first: 5}),
  productStatuses: () => ({query: 'id:>=0'}),
  mediaStates: () => ({ids: ['gid://shopify/MediaImage/1']}),
  ...Object.fromEntries(ofAProfile.map((name) => [name, () => ({id: 'gid://shopify/DeliveryProfile/1'})])),
  variantProfiles: ({variants: ids}) => ({ids}),
  profileCreate: () => ({profile: {name: 'Supplier'}}),
  profileUpdate: ({shop, variants}) => ({
    id: shop.profiles.create({name: 'Supplier'}),
    profile: {variantsToAssociate: variants},
  }),
  profileRemove: ({shop}) => ({id: shop.profiles.create({name: 'Supplier'})}),
  serviceCreate: () => ({name: 'Supplier', callbackUrl: 'https://app.test/fulfilment'}),
  serviceUpdate: async (store) => ({id: await register(store), callbackUrl: 'https://app.test/other'}),
  serviceDelete: async (store) => ({id: await register(store), to: null}),
  variantStock: ({variants: ids}) => ({ids}),
  stockToggle: ({shop, variants: [id]}) => ({
    item: shop
      .products()
      .flatMap(({variants}) => variants)
      .find((one) => one.id === id)?.inventoryItemId,
    updates: [{locationId: shop.services.addLocation('Second'), activate: true}],
  }),
  assignedOrders: async (store) => {
    await register(store);
    return {status: 'FULFILLMENT_REQUESTED', locations: store.shop.services.all().map(({locationId}) => locationId)};
  },
  requestedOrder: ({fulfillmentOrder: id}) => ({id}),
  submitRequest: async (store) => ({id: await ordered(store), message: 'm'}),
  acceptCancellation: async (store) => ({id: await cancelling(store), message: 'm'}),
  rejectCancellation: async (store) => ({id: await cancelling(store), message: 'm'}),
  acceptRequest: async (store) => ({id: await requested(store), message: 'm'}),
  closeRequest: async (store) => ({id: await accepted(store), message: 'm'}),
  rejectRequest: async (store) => ({id: await requested(store), message: 'm', reason: 'OTHER'}),
  skusWrite: ({product, variants: [id]}) => ({product, variants: [{id, inventoryItem: {sku: 'S-1'}}]}),
  productDelete: ({product}) => ({input: {id: product}}),
  definitionCreate: () => ({definition: {...listingKey, key: 'another_key'}}),
  ...Object.fromEntries(ofAnOrder.split(' ').map((name) => [name, ({order}: Store) => ({id: order})])),
  ordersMoney: ({order}) => ({query: `id:${order.split('/').at(-1)}`, first: 1}),
  ...Object.fromEntries(ofALine.map((name) => [name, ({order: id, line}: Store) => ({id, line})])),
  refundSuggestion: ({order, line}) => ({id: order, lines: [{lineItemId: line, quantity: 1}]}),
  refundCreate: ({order}) => ({input: {orderId: order}, key: 'k'}),
  fulfilmentOrderLines: ({fulfillmentOrder: id}) => ({id}),
  fulfilmentOrderOwner: ({fulfillmentOrder: id}) => ({id}),
  findOrders: () => ({query: '"Ada"', first: 5}),
  ordersUpdatedSince: () => ({query: "updated_at:>='2026-11-20T00:00:00Z'"}),
  tagsAdd: ({order}) => ({id: order, tags: ['dropship']}),
  tagsRemove: ({order}) => ({id: order, tags: ['dropship']}),
  metafieldsSet: ({order}) => ({metafields: [dropshipNote(order)]}),
  tagAndMetafields: ({order}) => ({id: order, tags: ['dropship'], metafields: [dropshipNote(order)]}),
  fulfilmentCreate: ({fulfillmentOrder: id}) => ({
    fulfillment: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: id}]},
  }),
  fulfilmentTracking: async (store) => ({id: await fulfil(store), tracking: {number: '1'}, notify: false}),
  storeIdentity: () => ({}),
  ...Object.fromEntries(ofNothing.split(' ').map((name) => [name, () => ({})])),
};

const dropshipNote = (ownerId: string) => ({ownerId, namespace: '$app', key: 'dropship', type: 'json', value: '{}'});
const Registered = z.object({fulfillmentServiceCreate: z.object({fulfillmentService: z.object({id: z.string()})})});
async function register({done}: Store): Promise<string> {
  const variables = {name: 'Supplier', callbackUrl: 'https://app.test/fulfilment'};
  const {fulfillmentServiceCreate} = await done(Registered, serviceCreate.document, variables);
  return fulfillmentServiceCreate.fulfillmentService.id;
}
/** The id of a fulfilment order at the app's service, whose fulfilment can be requested. */
async function ordered(store: Store): Promise<string> {
  await register(store);
  const [service] = store.shop.services.all();
  const [variant = ''] = store.variants;
  const home = store.shop.services.stock()[variant]?.[0] ?? '';
  store.shop.services.stockAt(variant, service?.locationId ?? '');
  store.shop.services.unstockFrom(variant, home);
  const {id} = store.shop.placeOrder({country: 'DE', lines: [{variantId: variant}]});
  return store.shop.services.fulfilmentOrders(id)[0]?.id ?? '';
}
async function requested(store: Store): Promise<string> {
  const id = await ordered(store);
  store.shop.services.request(id);
  return id;
}
async function accepted(store: Store): Promise<string> {
  const id = await requested(store);
  await store.done(AnyData, acceptRequest.document, {id, message: 'm'});
  return id;
}
/** The id of one whose request was accepted, and is to be cancelled. */
async function cancelling(store: Store): Promise<string> {
  const id = await accepted(store);
  store.shop.services.requestCancellation(id);
  return id;
}
const Fulfilled = z.object({fulfillmentCreate: z.object({fulfillment: z.object({id: z.string()})})});
async function fulfil({done, fulfillmentOrder}: Store): Promise<string> {
  const variables = {fulfillment: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: fulfillmentOrder}]}};
  const {fulfillmentCreate} = await done(Fulfilled, fulfilmentCreate.document, variables);
  return fulfillmentCreate.fulfillment.id;
}

test.each(await ownOperations())('the app’s own $name runs with the scopes of its TOML', async ({name, document}) => {
  const store = await openStore();
  const {scopes = [], optionalScopes = []} = readProjectConfig() ?? {};
  store.shop.setScopes([...scopes, ...optionalScopes]);
  const variables = ownVariables[name];
  if (variables === undefined) throw new Error(`no variables are known for the operation ${name}`);
  await store.done(AnyData, document, await variables(store));
});
