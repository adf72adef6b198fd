import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {parseEnv} from 'node:util';
import {afterEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {freePort} from '../sandbox/demo/free-port.ts';
import {createMerchant, until} from '../sandbox/demo/merchant.ts';
import {emptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, type Child, root, said, start} from './child.ts';

const Facts = z.strictObject({
  supplierUrl: z.url(),
  catalogueKey: z.string().min(1),
  dropshipKey: z.string().min(1),
  shopifyOrigin: z.url(),
  shop: z.string().regex(/\.myshopify\.com$/),
  apiKey: z.string().min(1),
  apiSecret: z.string().min(1),
  smtpUrl: z.string().startsWith('smtp://127.0.0.1:'),
});

const children: Child[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop('SIGKILL')));
});
function begin(...given: Parameters<typeof start>): Child {
  const child = start(...given);
  children.push(child);
  return child;
}

describe('the stand-ins on their own', () => {
  it('say in one line how to reach them, and an app from outside needs nothing but its environment', async () => {
    const port = await freePort();
    const sandbox = begin('test/sandbox/main.ts', {PORT: String(port)}, ['--json', '--articles', '40', '--seed', '7']);
    const line = await said(sandbox, /^(.*)\n/);
    const facts = Facts.parse(JSON.parse(line));
    expect(Object.keys(facts)).toEqual(Object.keys(Facts.shape));

    const app = begin(
      'server/main.ts',
      appEnv({
        PORT: String(port),
        SHOPIFY_API_KEY: facts.apiKey,
        SHOPIFY_API_SECRET: facts.apiSecret,
        SHOPIFY_ORIGIN: facts.shopifyOrigin,
        SUPPLIER_URL: facts.supplierUrl,
        NODE_ENV: 'test',
        DATA_FOLDER: await emptyEmbedded(),
      }),
    );
    const url = await addressOf(app);
    const shopify = (path: string, body?: object) =>
      fetch(`${facts.shopifyOrigin}/sandbox/api${path}?shop=${facts.shop}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {'content-type': 'application/json'},
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      }).then((response) => response.json());
    let token = '';
    const renew = async () => {
      token = z.object({token: z.string()}).parse(await shopify('/session-token')).token;
    };
    await renew();
    const merchant = createMerchant(url, () => token);
    await merchant.connect('catalogue', facts.catalogueKey);
    await merchant.connect('dropship', facts.dropshipKey);
    const found = await merchant.lastRun();
    expect(found).toMatchObject({state: 'done', trigger: 'connected', counts: {articles: 40, chosen: 0, created: 0}});
    const brands = (await merchant.choices()).brands.map(({name}) => name);
    const settings = await merchant.settings();
    await merchant.choose(brands);
    await merchant.saveSettings({...settings, newProducts: 'active', delayMinutes: 0});
    await merchant.savePricing({vatPercent: 22});
    await merchant.startRun();
    await merchant.lastRun();
    await renew();

    const Products = z.array(z.object({status: z.string(), variants: z.array(z.object({id: z.string()}))}));
    const products = Products.parse(await shopify('/products'));
    const variantId = products.find(({status}) => status === 'ACTIVE')?.variants[0]?.id;
    await shopify('/orders', {country: 'GB', lines: [{variantId, quantity: 1}], financialStatus: 'PAID'});
    const [order] = await until(20_000, async () => {
      const {orders} = await merchant.orders();
      return orders.some(({state}) => !['waiting', 'placing'].includes(state)) ? orders : null;
    });
    expect(['awaiting_payment', 'needs_details']).toContain(order?.state);
    expect(order?.country).toBe('GB');

    expect(await app.stop()).toBe(0);
    expect(await sandbox.stop()).toBe(0);
    expect(sandbox.stdout()).toBe(`${line}\n`);
  });

  it('print an environment with which the app starts as it is, an address to open and the keys it asks for', async () => {
    const port = String(await freePort());
    const sandbox = begin('test/sandbox/main.ts', {PORT: port}, ['--articles', '40']);
    const address = await said(sandbox, /^# Open (http\S+)$/m);
    const printed = parseEnv(sandbox.stdout());
    const env = Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, value ?? '']));
    expect(env).toMatchObject({HOST: `http://127.0.0.1:${port}`, PORT: port});
    const app = begin('server/main.ts', env);
    const folder = join(root, env['DATA_FOLDER'] ?? 'missing');
    try {
      expect(await addressOf(app)).toBe(env['HOST']);
      expect((await fetch(address)).status).toBe(200);
      let token = '';
      const merchant = createMerchant(env['HOST'] ?? '', () => token);
      for (const api of ['catalogue', 'dropship'] as const) {
        token = await (await fetch(`${address}/session-token`, {method: 'POST'})).text();
        const [, key = ''] = new RegExp(`^# ${api} key +(\\S+)$`, 'im').exec(sandbox.stdout()) ?? [];
        expect(await merchant.connect(api, key)).toMatchObject({[api]: {state: 'accepted'}});
      }
      expect(await app.stop()).toBe(0);
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  });

  it.each([
    [['--app-url', 'my app'], '--app-url'],
    [['--articles', 'many'], 'articles'],
    [['--articles', '200001'], 'articles'],
    [['--seed', '1.5'], 'seed'],
    [['--artikles', '5'], 'artikles'],
  ])('refuse %j in one sentence', async (args, word) => {
    const sandbox = begin('test/sandbox/main.ts', {}, args);
    expect(await sandbox.ended).toBe(1);
    expect(sandbox.stderr()).toMatch(/^[^\n]+\.\n$/);
    expect(sandbox.stderr()).toContain(word);
    expect(sandbox.stdout()).toBe('');
  });
});
