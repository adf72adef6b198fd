import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn} from './client-on.ts';
import {anOrderAt, openPlacingSetup, type PlacingSetup} from './placing-setup.ts';

let setup: PlacingSetup;

beforeAll(async () => {
  setup = await openPlacingSetup();
});

beforeEach(() => setup.renew());

afterAll(() => setup.close());

test('an order the supplier takes is placed, with its checkout link', async () => {
  const {client, logged} = clientOn(setup.supplier.url);
  const request = setup.anOrder({zone: 'US', country: 'US', qty: 2});
  const outcome = await sendDropshipOrder(client, setup.key, request);
  const order = setup.supplier.orders().at(-1);
  expect(outcome).toEqual({
    kind: 'placed',
    ref: order?.ref,
    checkoutUrl: order?.checkoutUrl,
    checkoutWithheld: null,
    status: 200,
  });
  expect(order).toMatchObject({
    articleId: request.id,
    colour: request.colour,
    size: request.size,
    qty: 2,
    zone: 'US',
    country: 'US',
    reference: request.reference,
    customerEmail: 'buyer@example.org',
    customerName: 'Ana Buyer',
  });
  expect(logged()).toContain(request.reference);
  expect(logged()).not.toMatch(/buyer@example|Ana Buyer/);
});

test('an order that finds no place beside the requests under way does not leave, and says so before its claim runs out', async () => {
  const {client} = clientOn(setup.supplier.url, {config: {requestsAtOnce: 1}, turned: {place: 50}});
  const release = await client.places.take();
  const before = setup.supplier.orderRequests();
  expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toMatchObject({kind: 'overdue'});
  expect(setup.supplier.orderRequests()).toBe(before);
  release();
  expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toMatchObject({kind: 'placed'});
  await client.close();
});

test('an answer that does not repeat the reference is an order all the same', async () => {
  const quiet = await startSupplier({articles: 20, shapes: {order: 'as-written'}});
  const {client} = clientOn(quiet.url);
  const order = anOrderAt(quiet, 'K7Q-quiet-1');
  const outcome = await sendDropshipOrder(client, quiet.issueKey('dropship'), order);
  await quiet.close();
  expect(outcome).toMatchObject({kind: 'placed', ref: 'DS-100001'});
});

describe('surely never sent', () => {
  test.each([
    ['the port is closed', 'http://127.0.0.1:9', 'it refused the connection'],
    ['the name does not exist', 'http://no-such-host.invalid', 'its name'],
  ])('%s', async (_, url, why) => {
    const {client} = clientOn(url);
    const outcome = await sendDropshipOrder(client, setup.key, setup.anOrder());
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining(why)});
  });

  test('no secure connection comes about', async () => {
    const {client} = clientOn(setup.supplier.url.replace('http:', 'https:'));
    expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toMatchObject({kind: 'never_sent'});
  });

  test('a secure connection that hangs is given up in time', async () => {
    setup.proxy.set({kind: 'hang'});
    const {client} = clientOn(setup.proxy.url.replace('http:', 'https:'), {turned: {connect: 200}});
    expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toMatchObject({
      kind: 'never_sent',
      why: expect.stringContaining('no connection came about in time'),
    });
  });

  test('the app stops before it begins', async () => {
    const before = setup.supplier.orderRequests();
    const {client} = clientOn(setup.supplier.url);
    const outcome = await sendDropshipOrder(client, setup.key, setup.anOrder(), {signal: AbortSignal.abort()});
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining('stopping')});
    expect(setup.supplier.orderRequests()).toBe(before);
  });

  test('it was held up until the connection stood, and may not leave any more', async () => {
    const [requests, connections] = [setup.supplier.orderRequests(), setup.proxy.connections()];
    const {client} = clientOn(setup.proxy.url);
    const asked: number[] = [];
    const isInTime = () => {
      asked.push(setup.proxy.connections() - connections);
      return false;
    };
    const outcome = await sendDropshipOrder(client, setup.key, setup.anOrder(), {isInTime});
    expect(outcome).toEqual({kind: 'overdue', why: expect.stringContaining('did not leave')});
    expect(asked).toHaveLength(1);
    expect(setup.supplier.orderRequests()).toBe(requests);
  });

  test('and once the supplier is back the same order is placed once', async () => {
    const {client} = clientOn(setup.proxy.url);
    const order = setup.anOrder();
    await setup.proxy.refuse();
    const down = await sendDropshipOrder(client, setup.key, order);
    await setup.proxy.accept();
    const up = await sendDropshipOrder(client, setup.key, order);
    expect([down.kind, up.kind]).toEqual(['never_sent', 'placed']);
    expect(setup.supplier.orders().filter(({reference}) => reference === order.reference)).toHaveLength(1);
  });
});

