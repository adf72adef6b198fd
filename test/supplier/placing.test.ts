import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn} from './client-on.ts';
import {anOrderAt, openPlacingStage, type PlacingStage} from './placing-stage.ts';

let stage: PlacingStage;

beforeAll(async () => {
  stage = await openPlacingStage();
});

beforeEach(() => stage.renew());

afterAll(() => stage.close());

test('an order the supplier takes is placed, with its checkout link', async () => {
  const {client, logged} = clientOn(stage.supplier.url);
  const request = stage.anOrder({zone: 'US', country: 'US', qty: 2});
  const outcome = await sendDropshipOrder(client, stage.key, request);
  const order = stage.supplier.orders().at(-1);
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
    ['nobody listens', 'http://127.0.0.1:9', 'it refused the connection'],
    ['the name does not exist', 'http://no-such-host.invalid', 'its name'],
  ])('%s', async (_, url, why) => {
    const {client} = clientOn(url);
    const outcome = await sendDropshipOrder(client, stage.key, stage.anOrder());
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining(why)});
  });

  test('no secure connection comes about', async () => {
    const {client} = clientOn(stage.supplier.url.replace('http:', 'https:'));
    expect(await sendDropshipOrder(client, stage.key, stage.anOrder())).toMatchObject({kind: 'never_sent'});
  });

  test('a secure connection that hangs is given up in time', async () => {
    stage.proxy.set({kind: 'hang'});
    const {client} = clientOn(stage.proxy.url.replace('http:', 'https:'), {turned: {connect: 200}});
    expect(await sendDropshipOrder(client, stage.key, stage.anOrder())).toMatchObject({
      kind: 'never_sent',
      why: expect.stringContaining('no connection came about in time'),
    });
  });

  test('the app stops before it begins', async () => {
    const before = stage.supplier.orderRequests();
    const {client} = clientOn(stage.supplier.url);
    const outcome = await sendDropshipOrder(client, stage.key, stage.anOrder(), {signal: AbortSignal.abort()});
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining('stopping')});
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  test('it was held up until the connection stood, and may not leave any more', async () => {
    const [requests, connections] = [stage.supplier.orderRequests(), stage.proxy.connections()];
    const {client} = clientOn(stage.proxy.url);
    const asked: number[] = [];
    const isInTime = () => {
      asked.push(stage.proxy.connections() - connections);
      return false;
    };
    const outcome = await sendDropshipOrder(client, stage.key, stage.anOrder(), {isInTime});
    expect(outcome).toEqual({kind: 'overdue', why: expect.stringContaining('did not leave')});
    expect(asked).toHaveLength(1);
    expect(stage.supplier.orderRequests()).toBe(requests);
  });

  test('and once the supplier is back the same order is placed once', async () => {
    const {client} = clientOn(stage.proxy.url);
    const order = stage.anOrder();
    await stage.proxy.refuse();
    const down = await sendDropshipOrder(client, stage.key, order);
    await stage.proxy.accept();
    const up = await sendDropshipOrder(client, stage.key, order);
    expect([down.kind, up.kind]).toEqual(['never_sent', 'placed']);
    expect(stage.supplier.orders().filter(({reference}) => reference === order.reference)).toHaveLength(1);
  });
});

describe('the supplier says no', () => {
  test('in its own words', async () => {
    const {client} = clientOn(stage.supplier.url);
    const outcome = await sendDropshipOrder(client, stage.key, stage.anOrder({id: ArticleId.parse('no-such-article')}));
    expect(outcome).toEqual({kind: 'rejected', status: 404, said: 'not_found'});
  });

  test('without a reason', async () => {
    const {outcome} = await stage.placeDuring({kind: 'status', status: 422, body: '{"ok":false}'});
    expect(outcome).toEqual({kind: 'rejected', status: 422, said: 'The supplier gave no reason.'});
  });

  test('and what it says of the buyer is taken out', async () => {
    const body = JSON.stringify({
      ok: false,
      message: `Ana Buyer <BUYER@example.org> (buyer@example.org) with ${stage.key}`,
    });
    const {outcome} = await stage.placeDuring({kind: 'status', status: 422, body});
    expect(outcome).toEqual({kind: 'rejected', status: 422, said: '[…] <[…]> ([…]) with […]'});
  });

  test('to the key: nothing was done', async () => {
    stage.supplier.revokeKey(stage.key);
    const before = stage.supplier.orders().length;
    const {client} = clientOn(stage.supplier.url);
    expect(await sendDropshipOrder(client, stage.key, stage.anOrder())).toEqual({
      kind: 'unauthorised',
      said: 'unauthorized',
      status: 401,
    });
    expect(stage.supplier.orders().length).toBe(before);
  });

  test('to the stage.key, in a web page', async () => {
    const {outcome} = await stage.placeDuring({kind: 'say', status: 401, text: '<h1>401</h1>'});
    expect(outcome).toMatchObject({kind: 'unauthorised'});
  });

  test('a key no request can carry is not sent', async () => {
    const before = stage.supplier.orderRequests();
    const {client} = clientOn(stage.supplier.url);
    const outcome = await sendDropshipOrder(client, 'dsp_live_a\r\nx-evil: 1', stage.anOrder());
    expect(outcome).toMatchObject({kind: 'unauthorised', said: expect.stringContaining('line break'), status: null});
    expect(stage.supplier.orderRequests()).toBe(before);
  });
});

describe('the checkout link', () => {
  test.each([
    ['http-checkout', 'not a secure (https) address'],
    ['foreign-checkout', 'leads to pay.attacker.example'],
    ['script-checkout', 'not a secure (https) address'],
  ] as const)('%s is withheld, and the order is placed', async (as, reason) => {
    const {outcome, made} = await stage.placeDuring({kind: 'answer', as});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: expect.stringContaining(reason),
    });
    expect(made).toBe(1);
  });

  test('an answer without one is a placed order without a link', async () => {
    const {outcome} = await stage.placeDuring({kind: 'envelope', patch: {checkout_url: null}});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: 'The supplier sent no checkout link.',
    });
  });

  test('on loopback it is withheld in production', async () => {
    const {client} = clientOn(stage.supplier.url, {config: {allowLoopbackCheckout: false}});
    expect(await sendDropshipOrder(client, stage.key, stage.anOrder())).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
    });
  });
});

test('every order travels on a connection of its own', async () => {
  const {client} = clientOn(stage.proxy.url);
  const before = stage.proxy.connections();
  for (let n = 0; n < 3; n++) await sendDropshipOrder(client, stage.key, stage.anOrder());
  expect(stage.proxy.connections() - before).toBe(3);
});
