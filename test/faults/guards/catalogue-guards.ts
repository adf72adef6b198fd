// What keeps words, pictures, brakes and currencies apart or together as the merchant means them: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const words = 'test/domain/words/same-word.test.ts';
const images = 'test/domain/image-identity.test.ts';
const sameOutcomes = 'test/jobs/known-items/same-outcomes.test.ts';
const knownItems = 'test/jobs/known-items/unparsed.test.ts';
const storeChanges = 'test/jobs/sync/costs/store-changes.test.ts';

export const catalogueGuards: readonly Guard[] = [
  {
    name: 'characters that cannot be seen make no other word',
    changes: [{file: 'server/domain/words/same-word.ts', from: ".replace(unseenCharacters, '')", to: ''}],
    tests: [words],
  },
  {
    name: 'two ways to write a letter in Unicode make no other word',
    changes: [
      {
        file: 'server/domain/words/same-word.ts',
        from: "normalForm(text.toWellFormed().replace(unseenCharacters, ''), 'NFKC')",
        to: "text.toWellFormed().replace(unseenCharacters, '')",
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
        from: 'addressSignatures.filter(({has}) => has.every((name) => names.has(name)))',
        to: 'addressSignatures',
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
        from: 'withoutUnchangedImages(changedFields(listing.fingerprint, fingerprint), listing, draft)',
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
        from: "  if (operations.some(({kind}) => kind !== 'off_sale')) await assertSameStoreByShopify(run);\n",
        to: '',
      },
    ],
    tests: [storeChanges],
  },
  {
    name: 'a change that Shopify announced ends a run before its next write',
    changes: [
      {file: 'jobs/sync/apply-plans.ts', from: '    beforeWriting: () => assertSameStoreByDatabase(run),\n', to: ''},
    ],
    tests: [storeChanges],
  },
  {
    name: 'a run does not begin to put on sale what the merchant has left out since it was planned',
    changes: [
      {
        file: 'jobs/sync/apply-plans.ts',
        from: '    beforeSale: (key) => run.write((to) => claimSale(to, run, key)),\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/off-sale/beside-a-run.test.ts'],
  },
  {
    name: 'a run does not store over what the merchant took off sale at once',
    changes: [{file: 'server/db/listings/listings.ts', from: '{...values, ...toKeptColumns(values)}', to: 'values'}],
    tests: ['test/jobs/sync/off-sale/beside-a-run.test.ts'],
  },
  {
    name: 'off sale is said only of what the store shows off sale',
    changes: [
      {
        file: 'server/actions/retire-now.ts',
        from: '  if (isOnSale(status)) {',
        to: '  if (false && isOnSale(status)) {',
      },
    ],
    tests: ['test/jobs/sync/off-sale/at-once.test.ts'],
  },
  {
    name: 'the pages of a list are not kept without a limit',
    changes: [
      {
        file: 'server/supplier/list-walk.ts',
        from: 'if (held > maxListSize) return',
        to: 'if (held === -1) return',
      },
    ],
    tests: ['test/supplier/caps.test.ts'],
  },
  {
    name: 'a catalogue has an end',
    changes: [{file: 'server/supplier/catalogue.ts', from: 'next > Math.min(pages, maxPages)', to: 'next > pages'}],
    tests: ['test/supplier/catalogue-walk.test.ts'],
  },
  {
    name: 'what the merchant kept back of a brake waits however little it is',
    changes: [
      {
        file: 'server/domain/catalogue/off-sale/divide-brake.ts',
        from: 'brake === null || brake.rest_of === null ? []',
        to: 'brake === null || brake.rest_of !== null ? []',
      },
    ],
    tests: ['test/domain/divide-brake.test.ts', 'test/jobs/sync/off-sale/divided-brakes.test.ts'],
  },
  {
    name: 'what the merchant leaves out by hand leaves the brakes that wait',
    changes: [
      {
        file: 'server/actions/audited-changes.ts',
        from: "if (hand === 'left_out') await takeOutOfBrakes",
        to: 'if (hand === null) await takeOutOfBrakes',
      },
    ],
    tests: ['test/jobs/sync/off-sale/divided-brakes.test.ts'],
  },
  {
    name: 'a part of a brake that was released already is not released once more in another form',
    changes: [
      {
        file: 'server/http/api/approvals.ts',
        from: 'if (decided === null && !(await isSameRelease(deps, row, articleIds)))',
        to: 'if (decided === null && (await isSameRelease(deps, row, [])))',
      },
    ],
    tests: ['test/http/runs/parts-of-brakes.test.ts'],
  },
  {
    name: 'a product that the merchant made a draft is not published',
    changes: [
      {
        file: 'server/db/listings/publish-due.ts',
        from: "${column('own_draft')} is not distinct from 'made' and",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/off-sale/publish-drafts.test.ts'],
  },
  {
    name: 'a draft is published only in the merchant’s own shop',
    changes: [
      {
        file: 'server/db/listings/publish-due.ts',
        from: "where shop = ${shop} and ${isOwnDraft('listings')}",
        to: "where ${isOwnDraft('listings')}",
      },
    ],
    tests: ['test/jobs/sync/off-sale/publish-drafts.test.ts'],
  },
  {
    name: 'an article that comes again in a run is parsed',
    changes: [
      {
        file: 'jobs/sync/read/page-memory.ts',
        from: ' || numbers.some((number) => came[number] === 1)',
        to: '',
      },
    ],
    tests: [sameOutcomes],
  },
  {
    name: 'an item of an article that is also another item of the page is parsed',
    changes: [
      {
        file: 'jobs/sync/read/page-memory.ts',
        from: ' && !others.some((digest) => own.has(find(digest) ?? -1))',
        to: '',
      },
    ],
    tests: [sameOutcomes],
  },
  {
    name: 'the digest of an item is keyed with what its reading depends on',
    changes: [{file: 'server/supplier/item-digest.ts', from: 'Buffer.concat([key, item])', to: 'item'}],
    tests: ['test/supplier/item-digest.test.ts'],
  },
  {
    name: 'a shop knows only the items that its own key was answered',
    changes: [
      {
        file: 'server/db/known-items/known-items.ts',
        from: 'where shop = ${shop} and reason is null and digest > decode',
        to: 'where shop is not null and reason is null and digest > decode',
      },
    ],
    tests: [knownItems],
  },
  {
    name: 'only a page of exactly the cut items is taken in its items',
    changes: [{file: 'server/supplier/transport/cut-page.ts', from: 'items.length === count && ', to: ''}],
    tests: ['test/supplier/cut-page.test.ts'],
  },
];
