// Requests to a fulfilment service in the stand-in: parts, moves, lists, and those that the store makes by itself.
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {userErrorsOf} from '../open-shop.ts';
import {
  accept,
  assigned,
  close,
  move,
  only,
  openService,
  orderFromService,
  reject,
  ship,
  stateOf,
  submit,
} from './open-service.ts';
import {Any, acts, inState, placed, readIn} from './request-acts.ts';

const Assigned = z.object({
  assignedFulfillmentOrders: z.object({
    pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()}),
    nodes: z.array(z.looseObject({id: z.string(), requestStatus: z.string()})),
  }),
});

const api = "The fulfillment order's assigned fulfillment service must be of api type";

test('a request for everything keeps the id, and says what the merchant wrote', async () => {
  const at = await placed(2);
  const Submitted = z.object({fulfillmentOrderSubmitFulfillmentRequest: z.looseObject({})});
  const done = await at.done(Submitted, submit, {id: at.id, message: 'Wrap it'});
  expect(done.fulfillmentOrderSubmitFulfillmentRequest).toMatchObject({
    submittedFulfillmentOrder: {id: at.id, requestStatus: 'SUBMITTED'},
    unsubmittedFulfillmentOrder: null,
  });
  expect(await readIn(at, at.id)).toMatchObject({
    orderId: at.order,
    deliveryMethod: {methodType: 'SHIPPING'},
    merchantRequests: {
      nodes: [{kind: 'FULFILLMENT_REQUEST', message: 'Wrap it', requestOptions: {notify_customer: true}}],
    },
    lineItems: {nodes: [{remainingQuantity: 2}]},
  });
});

test('a request for a part keeps the id for what is asked for, and the rest gets a new fulfilment order', async () => {
  const at = await placed(3);
  const [line] = stateOf(at, at.order, at.id)?.lines ?? [];
  const pieces = [{id: line?.id ?? '', quantity: 1}];
  expect(userErrorsOf(await at.gql(submit, {id: at.id, lines: [{...pieces[0], quantity: 4}]}))).toMatchObject([
    {message: 'Invalid fulfillment order line item quantity requested.'},
  ]);
  const {submitted, unsubmitted} = at.shop.services.request(at.id, {pieces});
  expect(submitted).toBe(at.id);
  expect(at.shop.services.fulfilmentOrders(at.order)).toMatchObject([
    {id: at.id, requestStatus: 'SUBMITTED', lines: [{remaining: 1}]},
    {id: unsubmitted, requestStatus: 'UNSUBMITTED', locationId: at.location, lines: [{remaining: 2}]},
  ]);
});

test('a rejection returns every line, whichever it names, and a reason that Shopify does not know is refused', async () => {
  const at = await placed(2);
  await acts.request(at);
  const [line] = stateOf(at, at.order, at.id)?.lines ?? [];
  expect((await at.gql(reject, {id: at.id, reason: 'TOO_FAR'})).errors).toHaveLength(1);
  const unknown = [{fulfillmentOrderLineItemId: 'gid://shopify/FulfillmentOrderLineItem/9'}];
  expect(userErrorsOf(await at.gql(reject, {id: at.id, reason: 'OTHER', lines: unknown}))).toHaveLength(1);
  const lines = [{fulfillmentOrderLineItemId: line?.id, message: 'Not ours'}];
  await at.done(Any, reject, {id: at.id, reason: 'INELIGIBLE_PRODUCT', lines});
  expect(stateOf(at, at.order, at.id)).toMatchObject({requestStatus: 'REJECTED', lines: [{remaining: 2}]});
});

