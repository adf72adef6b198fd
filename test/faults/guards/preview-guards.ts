// What is saved only after the merchant saw its effect: each guard as the change that removes it.
import type {Guard} from './guard.ts';

export const previewGuards: readonly Guard[] = [
  {
    name: 'prices and rules are saved only with the preview that showed them',
    changes: [
      {
        file: 'server/http/api/preview-id.ts',
        from: 'if (seen.effect !== effect) throw',
        to: 'if (effect === "") throw',
      },
    ],
    tests: ['test/http/pricing/pricing.test.ts', 'test/http/catalogue-settings.test.ts'],
  },
  {
    name: 'rules are saved only with a preview',
    changes: [
      {
        file: 'server/http/api/settings.ts',
        from: '  choice,\n  pricing,\n',
        to: '  pricing,\n',
      },
    ],
    tests: ['test/http/catalogue-settings.test.ts'],
  },
  {
    name: 'prices on request are taken in, or held back, only with a preview',
    changes: [
      {
        file: 'server/http/api/settings.ts',
        from: '  pricing,\n  onRequest,\n',
        to: '  pricing,\n',
      },
    ],
    tests: ['test/http/preview.test.ts'],
  },
  {
    name: 'who writes the prices is saved only with a preview',
    changes: [
      {
        file: 'server/http/api/settings.ts',
        from: '  onRequest,\n  price,\n  compareAt,\n',
        to: '  onRequest,\n',
      },
    ],
    tests: ['test/http/preview.test.ts'],
  },
  {
    name: 'a preview counts no more once an article was chosen by hand or prices on request were taken in',
    changes: [
      {
        file: 'server/preview/effect-print.ts',
        from: '[choice, pricing, onRequest, owned.price, owned.compareAt, store, zones, hand]',
        to: '[choice, pricing, owned.price, owned.compareAt, store, zones, onRequest && hand === null]',
      },
    ],
    tests: ['test/http/pricing/pricing.test.ts'],
  },
  {
    name: 'settings that cannot be read are replaced by nothing that is saved',
    changes: [
      {
        file: 'server/domain/settings/settings.ts',
        from: '  if (isReadable) return settings;\n  throw new SettingsUnreadable();\n',
        to: '  return settings;\n',
      },
    ],
    tests: ['test/http/orders/unreadable-settings.test.ts'],
  },
  {
    name: 'rates that the app may not read any more count for nothing',
    changes: [{file: 'server/db/shops/shipping-rates.ts', from: ' || !mayReadRates(scopes)', to: ''}],
    tests: ['test/http/products/articles-by-margin.test.ts'],
  },
  {
    name: 'rates that were not read as a whole count for nothing',
    changes: [{file: 'server/db/shops/shipping-rates.ts', from: "    .where('is_complete', '=', true)", to: ''}],
    tests: ['test/http/products/articles-by-margin.test.ts'],
  },
];
