// What the merchant does in the admin about fulfilment orders, locations and automatic fulfilment, by the routes of its pages.
import {expect, test} from 'vitest';
import {openService, orderFromService, reject, rejectCancellation, stockAtService} from './open-service.ts';
import {Any, acts, inState, type Placed, placed} from './request-acts.ts';

type Posted = {readonly status: number; readonly body: unknown};

const numberOf = (id: string) => id.split('/').at(-1);

const post = async (url: string, given: object): Promise<Posted> => {
  const headers = {'content-type': 'application/json'};
  const answer = await fetch(url, {method: 'POST', headers, body: JSON.stringify(given)});
  return {status: answer.status, body: await answer.json()};
};

const press = ({sandbox, order, id}: Placed, act: string, given: object = {}) =>
  post(`${sandbox.origin}/sandbox/api/orders/${numberOf(order)}/fulfilment-orders/${numberOf(id)}/${act}`, given);

const ask = async (at: Pick<Placed, 'sandbox'>, path: string): Promise<unknown> =>
  (await fetch(`${at.sandbox.origin}/sandbox/api/${path}`)).json();

test('a request with a note and its rejection stand at the fulfilment order with the reason and the message', async () => {
  const at = await placed();
  expect(await press(at, 'request', {message: 'Wrap it'})).toMatchObject({
    status: 200,
    body: [{requestStatus: 'SUBMITTED', supportedActions: ['CANCEL_FULFILLMENT_ORDER']}],
  });
  await at.done(Any, reject, {id: at.id, reason: 'UNDELIVERABLE_DESTINATION', message: 'Not to Norway.'});
  expect(await ask(at, `orders/${numberOf(at.order)}/fulfilment-orders`)).toMatchObject([
    {
      locationName: 'Piecewise',
      status: 'OPEN',
      requestStatus: 'REJECTED',
      requests: [{kind: 'FULFILLMENT_REQUEST', message: 'Wrap it'}],
      answers: [{requestStatus: 'REJECTED', reason: 'UNDELIVERABLE_DESTINATION', message: 'Not to Norway.'}],
    },
  ]);
});

test('a request to cancel and its rejection stand there too, after the acceptance', async () => {
  const at = await inState(['request', 'accept']);
  expect((await press(at, 'request-cancellation', {message: ''})).status).toBe(200);
  await at.done(Any, rejectCancellation, {id: at.id, message: 'It is paid.'});
  expect(at.shop.services.fulfilmentOrders(at.order)).toMatchObject([
    {
      requests: [{}, {kind: 'CANCELLATION_REQUEST', message: null}],
      answers: [
        {requestStatus: 'ACCEPTED', reason: null, message: null},
        {requestStatus: 'CANCELLATION_REJECTED', reason: null, message: 'It is paid.'},
      ],
    },
  ]);
});

test('what is not allowed any more is refused in Shopify’s words, and nothing changes', async () => {
  const at = await inState(['request', 'accept']);
  const before = at.shop.services.fulfilmentOrders(at.order);
  const refusals = {
    cancel: "Fulfillment order is not in cancelable request state and can't be canceled.",
    move: 'Cannot move submitted fulfillment order that is at a 3PL fulfillment service.',
    request: "Fulfillment order is not in requestable request state and can't be submitted.",
    dance: 'A fulfilment order cannot be asked to "dance".',
  };
  for (const [act, error] of Object.entries(refusals)) {
    expect(await press(at, act, {location: at.own})).toEqual({status: 400, body: {error}});
  }
  expect(at.shop.services.fulfilmentOrders(at.order)).toEqual(before);
  const other = at.shop.placeOrder({country: 'DE', lines: [{variantId: at.medium.id}]});
  expect(await press({...at, order: other.id}, 'request')).toMatchObject({status: 400});
});

test('a fulfilment order is put on hold, released, moved to the merchant’s location and cancelled', async () => {
  const at = await placed();
  expect(await press(at, 'hold')).toMatchObject({body: [{status: 'ON_HOLD'}]});
  expect(await press(at, 'release')).toMatchObject({body: [{status: 'OPEN', supportedActions: expect.anything()}]});
  expect(await press(at, 'move', {location: at.own})).toMatchObject({
    body: [{id: at.id, locationId: at.own, locationName: 'Shop location', requestStatus: 'UNSUBMITTED'}],
  });
  await press(at, 'move', {location: at.location});
  await acts.request(at);
  expect(await press(at, 'cancel')).toMatchObject({
    body: [{status: 'CLOSED'}, {status: 'OPEN', requestStatus: 'UNSUBMITTED', locationName: 'Piecewise'}],
  });
});

test('the locations say which service they are of and how many variants they stock', async () => {
  const open = await openService();
  stockAtService(open, open.small);
  expect(await ask(open, 'locations')).toMatchObject([
    {name: 'Shop location', manager: 'merchant', service: null, variants: 1},
    {name: 'Piecewise', manager: 'app', service: 'Piecewise', variants: 1},
  ]);
  expect(await ask(open, 'stock')).toEqual({[open.small.id]: [open.location], [open.medium.id]: [open.own]});
});

test('automatic fulfilment is off until the merchant switches it on; then a paid order is requested by itself', async () => {
  const open = await openService();
  const setting = `${open.sandbox.origin}/sandbox/api/order-processing`;
  expect(await ask(open, 'order-processing')).toEqual({isAutomatic: false});
  expect(orderFromService(open, 1, {financialStatus: 'PAID'}).requestStatus).toBe('UNSUBMITTED');
  expect(await post(setting, {isAutomatic: true})).toEqual({status: 200, body: {isAutomatic: true}});
  expect(await post(setting, {isAutomatic: 'always'})).toMatchObject({status: 400});
  expect(orderFromService(open, 1, {financialStatus: 'PAID'}).requestStatus).toBe('SUBMITTED');
  expect(orderFromService(open, 1, {financialStatus: 'PENDING'}).requestStatus).toBe('UNSUBMITTED');
});