describe('a fulfilment order is moved', () => {
  test('as a whole with its id while nothing is asked, and is out of the app’s list then', async () => {
    const at = await placed();
    const Moved = z.object({fulfillmentOrderMove: z.object({movedFulfillmentOrder: z.object({id: z.string()})})});
    const moved = await at.done(Moved, move, {id: at.id, to: at.own});
    expect(moved.fulfillmentOrderMove.movedFulfillmentOrder.id).toBe(at.id);
    expect((await at.done(Assigned, assigned, {first: 50})).assignedFulfillmentOrders.nodes).toEqual([]);
    expect(userErrorsOf(await at.gql(close, {id: at.id}))).toEqual([{field: null, message: api}]);
    expect(userErrorsOf(await at.gql(submit, {id: at.id}))).toEqual([{field: null, message: api}]);
  });

  test.each([
    ['requested', ['request']],
    ['accepted', ['request', 'accept']],
    ['to be cancelled', ['request', 'accept', 'askToCancel']],
    ['not cancelled', ['request', 'accept', 'askToCancel', 'rejectCancellation']],
  ] as const)('not while it is %s, in the recorded words', async (_name, path) => {
    const at = await inState(path);
    const message = 'Cannot move submitted fulfillment order that is at a 3PL fulfillment service.';
    expect(userErrorsOf(await at.gql(move, {id: at.id, to: at.own}))).toEqual([{field: null, message, code: null}]);
    expect(() => at.shop.services.move(at.id, at.own)).toThrow(message);
  });

  test('in part by the merchant, and not to a location that is not there', async () => {
    const at = await placed(3);
    const [line] = stateOf(at, at.order, at.id)?.lines ?? [];
    const moved = at.shop.services.move(at.id, at.own, [{id: line?.id ?? '', quantity: 2}]);
    expect(stateOf(at, at.order, moved)).toMatchObject({locationId: at.own, lines: [{remaining: 2}]});
    expect(stateOf(at, at.order, at.id)).toMatchObject({locationId: at.location, lines: [{remaining: 1}]});
    expect(userErrorsOf(await at.gql(move, {id: at.id, to: 'gid://shopify/Location/9'}))).toEqual([
      {field: ['id'], message: 'Location not found.', code: null},
    ]);
  });
});

test('what is held is asked for only after its release', async () => {
  const at = await placed();
  at.shop.services.hold(at.id, true);
  expect(() => at.shop.services.request(at.id)).toThrow("can't be submitted");
  at.shop.services.hold(at.id, false);
  at.shop.services.request(at.id);
  expect(() => at.shop.services.hold(at.id, true)).toThrow('does not support HOLD');
});

test('the app lists what is assigned to it by status and location, in pages, without what is closed', async () => {
  const at = await openService();
  const ids = [1, 2, 3].map(() => orderFromService(at).id);
  const [first = '', second = '', third = ''] = ids;
  at.shop.services.request(first);
  at.shop.services.request(second);
  await at.done(Any, accept, {id: second});
  const list = async (variables: Record<string, unknown>) =>
    (await at.done(Assigned, assigned, {first: 50, ...variables})).assignedFulfillmentOrders;
  const idsOf = async (variables: Record<string, unknown>) => (await list(variables)).nodes.map(({id}) => id);
  expect(await idsOf({status: 'FULFILLMENT_REQUESTED'})).toEqual([first]);
  expect(await idsOf({status: 'FULFILLMENT_ACCEPTED'})).toEqual([second]);
  expect(await idsOf({status: 'FULFILLMENT_UNSUBMITTED'})).toEqual([third]);
  expect(await idsOf({status: 'CANCELLATION_REQUESTED'})).toEqual([]);
  expect(await idsOf({locations: [at.own]})).toEqual([]);
  const page = await list({first: 2, locations: [at.location]});
  expect(page).toMatchObject({pageInfo: {hasNextPage: true}, nodes: [{id: first}, {id: second}]});
  expect(await idsOf({first: 2, after: page.pageInfo.endCursor})).toEqual([third]);
  await at.done(Any, ship, {f: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: second}]}});
  expect(await idsOf({})).toEqual([first, third]);
});

