// Changed settings in the activity: the words of their fields, not the names that the trail stores.
import {describe, expect, test} from 'vitest';
import {settingRows, settingsText} from '#domain/settings/setting-words.ts';
import {Settings} from '#domain/settings/settings.ts';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';
import {valuesOf} from '../../../web/pages/activity/value-words.ts';
import {money} from '../../../web/text/format.ts';

const before = Settings.parse({});

describe('a changed setting', () => {
  test.each([
    [{orders: {...before.orders, delayMinutes: 45}}, 'Minutes to wait before an order is sent: 45 min'],
    [{orders: {...before.orders, costLimit: 30_050}}, /: €300\.50$/],
    [{newProducts: 'active'}, /^New products arrive as: [A-Z]/],
    [{pricing: {...before.pricing, vatPercent: 22}}, 'VAT contained in your prices: 22 %'],
    [{pricing: {...before.pricing, capAtRrp: true}}, 'Never above the recommended price: on'],
    [{pricing: {...before.pricing, addOn: 450}}, 'Added to each price: CHF 4.50'],
    [{choice: [{id: 'all', effect: 'include'}]}, 'Import rules, 1: effect: include'],
    [{template: {...before.template, title: '{name}, new'}}, 'How products look, title: {name}, new'],
    [{owned: {...before.owned, compareAt: 'merchant'}}, 'Fields that are yours, Compare-at price: yours'],
  ] as const)('%j is said in the words of its field', (changes, words) => {
    const after = Settings.parse({...before, ...changes});
    const flat = ({orders, ...others}: Settings) => ({
      ...others,
      ...Object.fromEntries(Object.entries(orders).map(([name, value]) => [`orders.${name}`, value])),
    });
    const stored = describeSettingsChanges(flat(before), flat(after));
    expect(withSpaces(settingsText(stored?.after ?? '', (minor) => money(minor, 'CHF')))).toMatch(
      typeof words === 'string' ? new RegExp(`^${escape(words)}$`) : words,
    );
  });

  test('without a value, one whose stored text was cut, and a line that is no setting’s are told apart', () => {
    expect(settingsText('pricing.vatPercent: null', null)).toBe('VAT contained in your prices: none');
    expect(settingsText('choice: [{"id":"a… [shortened]', null)).toBe('Import rules: too long to be kept here');
    expect(settingsText('no line of a setting', null)).toBe('no line of a setting');
    expect(settingsText('orders.standingAnswers: []', null)).toBe('Answers for orders: none of these');
    expect(settingsText('later.part: 5\npricing.capAtRrp: false', null)).toBe(
      'later.part: 5\nNever above the recommended price: off',
    );
  });
});

test('all settings are listed in the words of their fields, an entry of a list on its own line, and nothing is lost', () => {
  const settings = Settings.parse({
    choice: [{id: 'a1', effect: 'include', brands: ['Nordhaag', 'Tarn'], costFrom: 5_000, hasImage: true}],
    newProducts: 'active',
    pricing: {
      addOn: 450,
      rules: [{id: 'r1', categories: ['Shoes'], markupPercent: 45, addOn: 100}],
      rate: {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-22'},
      rounding: [{currency: 'CHF', endings: [90, 95], step: 100}],
    },
    template: {vendors: {'Tarn & Tweed': 'Tarn'}},
    orders: {costLimit: 30_050, standingAnswers: [{category: 'Socks', size: 'one size'}]},
  });
  const rows = settingRows(settings, (minor) => `${(minor / 100).toFixed(2)} CHF`);
  expect(Object.fromEntries(rows)).toMatchObject({
    'Import rules, 1': 'effect: include; brands: Nordhaag, Tarn; cost from: €50.00; has image: yes',
    'New products arrive as': 'Active products, on sale at once',
    'Added to each price': '4.50 CHF',
    'Rules for brands, categories and costs, 1': 'categories: Shoes; markup percent: 45 %; add on: 1.00 CHF',
    'Exchange rate': 'currency: CHF; per euro: 0.95; as of: 2026-11-22; buffer percent: 0 %',
    'Prices end in, 1': 'currency: CHF; endings: 90, 95; step: 100',
    'How products look, vendors, Tarn & Tweed': 'Tarn',
    'Fields that are yours, Title': 'yours',
    'Most that an order may cost at the supplier, in EUR': '€300.50',
    'Answers for orders, 1': 'category: Socks; size: one size',
    'What buyers fill in': 'none',
  });
  expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
  // No name of the stored settings.
  expect(rows.filter(([name]) => /[a-z][A-Z]|\w\.\w/.test(name))).toEqual([]);
});

describe('an entry of the activity', () => {
  const entry = {kind: 'products' as const, action: 'choice_changed', detail: null, before: null, after: null};
  const run = '26fdc48f-0000-4000-8000-000000000000';
  test.each([
    [{before: 'by the rules', after: 'left_out'}, ['by the rules', 'always left out', null]],
    [
      {before: 'merchant, edited to "91.90"', after: 'sync', action: 'field_given_back', detail: 'price'},
      ['yours: "91.90"', 'Piecewise’s', 'Price'],
    ],
    [
      {action: 'taken_off_sale', before: 'ACTIVE', after: 'DRAFT', detail: 'gid://shopify/Product/1'},
      ['active', 'draft', null],
    ],
    [{action: 'product_deleted', before: 'gid://shopify/Product/1', detail: `run ${run}`}, [null, null, null]],
    [
      {kind: 'updates' as const, action: 'run_undone', after: 'queued', detail: `by run ${run}`},
      [null, 'queued', null],
    ],
    [
      {kind: 'updates' as const, action: 'run_started', after: 'queued', detail: 'selected: 1 articles'},
      [null, 'queued', 'Single articles: 1 article'],
    ],
    [
      {
        kind: 'brakes' as const,
        action: 'brake_released',
        before: 'held',
        after: 'released',
        detail: 'retire: 3 of 33 articles',
      },
      ['waits for you', 'released', 'To be taken off sale: 3 of 33 articles'],
    ],
    [{kind: 'orders' as const, action: 'flags_seen', detail: 'order_cancelled'}, [null, null, 'order cancelled']],
    [
      {
        kind: 'settings' as const,
        action: 'settings_changed',
        before: 'pricing.addOn: 0',
        after: 'pricing.addOn: 2672',
        detail: 'pricing',
      },
      ['Added to each price: CHF 0.00', 'Added to each price: CHF 26.72', null],
    ],
    [
      {
        kind: 'settings' as const,
        action: 'settings_changed',
        after: 'pricing.rate: {"currency":"CHF","perEuro":"0.95"}',
        detail: 'pricing',
      },
      [null, 'Exchange rate: 1 EUR = 0.95 CHF', null],
    ],
  ])('%j is shown without codes and ids', (changes, words) => {
    const shown = valuesOf({...noEntry, ...entry, ...changes}, 'CHF');
    const texts = [shown.before, shown.after, shown.detail];
    expect(texts.map((text) => (text === null ? null : withSpaces(text)))).toEqual(words);
  });
});

const noEntry = {id: 1, at: '2026-11-20T10:00:00.000Z', actor: 'app', subject: 'A-1', name: null};

/** Amounts are written with a space that does not break. */
const withSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
