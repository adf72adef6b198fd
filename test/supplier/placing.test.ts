import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {type DropshipRequest, type PlaceOutcome, placeDropshipOrder} from '../../server/supplier/dropship.ts';
import {type Misdeed, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {clientOn} from './client-on.ts';

let supplier: SupplierSandbox;
let proxy: FaultProxy;
let key: string;
let placed = 0;

beforeAll(async () => {
  supplier = await startSupplier({articles: 60});
  proxy = await startFaultProxy(supplier.url);
});

beforeEach(() => {
  key = supplier.issueKey('dropship');
  proxy.set({kind: 'none'});
});

afterAll(async () => {
  await proxy.close();
  await supplier.close();
});

/** An order the supplier takes, with a reference of its own. */
function anOrder(overrides: Partial<DropshipRequest> = {}): DropshipRequest {
  const [listed] = supplier.catalogue.listed();
  if (!listed) throw new Error('The supplier lists nothing.');
  const stated = supplier.catalogue.stated(listed.id);
  return {
    id: ArticleId.parse(listed.id),
    colour: stated?.colours[0] ?? 'as pictured',
    size: stated?.sizes[0] ?? 'one size',
    qty: 1,
    zone: 'EU',
    country: 'DE',
    reference: `K7Q-${++placed}-1`,
    customerEmail: 'buyer@example.org',
    customerName: 'Ana Buyer',
    ...overrides,
  };
}

/** Places one order while `does` goes on, and says what arrived. */
async function placeDuring(
  does: Misdeed,
  order = anOrder(),
): Promise<{outcome: PlaceOutcome; made: number; posts: number}> {
  const {client} = clientOn(supplier.url, {turned: {order: 300}});
  const [before, posts] = [supplier.orders().length, supplier.orderRequests()];
  const stop = supplier.misbehave({a: 'order', does});
  const outcome = await placeDropshipOrder(client, key, order);
  stop();
  await client.close();
  return {outcome, made: supplier.orders().length - before, posts: supplier.orderRequests() - posts};
}

test('an order the supplier takes is placed, with its checkout link', async () => {
  const {client, logged} = clientOn(supplier.url);
  const request = anOrder({zone: 'US', country: 'US', qty: 2});
  const outcome = await placeDropshipOrder(client, key, request);
  const order = supplier.orders().at(-1);
  expect(outcome).toEqual({kind: 'placed', ref: order?.ref, checkoutUrl: order?.checkoutUrl, checkoutWithheld: null});
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
  const [listed] = quiet.catalogue.listed();
  const stated = quiet.catalogue.stated(listed?.id ?? '');
  const order = anOrder({
    id: ArticleId.parse(listed?.id),
    colour: stated?.colours[0] ?? 'any',
    size: stated?.sizes[0] ?? 'any',
  });
  const outcome = await placeDropshipOrder(client, quiet.issueKey('dropship'), order);
  await quiet.close();
  expect(outcome).toMatchObject({kind: 'placed', ref: 'DS-100001'});
});

describe('surely never sent', () => {
  test.each([
    ['nobody listens', 'http://127.0.0.1:9', 'it refused the connection'],
    ['the name does not exist', 'http://no-such-host.invalid', 'its name'],
  ])('%s', async (_, url, why) => {
    const {client} = clientOn(url);
    const outcome = await placeDropshipOrder(client, key, anOrder());
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining(why)});
  });

  test('no secure connection comes about', async () => {
    const {client} = clientOn(supplier.url.replace('http:', 'https:'));
    expect(await placeDropshipOrder(client, key, anOrder())).toMatchObject({kind: 'never_sent'});
  });

  test('a secure connection that hangs is given up in time', async () => {
    proxy.set({kind: 'hang'});
    const {client} = clientOn(proxy.url.replace('http:', 'https:'), {turned: {connect: 200}});
    expect(await placeDropshipOrder(client, key, anOrder())).toMatchObject({
      kind: 'never_sent',
      why: expect.stringContaining('no connection came about in time'),
    });
  });

  test('the app stops before it begins', async () => {
    const before = supplier.orderRequests();
    const {client} = clientOn(supplier.url);
    const outcome = await placeDropshipOrder(client, key, anOrder(), AbortSignal.abort());
    expect(outcome).toMatchObject({kind: 'never_sent', why: expect.stringContaining('stopping')});
    expect(supplier.orderRequests()).toBe(before);
  });

  test('and once the supplier is back the same order is placed once', async () => {
    const {client} = clientOn(proxy.url);
    const order = anOrder();
    await proxy.refuse();
    const down = await placeDropshipOrder(client, key, order);
    await proxy.accept();
    const up = await placeDropshipOrder(client, key, order);
    expect([down.kind, up.kind]).toEqual(['never_sent', 'placed']);
    expect(supplier.orders().filter(({reference}) => reference === order.reference)).toHaveLength(1);
  });
});