test('an app without a service has no list, in the recorded words', async () => {
  const at = await openService();
  at.shop.services.remove(at.service);
  const {errors} = await at.gql(assigned, {first: 50});
  expect(errors).toMatchObject([{message: '["The api_client is not associated with any fulfillment service."]'}]);
});

test('orders that are paid are asked for by the store itself where it is set so, unpaid ones once they are paid', async () => {
  const at = await openService();
  at.shop.services.setAutomatic(true);
  const paid = orderFromService(at);
  expect(stateOf(at, paid.order, paid.id)).toMatchObject({requestStatus: 'SUBMITTED', requests: [{message: null}]});
  const unpaid = orderFromService(at, 1, {financialStatus: 'PENDING'});
  expect(unpaid.requestStatus).toBe('UNSUBMITTED');
  at.shop.payOrder(unpaid.order);
  expect(stateOf(at, unpaid.order, unpaid.id)?.requestStatus).toBe('SUBMITTED');
});

test('an unpaid order is asked for where the merchant asks: Shopify does not refuse it', async () => {
  const at = await openService();
  const {order, id} = orderFromService(at, 1, {financialStatus: 'PENDING'});
  at.shop.services.request(id);
  expect(stateOf(at, order, id)?.requestStatus).toBe('SUBMITTED');
});

test('what an edit adds to a line that was asked for gets a fulfilment order of its own', async () => {
  const at = await placed();
  await acts.request(at);
  const [line] = stateOf(at, at.order, at.id)?.lines ?? [];
  at.shop.editOrder(at.order, line?.lineId ?? '', 3);
  expect(at.shop.services.fulfilmentOrders(at.order)).toMatchObject([
    {id: at.id, requestStatus: 'SUBMITTED', lines: [{remaining: 1}]},
    {requestStatus: 'UNSUBMITTED', locationId: at.location, lines: [{remaining: 2}]},
  ]);
});

test('a fulfilment of a part leaves the rest accepted', async () => {
  const at = await placed(2);
  await acts.request(at);
  await acts.accept(at);
  const line = only(stateOf(at, at.order, at.id)?.lines ?? []);
  const fulfillmentOrderLineItems = [{id: line.id, quantity: 1}];
  await at.done(Any, ship, {
    f: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: at.id, fulfillmentOrderLineItems}]},
  });
  expect(stateOf(at, at.order, at.id)).toMatchObject({
    status: 'IN_PROGRESS',
    requestStatus: 'ACCEPTED',
    lines: [{remaining: 1}],
  });
});

test('a fulfilment that is cancelled leaves what was accepted accepted, and what was shipped whole open again at the service', async () => {
  const at = await placed(2);
  await acts.request(at);
  await acts.accept(at);
  at.shop.fulfil(at.order, undefined, 1);
  at.shop.cancelFulfilments(at.order);
  expect(stateOf(at, at.order, at.id)).toMatchObject({status: 'IN_PROGRESS', requestStatus: 'ACCEPTED'});
  at.shop.fulfil(at.order);
  at.shop.cancelFulfilments(at.order, 'newest');
  expect(at.shop.services.fulfilmentOrders(at.order)).toMatchObject([
    {id: at.id, status: 'CLOSED'},
    {status: 'OPEN', requestStatus: 'UNSUBMITTED', locationId: at.location, lines: [{remaining: 2}]},
  ]);
});

test('a hold of the whole order passes over what was asked for', async () => {
  const at = await placed();
  await acts.request(at);
  at.shop.holdFulfilment(at.order, true);
  expect(stateOf(at, at.order, at.id)).toMatchObject({status: 'OPEN', requestStatus: 'SUBMITTED'});
});

test('with the order its fulfilment orders are closed, whatever the service was asked', async () => {
  const at = await placed();
  await acts.request(at);
  await acts.accept(at);
  at.shop.cancelOrder(at.order);
  expect(stateOf(at, at.order, at.id)?.status).toBe('CLOSED');
  expect(userErrorsOf(await at.gql(close, {id: at.id}))).toHaveLength(1);
});
