// Changed settings in the activity: the words of their fields, not the names that the trail stores.
import {describe, expect, test} from 'vitest';
import {Settings} from '#domain/settings/settings.ts';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';
import {settingsText} from '../../../web/pages/activity/setting-words.ts';
import {valuesOf} from '../../../web/pages/activity/value-words.ts';

const before = Settings.parse({});

describe('a changed setting', () => {
  test.each([
    [{orders: {...before.orders, delayMinutes: 45}}, 'Minutes to wait before an order is sent: 45 min'],
    [{orders: {...before.orders, costLimit: 30_050}}, /: €300\.50$/],
    [{newProducts: 'active'}, /^New products arrive as: [A-Z]/],
    [{pricing: {...before.pricing, vatPercent: 22}}, 'VAT contained in your prices: 22 %'],
    [{pricing: {...before.pricing, capAtRrp: true}}, 'Never above the recommended price: on'],
    [{pricing: {...before.pricing, addOn: 450}}, 'Added to each price: CHF 4.50'],
    [{choice: [{id: 'all', effect: 'include'}]}, 'Import rules: 1 entry'],
    [{template: {...before.template, title: '{name}, new'}}, 'How products look, title: {name}, new'],
  ] as const)('%j is said in the words of its field', (changes, words) => {
    const after = Settings.parse({...before, ...changes});
    const flat = ({orders, ...others}: Settings) => ({
      ...others,
      ...Object.fromEntries(Object.entries(orders).map(([name, value]) => [`orders.${name}`, value])),
    });
    const stored = describeSettingsChanges(flat(before), flat(after));
    expect(withSpaces(settingsText(stored?.after ?? '', 'CHF'))).toMatch(
      typeof words === 'string' ? new RegExp(`^${escape(words)}$`) : words,
    );
  });

  test('without a value, one whose stored text was cut, and a line that is no setting’s are told apart', () => {
    expect(settingsText('pricing.vatPercent: null', null)).toBe('VAT contained in your prices: none');
    expect(settingsText('choice: [{"id":"a… [shortened]', null)).toBe('Import rules: a long list');
    expect(settingsText('no line of a setting', null)).toBe('no line of a setting');
    expect(settingsText('later.part: 5\npricing.capAtRrp: false', null)).toBe(
      'later.part: 5\nNever above the recommended price: off',
    );
  });
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
