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
        from: 'onRequest, keepOnSale, price, compareAt];',
        to: 'onRequest, keepOnSale];',
      },
    ],
    tests: ['test/http/preview.test.ts'],
  },
  {
    name: 'a preview counts no more once an article was chosen by hand or prices on request were taken in',
    changes: [
      {
        file: 'server/preview/effect-print.ts',
        from: '[choice, pricing, onRequest, owned.price, owned.compareAt, keepOnSale, store, zones, hand]',
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
  {
    name: 'that products are kept on sale no more is saved with its preview',
    changes: [{file: 'server/http/api/settings.ts', from: 'onRequest, keepOnSale, price,', to: 'onRequest, price,'}],
    tests: ['test/http/products/try-template.test.ts'],
  },
  {
    name: 'a country that Shopify has no code for is not sent',
    changes: [
      {file: 'server/domain/origin/recognise-origin.ts', from: ' || notAtShopify.has(country) ? null', to: ' ? null'},
    ],
    tests: ['test/domain/catalogue/template/template-lines.test.ts'],
  },
  {
    name: 'what is left out by hand goes also where products are kept on sale',
    changes: [
      {
        file: 'server/domain/catalogue/off-sale/choose-retirements.ts',
        from: 'leftOut || released || (!settings',
        to: '(!settings',
      },
    ],
    tests: ['test/jobs/sync/off-sale/kept-on-sale.test.ts'],
  },
];