describe('it may have arrived, so it is neither placed nor sent again', () => {
  const connectionLost: [string, Parameters<FaultProxy['set']>[0]][] = [
    ['a connection closed at once', {kind: 'close'}],
    ['a supplier that accepts and hangs', {kind: 'hang'}],
    ['a connection cut inside the request', {kind: 'cut-request', after: 100}],
    ['a connection reset inside the request', {kind: 'cut-request', after: 100, reset: true}],
    ['a connection cut before the answer', {kind: 'cut-response', after: 0}],
    ['a connection cut inside the answer', {kind: 'cut-response', after: 60}],
    ['a connection reset inside the answer', {kind: 'cut-response', after: 60, reset: true}],
  ];
  test.each(connectionLost)('%s', async (_, fault) => {
    proxy.set(fault);
    const before = proxy.connections();
    const {client} = clientOn(proxy.url, {turned: {order: 300}});
    const outcome = await placeDropshipOrder(client, key, anOrder());
    expect(outcome).toMatchObject({kind: 'unconfirmed', why: expect.stringContaining('its outcome is not known')});
    expect(proxy.connections() - before).toBe(1);
  });

  test('an answer cut after its status tells the status', async () => {
    const {outcome, made, posts} = await placeDuring({kind: 'cut', when: 'half'});
    expect(outcome).toMatchObject({kind: 'unconfirmed', status: 200});
    expect([made, posts]).toEqual([1, 1]);
  });

  const answers: [string, Misdeed, number | null][] = [
    ['reset before the work', {kind: 'cut', when: 'before'}, null],
    ['reset after the work', {kind: 'cut', when: 'after'}, null],
    ['no answer in time', {kind: 'hang', when: 'after'}, null],
    ['500 before the work', {kind: 'status', status: 500}, 500],
    ['502 after the work', {kind: 'status', status: 502, when: 'after'}, 502],
    ['504 after the work', {kind: 'status', status: 504, when: 'after'}, 504],
    ['503 with its own no', {kind: 'status', status: 503, body: '{"ok":false,"error":"busy"}'}, 503],
    ['429', {kind: 'status', status: 429, retryAfter: 120, body: '{"ok":false,"error":"slow"}'}, 429],
    ['408', {kind: 'status', status: 408, body: '{"ok":false,"error":"late"}'}, 408],
    ['400 that does not say ok: false', {kind: 'status', status: 400, body: '{"error":"bad"}'}, 400],
    ['404 with a web page', {kind: 'status', status: 404}, 404],
    ['a redirect', {kind: 'say', status: 307, text: '', headers: {location: '/api/dropship?a=order'}}, 307],
    ['a web page', {kind: 'answer', as: 'html'}, 200],
    ['nothing at all', {kind: 'answer', as: 'empty'}, 200],
    ['truncated JSON', {kind: 'answer', as: 'truncated'}, 200],
    ['null', {kind: 'answer', as: 'null'}, 200],
    ['a list', {kind: 'answer', as: 'array'}, 200],
    ['10,000 levels of nesting', {kind: 'answer', as: 'deep'}, 200],
    ['ok as text', {kind: 'answer', as: 'ok-text'}, 200],
    ['ok: false with 200', {kind: 'answer', as: 'ok-false'}, 200],
    ['no ref', {kind: 'answer', as: 'no-ref'}, 200],
    ['a ref that is a number', {kind: 'envelope', patch: {ref: 12}}, 200],
    ['somebody else’s reference', {kind: 'answer', as: 'other-reference'}, 200],
    ['a body over the cap', {kind: 'answer', as: 'oversized', megabytes: 3}, 200],
  ];
  test.each(answers)('%s', async (_, does, status) => {
    const {outcome, posts} = await placeDuring(does);
    expect(outcome).toMatchObject({kind: 'unconfirmed', status});
    expect(posts).toBe(1);
  });
});

