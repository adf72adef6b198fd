import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {loadCatalogueKey} from '../../server/db/secrets/shop-keys.ts';
import {loadAudit} from '../../server/db/shops/audit.ts';
import {Connection} from '../../server/http/contract/connection.ts';
import {createLog} from '../../server/log.ts';
import type {RateLimit} from '../../server/queue/rate-limits.ts';
import {type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from './bare-app.ts';

describe('connecting the two keys of the supplier', () => {
  let supplier: SupplierSandbox;
  let app: BareApp;
  let patience: number;
  let limited = false;
  const logged: string[] = [];
  beforeAll(async () => {
    supplier = await startSupplier({articles: 5});
    const log = createLog('trace', {write: (line) => void logged.push(line)});
    app = await openBareApp(
      {SUPPLIER_URL: supplier.url, SUPPLIER_SUPPORT_EMAIL: 'trade@supplier.example'},
      (deps) => {
        patience = deps.supplier.limits.verify;
        // No test waits that long.
        const hasty = {...deps.supplier, limits: {...deps.supplier.limits, verify: 300}};
        // Only one test is about how often a key may be checked.
        const keyChecks: RateLimit = (of) =>
          limited ? deps.rateLimits.keyChecks(of) : Promise.resolve({kind: 'allowed'});
        return {...deps, supplier: hasty, rateLimits: {...deps.rateLimits, keyChecks}};
      },
      {log},
    );
  });
  beforeEach(async () => {
    await page('DELETE', '/connection/catalogue-key');
    await page('DELETE', '/connection/dropship-key');
    await app.deps.db.deleteFrom('runs').execute();
  });
  afterAll(async () => {
    await app.close();
    await supplier.close();
  });

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const connection = async () => Connection.parse((await page('GET', '/connection')).json);
  const runs = () => app.deps.db.selectFrom('runs').select(['trigger', 'state']).execute();
  const row = () => app.deps.db.selectFrom('shops').selectAll().where('shop', '=', shop).executeTakeFirstOrThrow();
  const absent = {state: 'absent', last4: null, answeredAt: null};

  it('begins with none, and says where to ask for one', async () => {
    expect(await connection()).toEqual({
      catalogue: {...absent, partner: null, notes: []},
      dropship: absent,
      supportEmail: 'trade@supplier.example',
    });
  });

  it('an accepted key is kept sealed and shown as its last four characters, nowhere else', async () => {
    const key = supplier.issueKey('catalogue', 'Boutique Nord');
    const answer = await page('PUT', '/connection/catalogue-key', {key: `  ${key}\n`});
    expect(answer.status).toBe(200);
    expect(Connection.parse(answer.json).catalogue).toEqual({
      state: 'accepted',
      last4: key.slice(-4),
      answeredAt: expect.any(String),
      partner: 'Boutique Nord',
      notes: [expect.stringMatching(/stock/i), expect.stringMatching(/barcode/i)],
    });
    expect(await loadCatalogueKey(app.deps.db, app.deps.sealer, shop)).toBe(key);
    const secret = key.slice(0, -4);
    expect(answer.text).not.toContain(secret);
    expect((await page('GET', '/overview')).text).not.toContain(secret);
    expect(JSON.stringify(await row())).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join()).not.toContain(secret);
  });

  it('who entered or removed a key, or tried one that was refused, is written down, the key is not', async () => {
    await app.deps.db.deleteFrom('audit').execute();
    const key = supplier.issueKey('dropship');
    await page('PUT', '/connection/dropship-key', {key});
    await page('PUT', '/connection/dropship-key', {key: 'dsp_nobody_knows'});
    await page('PUT', '/connection/catalogue-key', {key: supplier.issueKey('catalogue')});
    await page('DELETE', '/connection/dropship-key');
    await page('DELETE', '/connection/dropship-key');
    const trail = (await loadAudit(app.deps.db, shop)).toReversed();
    expect(trail.map(({actor, action, subject}) => [actor, action, subject])).toEqual([
      ['user:42', 'key_entered', 'dropship-key'],
      ['user:42', 'key_refused', 'dropship-key'],
      ['user:42', 'key_entered', 'catalogue-key'],
      ['user:42', 'run_started', expect.any(String)],
      ['user:42', 'key_removed', 'dropship-key'],
    ]);
    expect(JSON.stringify(trail)).not.toContain(key.slice(-4));
    expect(JSON.stringify(trail)).not.toContain('knows');
  });

  it('five checks a minute ask the supplier; beyond that no request leaves, and the first refusal is recorded', async () => {
    limited = true;
    await app.deps.db.deleteFrom('audit').execute();
    const asked = supplier.requests().length;
    const put = (key: string) => page('PUT', '/connection/dropship-key', {key});
    for (let at = 0; at < 5; at += 1) expect(refusalOf(await put(`wrong-${at}`)).code).toBe('key_rejected');
    const right = await put(supplier.issueKey('dropship'));
    expect(refusalOf(right)).toMatchObject({status: 429, code: 'too_many_requests', field: 'key'});
    expect(right.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    await page('PUT', '/connection/catalogue-key', {key: 'another'});
    limited = false;
    // Each of them at both interfaces: the key could be the other one.
    expect(supplier.requests().length - asked).toBe(10);
    const trail = (await loadAudit(app.deps.db, shop)).toReversed().map(({action, subject}) => [action, subject]);
    expect(trail).toEqual([
      ...Array.from({length: 5}, () => ['key_refused', 'dropship-key']),
      ['key_checks_limited', 'dropship-key'],
    ]);
    expect(await connection()).toMatchObject({dropship: absent});
  });

  it.each([
    ['catalogue', 'dropship'],
    ['dropship', 'catalogue'],
  ] as const)('the field of the %s key recognises a %s key, and says where it belongs', async (name, other) => {
    const before = await connection();
    const answer = await page('PUT', `/connection/${name}-key`, {key: supplier.issueKey(other)});
    const message = `This is your ${other} key, not the ${name} key. Enter it in the field of the ${other} key.`;
    expect(refusalOf(answer)).toEqual({status: 422, code: 'key_swapped', field: 'key', message});
    expect(await connection()).toEqual(before);
  });

  it('no key is refused for its form: whatever cannot be one is refused by the supplier, in a sentence', async () => {
    const forms = [
      'x',
      'ключ',
      '🔑🔑',
      'two\nlines',
      'nul\u0000byte',
      '\ud800',
      '"; drop table shops',
      'k'.repeat(1_000),
    ];
    for (const key of forms) {
      for (const name of ['catalogue-key', 'dropship-key']) {
        const refusal = refusalOf(await page('PUT', `/connection/${name}`, {key}));
        expect(refusal).toMatchObject({status: 422, code: 'key_rejected', field: 'key'});
        expect(refusal.message).toMatch(/^The supplier does not accept this (catalogue|dropship) key\./);
      }
    }
    expect(await connection()).toMatchObject({catalogue: absent, dropship: absent});
  });

  it.each([
    ['nothing', {key: ''}],
    ['blanks', {key: ' \t\n'}],
    ['no key at all', {}],
    ['a number', {key: 7}],
    ['a list', [{key: 'k'}]],
    ['a key under another name', {token: 'k'}],
    ['a key hidden in the prototype', '{"__proto__": {"key": "k"}}'],
    ['a key under the constructor', '{"constructor": {"prototype": {"key": "k"}}}'],
  ])('input that is %s is refused in a sentence, before anybody is asked', async (_title, input) => {
    const asked = supplier.requests().length;
    const refusal = refusalOf(await page('PUT', '/connection/catalogue-key', input));
    expect(refusal).toMatchObject({status: 422, code: 'invalid_input'});
    expect(refusal.message).toMatch(/^(Enter the key|This is in a form that cannot be read)\.$/);
    expect(supplier.requests()).toHaveLength(asked);
    expect(Object.prototype).not.toHaveProperty('key');
  });

  it('a key that is much too long is said to be so', async () => {
    const refusal = refusalOf(await page('PUT', '/connection/dropship-key', {key: 'k'.repeat(1_001)}));
    expect(refusal).toMatchObject({status: 422, field: 'key', message: 'This is too long for a key.'});
  });

  it.each([
    ['hangs', {kind: 'hang'}],
    ['answers 500', {kind: 'status', status: 500}],
    ['answers 429', {kind: 'status', status: 429, retryAfter: 60}],
    ['cuts the connection', {kind: 'cut', when: 'before'}],
  ] as const)(
    'a supplier that %s leaves everything as it was, and the merchant is told to try again',
    async (_title, deed) => {
      const mend = supplier.misbehave({does: deed});
      const key = supplier.issueKey('catalogue');
      const refusal = refusalOf(await page('PUT', '/connection/catalogue-key', {key}));
      mend();
      expect(refusal).toMatchObject({status: 503, code: 'supplier_unavailable', field: 'key'});
      expect(refusal.message).toMatch(/^The key could not be checked: .* Nothing was changed; try again\.$/);
      expect(refusal.message).not.toContain(key);
      expect((await connection()).catalogue.state).toBe('absent');
    },
  );

  it('a merchant waits ten seconds at most for the check', () => {
    expect(patience).toBe(10_000);
  });

  it('with both in place the catalogue is read once, also where both were entered at the same moment', async () => {
    await Promise.all([
      page('PUT', '/connection/catalogue-key', {key: supplier.issueKey('catalogue')}),
      page('PUT', '/connection/dropship-key', {key: supplier.issueKey('dropship')}),
    ]);
    expect(await connection()).toMatchObject({catalogue: {state: 'accepted'}, dropship: {state: 'accepted'}});
    expect(await runs()).toEqual([{trigger: 'connected', state: 'queued'}]);
    await page('PUT', '/connection/dropship-key', {key: supplier.issueKey('dropship')});
    expect(await runs()).toHaveLength(1);
  });

  it('with one of them alone nothing is read', async () => {
    await page('PUT', '/connection/dropship-key', {key: supplier.issueKey('dropship')});
    expect(await runs()).toEqual([]);
  });

  it('a key is forgotten when the merchant says so, as often as they do', async () => {
    await page('PUT', '/connection/catalogue-key', {key: supplier.issueKey('catalogue')});
    for (let i = 0; i < 2; i += 1) {
      const answer = await page('DELETE', '/connection/catalogue-key');
      expect(answer.status).toBe(200);
      expect(Connection.parse(answer.json).catalogue).toEqual({...absent, partner: null, notes: []});
    }
    expect((await row()).catalogue_key_sealed).toBeNull();
  });
});
