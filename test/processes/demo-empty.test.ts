import {afterEach, expect, it} from 'vitest';
import {z} from 'zod';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {type Child, said, start} from './child.ts';

// Not killed: a demo that is killed leaves its app running.
const demos: Child[] = [];
afterEach(() => Promise.all(demos.splice(0).map((demo) => demo.stop('SIGINT'))));

it('the empty demo has an app without keys, and its supplier issues them to the visitor', {
  timeout: 300_000,
}, async () => {
  const demo = start('test/sandbox/demo/main.ts', {}, ['--empty', '--articles', '50']);
  demos.push(demo);
  const admin = await said(demo, /^Open (http\S+)$/m);
  const keysPage = await said(demo, /supplier's page (http\S+) issues/);
  expect(demo.stdout()).toContain('nothing is connected yet');
  expect(demo.stdout()).not.toContain('market-driven');
  expect((await fetch(admin)).status).toBe(200);

  const Settings = z.object({appUrl: z.url(), shop: z.string()});
  const [, json = '{}'] = /id="settings">(.*?)<\/script>/.exec(await (await fetch(admin)).text()) ?? [];
  const {appUrl, shop} = Settings.parse(JSON.parse(json));
  let token = await (await fetch(`${admin}/session-token`, {method: 'POST'})).text();
  const merchant = createMerchant(appUrl, () => token);
  expect((await merchant.overview()).connection).toMatchObject({
    catalogue: {state: 'absent'},
    dropship: {state: 'absent'},
  });
  expect((await merchant.runs()).runs).toEqual([]);
  expect(shop).toMatch(/\.myshopify\.com$/);

  for (const api of ['catalogue', 'dropship'] as const) {
    const page = await fetch(keysPage, {method: 'POST', body: new URLSearchParams({api})});
    const [, key = ''] = /readonly value="([^"]+)"/.exec(await page.text()) ?? [];
    token = await (await fetch(`${admin}/session-token`, {method: 'POST'})).text();
    expect(await merchant.connect(api, key)).toMatchObject({[api]: {state: 'accepted', last4: key.slice(-4)}});
  }
  expect(await demo.stop('SIGINT')).toBe(0);
  expect(demo.stderr()).toBe('');
});

it('a market-driven demo says so', {timeout: 300_000}, async () => {
  const demo = start('test/sandbox/demo/main.ts', {}, ['--empty', '--articles', '50', '--market-driven']);
  demos.push(demo);
  await said(demo, /^Open (http\S+)$/m);
  expect(demo.stdout()).toMatch(/^The store is market-driven: .+\.$/m);
  expect(await demo.stop('SIGINT')).toBe(0);
});

it.each([['--exit'], ['--json']])(
  'the empty demo is refused together with %s, which it has nothing for',
  async (flag) => {
    const demo = start('test/sandbox/demo/main.ts', {}, ['--empty', flag]);
    expect(await demo.ended).toBe(1);
    expect(demo.stderr()).toBe('--empty plays nothing, so it goes without --exit and --json.\n');
  },
);

it.each([
  [['--currency', 'CHF'], '--currency goes with --empty, because the merchant sets the exchange rate.\n'],
  [['--empty', '--currency', 'francs'], '--currency takes a currency, such as CHF.\n'],
  [['--emtpy'], "Unknown option '--emtpy'. --help lists what there is.\n"],
])('the demo is refused with %j', async (flags, sentence) => {
  const demo = start('test/sandbox/demo/main.ts', {}, flags);
  expect(await demo.ended).toBe(1);
  expect(demo.stderr()).toBe(sentence);
});

it.each([
  ['test/sandbox/demo/main.ts', ['articles', 'seed', 'empty', 'currency', 'market-driven', 'exit', 'json', 'help']],
  ['test/sandbox/main.ts', ['articles', 'seed', 'market-driven', 'app-url', 'json', 'help']],
])('%s lists its options, with what each does, and starts nothing', async (program, options) => {
  const asked = start(program, {}, ['--help']);
  expect(await asked.ended).toBe(0);
  expect(asked.stderr()).toBe('');
  const lines = asked.stdout().split('\n').slice(1, -1);
  const listed = lines.map((line) => /^ {2}--([a-z-]+)(?: …)? +\S.*$/.exec(line)?.[1]);
  expect(new Set(listed)).toEqual(new Set(options));
});
