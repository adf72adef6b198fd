import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {fetchPartner} from '../../server/supplier/catalogue.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {type Misbehaviour, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {clientOn, thrownBy} from './client-on.ts';

let supplier: SupplierSandbox;
let proxy: FaultProxy;
let key: string;
let stop: () => void = () => undefined;

beforeAll(async () => {
  supplier = await startSupplier({articles: 20});
  proxy = await startFaultProxy(supplier.url);
  key = supplier.issueKey('catalogue');
});

afterEach(() => stop());

afterAll(async () => {
  await proxy.close();
  await supplier.close();
});

/** Asks whom the key belongs to while `does` goes on `times` times. */
async function askDuring(does: Misbehaviour['does'], times?: number) {
  const {client, waits, logged} = clientOn(supplier.url, {turned: {answer: 200, read: 400}});
  const before = supplier.requestCount('catalogue', 'whoami');
  stop = supplier.misbehave({a: 'whoami', does, ...(times !== undefined && {times})});
  const result = await fetchPartner(client, key).catch((error: unknown) => error);
  return {result, waits, logged: logged(), asked: supplier.requestCount('catalogue', 'whoami') - before};
}

test.each<[string, Misbehaviour['does']]>([
  ['500', {kind: 'status', status: 500}],
  ['503', {kind: 'status', status: 503}],
  ['429', {kind: 'status', status: 429}],
  ['408', {kind: 'status', status: 408}],
  ['a reset', {kind: 'cut', when: 'after'}],
  ['half an answer', {kind: 'cut', when: 'half'}],
  ['no answer in time', {kind: 'hang'}],
])('%s passes: the third try gets the answer', async (_, does) => {
  const {result, waits, asked, logged} = await askDuring(does, 2);
  expect(result).toMatchObject({partner: 'Halden Mode GmbH'});
  expect([asked, waits]).toEqual([3, [1_000, 2_000]]);
  expect(logged).toContain('"operation":"whoami"');
});

test.each<[string, Misbehaviour['does'], object]>([
  ['502', {kind: 'status', status: 502}, {kind: 'unavailable', status: 502}],
  ['429', {kind: 'status', status: 429}, {kind: 'throttled', status: 429}],
  ['silence', {kind: 'hang'}, {kind: 'timeout', sent: true}],
])('%s that stays is given up after three tries', async (_, does, failure) => {
  const {result, asked} = await askDuring(does);
  expect(result).toMatchObject({name: 'Failure', ...failure});
  expect(asked).toBe(3);
});

test.each<[string, Misbehaviour['does'], object]>([
  [
    '400',
    {kind: 'status', status: 400, body: '{"ok":false,"message":"no"}'},
    {kind: 'refused', status: 400, remoteMessage: 'no'},
  ],
  ['403', {kind: 'status', status: 403}, {kind: 'refused', status: 403}],
  [
    '401',
    {kind: 'status', status: 401, body: '{"ok":false,"error":"unauthorized"}'},
    {kind: 'unauthorised', status: 401},
  ],
  ['ok: false, unauthorized', {kind: 'say', text: '{"ok":false,"error":"unauthorized"}'}, {kind: 'unauthorised'}],
  ['a redirect', {kind: 'say', status: 302, text: '', headers: {location: 'http://127.0.0.1:9/'}}, {kind: 'malformed'}],
  ['a web page', {kind: 'answer', as: 'html'}, {kind: 'malformed', status: 200}],
])('%s does not pass and is not asked again', async (_, does, failure) => {
  const {result, asked, waits} = await askDuring(does);
  expect(result).toMatchObject({name: 'Failure', ...failure});
  expect([asked, waits]).toEqual([1, []]);
});

test('the wait the supplier asks for is kept, in seconds or as a date', async () => {
  expect((await askDuring({kind: 'status', status: 429, retryAfter: 17}, 1)).waits).toEqual([17_000]);
  stop();
  const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
  const [wait = 0] = (await askDuring({kind: 'status', status: 503, retryAfter: inHalfAMinute}, 1)).waits;
  expect(wait).toBeGreaterThan(25_000);
  expect(wait).toBeLessThanOrEqual(30_000);
});

test('a wait over a minute is not waited for here; the failure carries it', async () => {
  const {result, asked} = await askDuring({kind: 'status', status: 429, retryAfter: 120});
  expect(result).toMatchObject({kind: 'throttled', retryAfterMs: 120_000});
  expect(asked).toBe(1);
});

test('a supplier that is not there is unreachable, in words', async () => {
  await proxy.refuse();
  const {client, waits} = clientOn(proxy.url);
  expect(await thrownBy(fetchPartner(client, key))).toMatchObject({
    kind: 'unreachable',
    sent: false,
    message: 'The supplier could not be asked for a=whoami at /api/catalog: it refused the connection.',
  });
  expect(waits).toHaveLength(2);
  await proxy.accept();
  expect(await fetchPartner(client, key)).toMatchObject({partner: 'Halden Mode GmbH'});
});

test('an answer that drips on for ever ends at the read’s deadline', async () => {
  const slow = await startFaultProxy(supplier.url);
  slow.set({kind: 'delay', ms: 5_000});
  const {client} = clientOn(slow.url, {turned: {answer: 10_000, read: 100}});
  expect(await thrownBy(fetchPartner(client, key))).toMatchObject({kind: 'timeout'});
  await slow.close();
});

test('reads share connections that stay open', async () => {
  const {client} = clientOn(proxy.url);
  const before = proxy.connections();
  for (let n = 0; n < 8; n++) await fetchPartner(client, key);
  // The second is opened where one answer has been read and its connection is not free yet.
  expect(proxy.connections() - before).toBeLessThanOrEqual(2);
  await client.close();
});

test('the wait between two tries ends when the work is given up', async () => {
  const stopping = new AbortController();
  const {client} = clientOn(supplier.url);
  stop = supplier.misbehave({a: 'stock', does: {kind: 'status', status: 500}});
  const before = supplier.requestCount('dropship', 'stock');
  const patient = {...client, wait: () => Promise.resolve(stopping.abort(new Error('The app is stopping.')))};
  const asked = fetchDropshipStock(patient, supplier.issueKey('dropship'), ArticleId.parse('1'), stopping.signal);
  expect(await thrownBy(asked)).toEqual(new Error('The app is stopping.'));
  expect(supplier.requestCount('dropship', 'stock') - before).toBe(1);
});
