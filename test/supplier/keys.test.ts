import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {createLog} from '../../server/log.ts';
import {fetchArticle, fetchCataloguePages, fetchPartner} from '../../server/supplier/catalogue.ts';
import {createSupplierClient} from '../../server/supplier/client.ts';
import {fetchDropshipList, fetchDropshipStock, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {verifyCatalogueKey, verifyDropshipKey} from '../../server/supplier/verify-keys.ts';
import {type Misdeed, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, type TestClient} from './client-on.ts';
import {httpText, saying, startRawServer} from './raw-server.ts';

let supplier: SupplierSandbox;
let on: TestClient;

beforeAll(async () => {
  supplier = await startSupplier({articles: 20});
  on = clientOn(supplier.url, {turned: {answer: 200, read: 400, order: 300, verify: 300}});
});

afterAll(() => supplier.close());

describe('checking a key', () => {
  test('a good catalogue key is accepted and names its partner', async () => {
    const key = supplier.issueKey('catalogue', 'Maison Ode');
    expect(await verifyCatalogueKey(on.client, key)).toEqual({
      kind: 'accepted',
      partner: 'Maison Ode',
      notes: [expect.stringMatching(/stock/i), expect.stringMatching(/barcode/i)],
    });
  });

  test('a good dropship key is accepted', async () => {
    expect(await verifyDropshipKey(on.client, supplier.issueKey('dropship'))).toEqual({
      kind: 'accepted',
      partner: null,
      notes: [],
    });
  });

  test('the keys of the two interfaces are not the same', async () => {
    expect(await verifyCatalogueKey(on.client, supplier.issueKey('dropship'))).toEqual({kind: 'rejected'});
    expect(await verifyDropshipKey(on.client, supplier.issueKey('catalogue'))).toEqual({kind: 'rejected'});
  });

  test('a revoked key is rejected at once', async () => {
    const key = supplier.issueKey('catalogue');
    supplier.revokeKey(key);
    expect(await verifyCatalogueKey(on.client, key)).toEqual({kind: 'rejected'});
  });

  test.each(['', 'ctg_live_\n', 'ctg_live_☃'])('%j can be no key and is not sent', async (key) => {
    const before = supplier.requests().length;
    expect(await verifyCatalogueKey(on.client, key)).toEqual({kind: 'rejected'});
    expect(supplier.requests().length).toBe(before);
  });

  test.each<[string, Misdeed]>([
    ['has trouble', {kind: 'status', status: 503}],
    ['refuses without a word on the key', {kind: 'status', status: 403}],
    ['answers a web page', {kind: 'answer', as: 'html'}],
    ['is silent', {kind: 'hang'}],
  ])('while the supplier %s nothing is known, after one try', async (_, does) => {
    const stop = supplier.misbehave({does});
    const before = supplier.requests().length;
    const checks = [
      await verifyCatalogueKey(on.client, supplier.issueKey('catalogue')),
      await verifyDropshipKey(on.client, supplier.issueKey('dropship')),
    ];
    stop();
    expect(checks).toEqual([
      {kind: 'unknown', why: expect.stringMatching(/^The supplier/)},
      {kind: 'unknown', why: expect.stringMatching(/^The supplier/)},
    ]);
    expect(supplier.requests().length - before).toBe(2);
  });
});

describe('how keys travel', () => {
  test('the dropship key in the header the operator names, whatever the key looks like', async () => {
    const other = await startSupplier({articles: 20, dropshipAuth: 'X-Dropship-Key: v1 {key};'});
    const {client} = clientOn(other.url, {config: {dropshipAuth: 'X-Dropship-Key: v1 {key};'}});
    expect(await verifyDropshipKey(client, other.issueKey('dropship'))).toMatchObject({kind: 'accepted'});
    await other.close();
  });

  test('a key with signs that mean something to a template is sent as it is', async () => {
    const server = await startRawServer(saying(httpText(401, '{"ok":false,"error":"unauthorized"}')));
    const {client} = clientOn(`http://${server.at}`);
    expect(await verifyDropshipKey(client, "a$&b$'c{key}d%20")).toEqual({kind: 'rejected'});
    expect(server.received()).toContain("authorization: Bearer a$&b$'c{key}d%20\r\n");
    await server.close();
  });

  test.each(['Bearer {key}', 'Authorization: Bearer', 'Host: {key}', 'Content-Length: {key}', 'X Y: {key}', ': {key}'])(
    'the template %j is refused at the start',
    (dropshipAuth) => {
      expect(() => clientOn('http://127.0.0.1:1', {config: {dropshipAuth}})).toThrow(/^SUPPLIER_DROPSHIP_AUTH must be/);
    },
  );

  test.each(['supplier.example', 'ftp://supplier.example', 'https://u:p@supplier.example', 'https://x.example/?a=1'])(
    'the address %j is refused at the start',
    (url) => {
      expect(() => clientOn(url)).toThrow(/^SUPPLIER_URL must be/);
    },
  );

  test('an address with a path keeps it', () => {
    const {client} = clientOn('https://shop.example/trade//');
    const url = client.endpoint('catalog', new URLSearchParams({a: 'product', id: 'A 1&b'}));
    expect(url.href).toBe('https://shop.example/trade/api/catalog?a=product&id=A+1%26b');
  });
});

test('neither a key nor the buyer is in any message, outcome or log line, even where the supplier repeats them', async () => {
  const keys = {catalogue: supplier.issueKey('catalogue'), dropship: supplier.issueKey('dropship')};
  const deedsWith = (key: string): Misdeed[] => {
    const echo = JSON.stringify({ok: false, error: {code: 'x', message: `${key} buyer@example.org`}});
    return [
      {kind: 'status', status: 400, body: echo},
      {kind: 'status', status: 401, body: echo},
      {kind: 'status', status: 500, body: echo},
      {kind: 'say', text: echo},
      {kind: 'say', text: key},
      {kind: 'say', text: `{"ok":true,"ref":"1","reference":"${key}","checkout_url":"${key}"}`},
      {kind: 'cut', when: 'half'},
      {kind: 'cut', when: 'before'},
      {kind: 'hang'},
      {kind: 'answer', as: 'html'},
      {kind: 'answer', as: 'deep'},
    ];
  };
  const [deeds, dropshipDeeds] = [deedsWith(keys.catalogue), deedsWith(keys.dropship)];
  const told: string[] = [];
  const tell = async (ask: Promise<unknown>): Promise<void> => {
    const result = await ask.catch((error: unknown) => error);
    on.client.log.error({err: result}, 'asked');
    told.push(
      JSON.stringify(result),
      result instanceof Error ? `${result.message}${result.stack}${String(result.cause)}` : '',
    );
  };
  const id = ArticleId.parse('1');
  const order = {id, colour: 'c', size: 's', qty: 1, zone: 'EU', country: 'DE', reference: 'K7Q-9-1'};
  for (const [n, does] of deeds.entries()) {
    const stops = [
      supplier.misbehave({api: 'catalogue', does}),
      supplier.misbehave({api: 'dropship', does: dropshipDeeds[n] ?? does}),
    ];
    await Promise.all([
      tell(fetchCataloguePages(on.client, keys.catalogue).next()),
      tell(fetchArticle(on.client, keys.catalogue, id)),
      tell(fetchPartner(on.client, keys.catalogue)),
      tell(verifyCatalogueKey(on.client, keys.catalogue)),
      tell(fetchDropshipList(on.client, keys.dropship)),
      tell(fetchDropshipStock(on.client, keys.dropship, id)),
      tell(verifyDropshipKey(on.client, keys.dropship)),
      tell(
        sendDropshipOrder(on.client, keys.dropship, {
          ...order,
          customerEmail: 'buyer@example.org',
          customerName: 'Ana Buyer',
        }),
      ),
      tell(fetchPartner(on.client, `${keys.catalogue}\n`)),
    ]);
    for (const stop of stops) stop();
  }
  const all = told.join('\n') + on.logged();
  expect(told).toHaveLength(deeds.length * 18);
  expect(on.logged()).toContain('K7Q-9-1');
  const secrets = [keys.catalogue.slice(-16), keys.dropship.slice(-16), 'buyer@example.org', 'Ana Buyer'];
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

test('a client that closes ends its reads, so that none delays a stop', async () => {
  const log = createLog('silent');
  const config = {
    url: supplier.url,
    dropshipAuth: 'Authorization: Bearer {key}',
    checkoutHosts: [],
    allowLoopbackCheckout: true,
  };
  const client = createSupplierClient(config, log);
  const reading = fetchPartner(client, supplier.issueKey('catalogue'));
  const outcome = expect(reading).rejects.toMatchObject({remote: 'supplier', kind: 'unavailable'});
  await client.close();
  await outcome;
});
