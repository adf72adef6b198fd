// What keeps words, pictures, brakes and currencies apart or together as the merchant means them: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const words = 'test/domain/words/same-word.test.ts';
const images = 'test/domain/image-identity.test.ts';
const storeChanges = 'test/jobs/sync/costs/store-changes.test.ts';

export const catalogueGuards: readonly Guard[] = [
  {
    name: 'characters that cannot be seen make no other word',
    changes: [{file: 'server/domain/words/same-word.ts', from: ".replace(unseen, '')", to: ''}],
    tests: [words],
  },
  {
    name: 'two ways to write a letter in Unicode make no other word',
    changes: [
      {
        file: 'server/domain/words/same-word.ts',
        from: "normalForm(text.toWellFormed().replace(unseen, ''), 'NFKC')",
        to: "text.toWellFormed().replace(unseen, '')",
      },
      {file: 'server/domain/words/same-word.ts', from: "normalForm(folded, 'NFKC')", to: 'folded'},
    ],
    tests: [words],
  },
  {
    name: 'a parameter counts as a signature only together with the others of its scheme',
    changes: [
      {
        file: 'server/domain/catalogue/image-identity.ts',
        from: 'signatures.filter(({has}) => has.every((name) => names.has(name)))',
        to: 'signatures',
      },
    ],
    tests: [images],
  },
  {
    name: 'a slash between blanks is not sent in an option',
    changes: [
      {
        file: 'server/shopify/products/product-input.ts',
        from: "text.replaceAll(/(?<=\\s)\\/(?=\\s)/g, '\\u2215')",
        to: 'text',
      },
    ],
    tests: ['test/shopify/variant-plan.test.ts'],
  },
  {
    name: 'the first run of a version that plans otherwise plans again',
    changes: [
      {file: 'server/domain/catalogue/settings-print.ts', from: 'const planVersion = 2;', to: 'const planVersion = 1;'},
    ],
    tests: ['test/jobs/options/other-spellings.test.ts'],
  },
  {
    name: 'after an upgrade the images that a product has are not written again',
    changes: [
      {
        file: 'server/domain/catalogue/plan-update.ts',
        from: 'withoutKeptImages(changedFields(listing.fingerprint, fingerprint), listing, draft)',
        to: 'changedFields(listing.fingerprint, fingerprint)',
      },
    ],
    tests: ['test/jobs/sync/signed-images.test.ts'],
  },
  {
    name: 'what was left out by hand is not braked',
    changes: [
      {
        file: 'server/domain/catalogue/off-sale/plan-retirement.ts',
        from: "leftOut ? 'left_out' : listed ? 'not_chosen' : 'not_listed'",
        to: "!listed ? 'not_listed' : leftOut ? 'left_out' : 'not_chosen'",
      },
    ],
    tests: ['test/domain/plan-retirement.test.ts'],
  },
  {
    name: 'what was left out by hand leaves although a brake was told to keep it',
    changes: [
      {
        file: 'server/db/listings/listings-to-retire.ts',
        from: " and a.hand is distinct from 'left_out'",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/brakes.test.ts'],
  },
  {
    name: 'the store is asked before a batch of writes whether its currency is the same',
    changes: [
      {
        file: 'jobs/sync/apply-plans.ts',
        from: "  if (operations.some(({kind}) => kind !== 'off_sale')) await askSameStore(run);\n",
        to: '',
      },
    ],
    tests: [storeChanges],
  },
  {
    name: 'a change that Shopify announced ends a run before its next write',
    changes: [{file: 'jobs/sync/apply-plans.ts', from: '    beforeWriting: () => assertSameStore(run),\n', to: ''}],
    tests: [storeChanges],
  },
  {
    name: 'the pages of a list are not kept without a limit',
    changes: [
      {
        file: 'server/supplier/list-walk.ts',
        from: 'if (held > longestList) return',
        to: 'if (held === -1) return',
      },
    ],
    tests: ['test/supplier/caps.test.ts'],
  },
  {
    name: 'a catalogue has an end',
    changes: [{file: 'server/supplier/catalogue.ts', from: 'next > Math.min(pages, mostPages)', to: 'next > pages'}],
    tests: ['test/supplier/catalogue-walk.test.ts'],
  },
];