describe('the supplier says no', () => {
  test('in its own words', async () => {
    const {client} = clientOn(setup.supplier.url);
    const outcome = await sendDropshipOrder(client, setup.key, setup.anOrder({id: ArticleId.parse('no-such-article')}));
    expect(outcome).toEqual({kind: 'rejected', status: 404, message: 'not_found'});
  });

  test('without a reason', async () => {
    const {outcome} = await setup.placeDuring({kind: 'status', status: 422, body: '{"ok":false}'});
    expect(outcome).toEqual({kind: 'rejected', status: 422, message: 'The supplier gave no reason.'});
  });

  test('and what it says of the buyer is taken out', async () => {
    const body = JSON.stringify({
      ok: false,
      message: `Ana Buyer <BUYER@example.org> (buyer@example.org) with ${setup.key}`,
    });
    const {outcome} = await setup.placeDuring({kind: 'status', status: 422, body});
    expect(outcome).toEqual({kind: 'rejected', status: 422, message: '[…] <[…]> ([…]) with […]'});
  });

  test('to the key: nothing was done', async () => {
    setup.supplier.revokeKey(setup.key);
    const before = setup.supplier.orders().length;
    const {client} = clientOn(setup.supplier.url);
    expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toEqual({
      kind: 'unauthorised',
      message: 'unauthorized',
      status: 401,
    });
    expect(setup.supplier.orders().length).toBe(before);
  });

  test('to the key, in a web page', async () => {
    const {outcome} = await setup.placeDuring({kind: 'say', status: 401, text: '<h1>401</h1>'});
    expect(outcome).toMatchObject({kind: 'unauthorised'});
  });

  test('a key no request can carry is not sent', async () => {
    const before = setup.supplier.orderRequests();
    const {client} = clientOn(setup.supplier.url);
    const outcome = await sendDropshipOrder(client, 'dsp_live_a\r\nx-evil: 1', setup.anOrder());
    expect(outcome).toMatchObject({kind: 'unauthorised', message: expect.stringContaining('line break'), status: null});
    expect(setup.supplier.orderRequests()).toBe(before);
  });
});

describe('the checkout link', () => {
  test.each([
    ['http-checkout', 'not a secure (https) address'],
    ['foreign-checkout', 'leads to pay.attacker.example'],
    ['script-checkout', 'not a secure (https) address'],
  ] as const)('%s is withheld, and the order is placed', async (as, reason) => {
    const {outcome, made} = await setup.placeDuring({kind: 'answer', as});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: expect.stringContaining(reason),
    });
    expect(made).toBe(1);
  });

  test('an answer without one is a placed order without a link', async () => {
    const {outcome} = await setup.placeDuring({kind: 'envelope', patch: {checkout_url: null}});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: 'The supplier sent no checkout link.',
    });
  });

  test('on loopback it is withheld in production', async () => {
    const {client} = clientOn(setup.supplier.url, {config: {allowLoopbackCheckout: false}});
    expect(await sendDropshipOrder(client, setup.key, setup.anOrder())).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
    });
  });
});

test('every order travels on a connection of its own', async () => {
  const {client} = clientOn(setup.proxy.url);
  const before = setup.proxy.connections();
  for (let n = 0; n < 3; n++) await sendDropshipOrder(client, setup.key, setup.anOrder());
  expect(setup.proxy.connections() - before).toBe(3);
});
