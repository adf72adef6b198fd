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
        file: 'server/http/api/catalogue-settings.ts',
        from: ' || differs(after.choice, before.choice)',
        to: '',
      },
    ],
    tests: ['test/http/catalogue-settings.test.ts'],
  },
  {
    name: 'a preview counts no more once an article was chosen by hand or prices on request were taken in',
    changes: [
      {
        file: 'server/db/catalogue/preview/effect-print.ts',
        from: 'JSON.stringify([choice, pricing, onRequest, store, zones, hand])',
        to: 'JSON.stringify([choice, pricing, store, zones, onRequest && hand === null])',
      },
    ],
    tests: ['test/http/pricing/pricing.test.ts'],
  },
];