describe('the supplier says no', () => {
  test('in its own words', async () => {
    const {client} = clientOn(supplier.url);
    const outcome = await placeDropshipOrder(client, key, anOrder({id: ArticleId.parse('no-such-article')}));
    expect(outcome).toEqual({kind: 'rejected', status: 404, said: 'not_found'});
  });

  test('without a reason', async () => {
    const {outcome} = await placeDuring({kind: 'status', status: 422, body: '{"ok":false}'});
    expect(outcome).toEqual({kind: 'rejected', status: 422, said: 'The supplier gave no reason.'});
  });

  test('and what it says of the buyer is taken out', async () => {
    const body = JSON.stringify({ok: false, message: `Ana Buyer <BUYER@example.org> (buyer@example.org) with ${key}`});
    const {outcome} = await placeDuring({kind: 'status', status: 422, body});
    expect(outcome).toEqual({kind: 'rejected', status: 422, said: '[…] <[…]> ([…]) with […]'});
  });

  test('to the key: nothing was done', async () => {
    supplier.revokeKey(key);
    const before = supplier.orders().length;
    const {client} = clientOn(supplier.url);
    expect(await placeDropshipOrder(client, key, anOrder())).toEqual({kind: 'unauthorised', said: 'unauthorized'});
    expect(supplier.orders().length).toBe(before);
  });

  test('to the key, in a web page', async () => {
    const {outcome} = await placeDuring({kind: 'say', status: 401, text: '<h1>401</h1>'});
    expect(outcome).toMatchObject({kind: 'unauthorised'});
  });

  test('a key no request can carry is not sent', async () => {
    const before = supplier.orderRequests();
    const {client} = clientOn(supplier.url);
    const outcome = await placeDropshipOrder(client, 'dsp_live_a\r\nx-evil: 1', anOrder());
    expect(outcome).toMatchObject({kind: 'unauthorised', said: expect.stringContaining('line break')});
    expect(supplier.orderRequests()).toBe(before);
  });
});

describe('the checkout link', () => {
  test.each([
    ['http-checkout', 'not a secure (https) address'],
    ['foreign-checkout', 'leads to pay.attacker.example'],
    ['script-checkout', 'not a secure (https) address'],
  ] as const)('%s is withheld, and the order is placed', async (as, reason) => {
    const {outcome, made} = await placeDuring({kind: 'answer', as});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: expect.stringContaining(reason),
    });
    expect(made).toBe(1);
  });

  test('an answer without one is a placed order without a link', async () => {
    const {outcome} = await placeDuring({kind: 'envelope', patch: {checkout_url: null}});
    expect(outcome).toMatchObject({
      kind: 'placed',
      checkoutUrl: null,
      checkoutWithheld: 'The supplier sent no checkout link.',
    });
  });

  test('on loopback it is withheld in production', async () => {
    const {client} = clientOn(supplier.url, {config: {allowLoopbackCheckout: false}});
    expect(await placeDropshipOrder(client, key, anOrder())).toMatchObject({kind: 'placed', checkoutUrl: null});
  });
});

test('every order travels on a connection of its own', async () => {
  const {client} = clientOn(proxy.url);
  const before = proxy.connections();
  for (let n = 0; n < 3; n++) await placeDropshipOrder(client, key, anOrder());
  expect(proxy.connections() - before).toBe(3);
});

test('the app stopping while the supplier works leaves the order unconfirmed', async () => {
  const stopping = new AbortController();
  const {client} = clientOn(supplier.url);
  const stop = supplier.misbehave({a: 'order', does: {kind: 'hang', when: 'after'}});
  const before = supplier.orders().length;
  const outcome = placeDropshipOrder(client, key, anOrder(), stopping.signal);
  await expect.poll(() => supplier.orders().length).toBe(before + 1);
  stopping.abort();
  expect(await outcome).toMatchObject({kind: 'unconfirmed', why: expect.stringContaining('stopping')});
  stop();
});
