// The buyer's choice: nothing is guessed while something entered is not understood. Each guard as the change that removes it.
import type {Guard} from './guard.ts';

const guesses = 'test/domain/orders/properties/guesses.test.ts';
const names = 'test/domain/orders/properties/read-name.test.ts';

export const choiceGuards: readonly Guard[] = [
  {
    name: 'no colour or size is guessed while something the buyer entered is not understood',
    changes: [
      {
        file: 'server/domain/orders/order-words.ts',
        from: 'if (sources.unread.length > 0)',
        to: 'if (sources.unread.length < 0)',
      },
    ],
    tests: [guesses],
  },
  {
    name: 'a property is read only where all words in its name are known',
    changes: [
      {
        file: 'server/domain/orders/properties/read-name.ts',
        from: "meanings.filter((meaning) => meaning !== 'none')",
        to: "meanings.filter((meaning) => meaning !== 'none' && meaning !== null)",
      },
    ],
    tests: [names, guesses],
  },
  {
    name: 'a size of one system is not taken for the same number of another',
    changes: [
      {
        file: 'server/domain/orders/properties/line-properties.ts',
        from: 'system !== null && /^',
        to: 'system === undefined && /^',
      },
    ],
    tests: [names],
  },
  {
    name: 'an order with a property of which the merchant wants to be asked is held',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: '    findAskedProperties(collectEnteredProperties(order, line, article), rules.propertyAnswers),\n',
        to: '',
      },
    ],
    tests: [guesses],
  },
  {
    name: 'the note of an order and its properties count as entered',
    changes: [
      {
        file: 'server/domain/orders/properties/entered.ts',
        from: '...(isMore ? chosen : []), ...entered]',
        to: '...(isMore ? chosen : []), ...entered.slice(entered.length)]',
      },
    ],
    tests: [guesses],
  },
  {
    name: 'a variant that the app did not make leaves nothing to guess',
    changes: [
      {
        file: 'server/domain/orders/order-words.ts',
        from: 'if (!sources.isVariantKnown)',
        to: 'if (sources.isVariantKnown === undefined)',
      },
    ],
    tests: [guesses],
  },
  {
    name: 'an answer about a property frees the orders that wait for it',
    changes: [
      {
        file: 'server/http/api/orders/standing-answers.ts',
        from: "codesFreedBy('property_answers')",
        to: "codesFreedBy('brake')",
      },
    ],
    tests: ['test/jobs/orders/entered/answers.test.ts'],
  },
  {
    name: 'a line that only its SKU makes ours is asked about',
    changes: [
      {
        file: 'server/domain/orders/store-order.ts',
        from: 'first === null && variantGid === null && articleId === null',
        to: 'first === null && variantGid !== null && articleId === null',
      },
    ],
    tests: ['test/jobs/orders/entered/known-by-sku.test.ts'],
  },
  {
    name: 'settings that an earlier release stored are shown and not checked as an entry',
    changes: [
      {
        file: 'server/http/api/settings-parts.ts',
        from: 'pickNamed({...settings, ...settings.orders}, General.shape)',
        to: 'General.parse({...settings, ...settings.orders})',
      },
    ],
    tests: ['test/http/settings/settings-version.test.ts'],
  },
  {
    name: 'the picture of a brand is of the store that asks',
    changes: [
      {
        file: 'server/db/catalogue/article-names.ts',
        from: 'from named left join articles p on p.shop = ${shop} and p.article_id = named.pictured',
        to: 'from named left join articles p on p.article_id = named.pictured',
      },
    ],
    tests: ['test/http/products/pictures.test.ts'],
  },
  {
    name: 'the pictures of what rules choose are of the store that asks',
    changes: [
      {
        file: 'server/preview/examples.ts',
        from: 'from shown s join articles p on p.shop = ${shop} and p.article_id = s.article_id',
        to: 'from shown s join articles p on p.article_id = s.article_id',
      },
    ],
    tests: ['test/http/products/pictures.test.ts'],
  },
];
