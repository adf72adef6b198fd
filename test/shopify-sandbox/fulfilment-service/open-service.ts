// What the tests of this folder share: a store with a fulfilment service of the app, and the documents that an app sends about it.

import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {z} from 'zod';
import type {ShopifyOptions} from '../../sandbox/shopify/start.ts';
import {article, type OpenShop, openShop, productSet, SetAnswer, sizes} from '../open-shop.ts';

export const create = `mutation FsCreate($name: String!, $callbackUrl: URL) {
  fulfillmentServiceCreate(name: $name, callbackUrl: $callbackUrl, inventoryManagement: false, trackingSupport: false, requiresShippingMethod: true) {
    fulfillmentService { id handle serviceName callbackUrl requiresShippingMethod location { id name } } userErrors { field message } } }`;
export const update = `mutation FsUpdate($id: ID!, $name: String, $callbackUrl: URL) {
  fulfillmentServiceUpdate(id: $id, name: $name, callbackUrl: $callbackUrl) {
    fulfillmentService { id handle serviceName callbackUrl requiresShippingMethod location { name } } userErrors { field message } } }`;
export const remove = `mutation FsDelete($id: ID!, $to: ID, $action: FulfillmentServiceDeleteInventoryAction) {
  fulfillmentServiceDelete(id: $id, inventoryAction: $action, destinationLocationId: $to) { deletedId userErrors { field message } } }`;
export const services =
  '{ shop { fulfillmentServices { id handle serviceName callbackUrl type location { id address { countryCode } } } } }';
export const editLocation = `mutation FsLocation($id: ID!, $input: LocationEditInput!) {
  locationEdit(id: $id, input: $input) { location { id name address { countryCode } } userErrors { code field message } } }`;
export const levels = `query Levels($ids: [ID!]!) { nodes(ids: $ids) { ... on InventoryItem { id tracked
  inventoryLevels(first: 5) { nodes { id isActive location { id } } } } } }`;
export const toggle = `mutation Stock($item: ID!, $updates: [InventoryBulkToggleActivationInput!]!) {
  inventoryBulkToggleActivation(inventoryItemId: $item, inventoryItemUpdates: $updates) {
    inventoryLevels { id } userErrors { field message code } } }`;
export const assigned = `query Requested($status: FulfillmentOrderAssignmentStatus, $locations: [ID!], $first: Int, $after: String) {
  assignedFulfillmentOrders(first: $first, after: $after, assignmentStatus: $status, locationIds: $locations, sortKey: ID) {
    pageInfo { hasNextPage endCursor } nodes { id status requestStatus orderId } } }`;
export const read = `query OneFo($id: ID!) { fulfillmentOrder(id: $id) { id status requestStatus orderId
  assignedLocation { location { id } } supportedActions { action } deliveryMethod { methodType }
  merchantRequests(last: 1) { nodes { kind message sentAt requestOptions } }
  lineItems(first: 50) { nodes { id remainingQuantity lineItem { id } } } } }`;
export const submit = `mutation Submit($id: ID!, $lines: [FulfillmentOrderLineItemInput!], $message: String) {
  fulfillmentOrderSubmitFulfillmentRequest(id: $id, fulfillmentOrderLineItems: $lines, message: $message, notifyCustomer: true) {
    submittedFulfillmentOrder { id requestStatus } unsubmittedFulfillmentOrder { id } userErrors { field message } } }`;
const answered = '{ fulfillmentOrder { id status requestStatus } userErrors { field message } }';
const answer = (name: string) =>
  `mutation A($id: ID!, $message: String) { ${name}(id: $id, message: $message) ${answered} }`;
export const accept = answer('fulfillmentOrderAcceptFulfillmentRequest');
export const acceptCancellation = answer('fulfillmentOrderAcceptCancellationRequest');
export const rejectCancellation = answer('fulfillmentOrderRejectCancellationRequest');
export const close = answer('fulfillmentOrderClose');
export const reject = `mutation Reject($id: ID!, $message: String, $reason: FulfillmentOrderRejectionReason!, $lines: [IncomingRequestLineItemInput!]) {
  fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: $reason, lineItems: $lines) ${answered} }`;
export const move = `mutation MoveFo($id: ID!, $to: ID!) { fulfillmentOrderMove(id: $id, newLocationId: $to) {
  movedFulfillmentOrder { id } userErrors { field message code } } }`;
export const ship = `mutation Ship($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) {
  fulfillment { id status } userErrors { field message } } }`;

export const Created = z.object({
  fulfillmentServiceCreate: z.object({
    fulfillmentService: z.looseObject({
      id: z.string(),
      handle: z.string(),
      location: z.object({id: z.string(), name: z.string()}),
    }),
  }),
});

/** What a fulfilment service needs, with what it is created, stocked and read by. */
export const scopes = [
  'write_products',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'write_fulfillments',
  'write_inventory',
  'write_shipping',
  'read_locations',
];

export type Service = Awaited<ReturnType<typeof openService>>;

/** A store with a product in two sizes, untracked and at the shop's own location, and an idle service of the app. */
export async function openService(options: ShopifyOptions = {}, callbackUrl: string | null = null) {
  const open = await openShop(options);
  open.shop.setScopes([...scopes, 'write_publications']);
  const input = sizes('S', 'M');
  const variants = input.variants.map((variant, index) => ({...variant, sku: `A-${index}`}));
  await open.done(SetAnswer, productSet, article('A-1', {...input, variants}));
  const made = await open.done(Created, create, {name: 'Piecewise', callbackUrl});
  const {id, location} = made.fulfillmentServiceCreate.fulfillmentService;
  const [product] = open.shop.products();
  const [small, medium] = product?.variants ?? [];
  if (small === undefined || medium === undefined) throw new Error('The product has no variants.');
  const own = open.shop.services.locations()[0]?.id ?? '';
  return {...open, service: id, location: location.id, own, small, medium, product: product?.id ?? ''};
}

/** The variant is stocked at the service alone. */
export function stockAtService({shop, location, own}: Service, variant: {readonly id: string}): void {
  shop.services.stockAt(variant.id, location);
  shop.services.unstockFrom(variant.id, own);
}

/** An order of so many pieces that goes to the service, and its only fulfilment order. */
export function orderFromService(open: Service, quantity = 1, more: Record<string, unknown> = {}) {
  stockAtService(open, open.small);
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: open.small.id, quantity}], ...more});
  return {order: order.id, ...only(open.shop.services.fulfilmentOrders(order.id))};
}

export function only<T>(items: readonly T[]): T {
  const [first, ...rest] = items;
  if (first === undefined || rest.length > 0) throw new Error(`There is not one, but ${items.length}.`);
  return first;
}

/** The fulfilment order of that id as the stand-in holds it. */
export const stateOf = ({shop}: Pick<OpenShop, 'shop'>, order: string, id: string) =>
  shop.services.fulfilmentOrders(order).find((one) => one.id === id);

export type Call = {readonly url: string; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string};

/** An address that answers every call with 200, and what was sent there. */
export async function openCallback() {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8')});
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const {port} = server.address() as AddressInfo;
  return {calls, url: `http://127.0.0.1:${port}/fulfilment`};
}
