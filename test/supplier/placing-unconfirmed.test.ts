// It may have arrived, so it is neither placed nor sent again.
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {sendDropshipOrder} from '../../server/supplier/dropship.ts';
import type {Misdeed} from '../sandbox/supplier/start.ts';
import type {NetworkFault} from '../support/fault-proxy.ts';
import {clientOn} from './client-on.ts';
import {openPlacingSetup, type PlacingSetup} from './placing-setup.ts';

let setup: PlacingSetup;

beforeAll(async () => {
  setup = await openPlacingSetup();
});

beforeEach(() => setup.renew());

afterAll(() => setup.close());

const sentThen = /^The order was sent to the supplier, but (it did not answer in time|the connection was lost)\.$/;

const connectionLost: [string, NetworkFault][] = [
  ['a connection closed at once', {kind: 'close'}],
  ['a supplier that accepts and hangs', {kind: 'hang'}],
  ['a connection cut inside the request', {kind: 'cut-request', after: 100}],
  ['a connection reset inside the request', {kind: 'cut-request', after: 100, reset: true}],
  ['a connection cut before the answer', {kind: 'cut-response', after: 0}],
  ['a connection cut inside the answer', {kind: 'cut-response', after: 60}],
  ['a connection reset inside the answer', {kind: 'cut-response', after: 60, reset: true}],
];
test.each(connectionLost)('%s', async (_, fault) => {
  setup.proxy.set(fault);
  const before = setup.proxy.connections();
  const {client} = clientOn(setup.proxy.url, {turned: {order: 300}});
  const outcome = await sendDropshipOrder(client, setup.key, setup.anOrder());
  expect(outcome).toMatchObject({kind: 'unconfirmed', why: expect.stringMatching(sentThen)});
  expect(setup.proxy.connections() - before).toBe(1);
});

test('an answer cut after its status tells the status', async () => {
  const {outcome, made, posts} = await setup.placeDuring({kind: 'cut', when: 'half'});
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
  const {outcome, posts} = await setup.placeDuring(does);
  expect(outcome).toMatchObject({kind: 'unconfirmed', status});
  expect(posts).toBe(1);
});

test('the app stopping while the supplier works leaves the order unconfirmed', async () => {
  const stopping = new AbortController();
  const {client} = clientOn(setup.supplier.url);
  const stop = setup.supplier.misbehave({a: 'order', does: {kind: 'hang', when: 'after'}});
  const before = setup.supplier.orders().length;
  const outcome = sendDropshipOrder(client, setup.key, setup.anOrder(), {signal: stopping.signal});
  await expect.poll(() => setup.supplier.orders().length).toBe(before + 1);
  stopping.abort();
  expect(await outcome).toMatchObject({kind: 'unconfirmed', why: expect.stringContaining('stopping')});
  stop();
});
