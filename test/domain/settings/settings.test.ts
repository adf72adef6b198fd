// What a merchant may set: a shop that set nothing has careful defaults, and junk is named, not guessed at.
import {expect, test} from 'vitest';
import {ArticleId, OrderGid, RunId, ShopDomain} from '#domain/ids.ts';
import {hasIncludeRule, Settings} from '#domain/settings/settings.ts';

const defaultSettings = Settings.parse({});

test('a shop that set nothing imports nothing, publishes nothing and asks before anything unusual', () => {
  expect(defaultSettings).toMatchObject({
    choice: [],
    pricing: {rules: [], markupPercent: 60, vatPercent: null, rate: null, floorMarginPercent: 0},
    owned: {price: 'sync', title: 'merchant', images: 'merchant'},
    newProducts: 'draft',
    retireAs: 'draft',
    historyDays: 90,
    onRequest: false,
    nightlyAt: '04:00',
    orders: {
      sendingPaused: false,
      approveEach: false,
      costLimit: null,
      sendTestOrders: false,
      maxAgeDays: 7,
      priceGuardPercent: 10,
      storeEmail: null,
      standingColour: null,
      standingSize: null,
      standingAnswers: [],
      delayMinutes: 0,
      waitForFraudAnalysis: true,
      marginFloor: null,
      notifyBuyer: true,
      paymentDays: 5,
      retentionDays: 365,
    },
  });
  expect(hasIncludeRule(defaultSettings)).toBe(false);
});

test('rules that include are a choice, rules that only exclude are none', () => {
  const rule = {id: 'one', brands: ['Nordwind']};
  expect(hasIncludeRule(Settings.parse({choice: [{...rule, effect: 'include'}]}))).toBe(true);
  expect(hasIncludeRule(Settings.parse({choice: [{...rule, effect: 'exclude'}]}))).toBe(false);
});

test('what was stored comes back as it was, with defaults for what is newer than it', () => {
  const stored = {pricing: {markupPercent: 35}, orders: {maxAgeDays: 3}};
  expect(Settings.parse(stored)).toEqual({
    ...defaultSettings,
    pricing: {...defaultSettings.pricing, markupPercent: 35},
    orders: {...defaultSettings.orders, maxAgeDays: 3},
  });
  const once = Settings.parse({...stored, retireAs: 'archive', nightlyAt: '23:59'});
  expect(Settings.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
});

test.each<[unknown, PropertyKey[]]>([
  [null, []],
  ['{}', []],
  [[], []],
  [{choice: 'all'}, ['choice']],
  [{choice: [{id: 'one', effect: 'include', brands: [7]}]}, ['choice', 0, 'brands', 0]],
  [{pricing: {markupPercent: -1}}, ['pricing', 'markupPercent']],
  [{pricing: {markupPercent: '60'}}, ['pricing', 'markupPercent']],
  [{pricing: {markupPercent: 1_001}}, ['pricing', 'markupPercent']],
  [{pricing: {vatPercent: 51}}, ['pricing', 'vatPercent']],
  [{newProducts: 'published'}, ['newProducts']],
  [{onRequest: 'yes'}, ['onRequest']],
  [{nightlyAt: 'at night'}, ['nightlyAt']],
  [{nightlyAt: '24:00'}, ['nightlyAt']],
  [{nightlyAt: '4:00'}, ['nightlyAt']],
  [{nightlyAt: '03:29'}, ['nightlyAt']],
  [{orders: {maxAgeDays: 0}}, ['orders', 'maxAgeDays']],
  [{orders: {maxAgeDays: 1.5}}, ['orders', 'maxAgeDays']],
  [{orders: {priceGuardPercent: 101}}, ['orders', 'priceGuardPercent']],
  [{orders: {storeEmail: 'nobody'}}, ['orders', 'storeEmail']],
  [{orders: {standingSize: ''}}, ['orders', 'standingSize']],
])('%j is refused, and the error names the setting', (stored, path) => {
  const {success, error} = Settings.safeParse(stored);
  expect(success).toBe(false);
  expect(error?.issues.map((issue) => issue.path)).toEqual([path]);
});

test.each(['03:30', '04:00', '23:59'])('a nightly run at %s is possible', (nightlyAt) => {
  expect(Settings.parse({nightlyAt}).nightlyAt).toBe(nightlyAt);
});

test.each([
  'my-store.myshopify.com.evil.example',
  'my-store.example',
  'My-Store.myshopify.com',
  '-store.myshopify.com',
  'a/b.myshopify.com',
  '.myshopify.com',
  'my-store.myshopify.com\n',
  `${'a'.repeat(100)}.myshopify.com`,
])('%j names no shop', (text) => {
  expect(ShopDomain.safeParse(text).success).toBe(false);
});

test.each([
  [OrderGid, 'gid://shopify/Order/1'],
  [RunId, '3b241101-e2bb-4255-8caf-4136c566a962'],
  [ArticleId, '__proto__'],
])('an id of the right form is taken as it is', (schema, text) => {
  expect(schema.parse(text)).toBe(text);
});

test.each([
  [OrderGid, 'gid://shopify/Product/1'],
  [OrderGid, 'gid://shopify/Order/1?x=1'],
  [OrderGid, '1'],
  [RunId, '1'],
  [ArticleId, ''],
  [ArticleId, 'x'.repeat(201)],
])('an id of another form is not', (schema, text) => {
  expect(schema.safeParse(text).success).toBe(false);
});
