// What text of strangers, shoppers and merchants may not do: stall the program, slip into an order unread, or run as a formula.
import type {Guard} from './guard.ts';

const foreign = 'test/project/foreign-text.test.ts';
const planLine = 'test/domain/orders/plan-line.test.ts';

export const textGuards: readonly Guard[] = [
  {
    name: 'the query of an address is searched once',
    changes: [
      {
        file: 'server/http/plain-text.ts',
        from: "queryOf(req.url).includes('%00')",
        to: String.raw`/\?.*%00/s.test(req.url)`,
      },
    ],
    tests: [foreign],
  },
  {
    name: 'runs of combining marks are shortened before they are sorted',
    changes: [
      {
        file: 'server/domain/text.ts',
        from: "text.replaceAll(longRunOfMarks, '$1').normalize",
        to: 'text.normalize',
      },
    ],
    tests: [foreign],
  },
  {
    name: 'a colour or size that was not read is not taken for none',
    changes: [
      {
        file: 'server/domain/orders/properties/line-properties.ts',
        from: 'return {colour: null, size: null, unread: [], always};',
        to: 'return {colour: [], size: [], unread: [], always};',
      },
    ],
    tests: ['test/domain/orders/order-words.test.ts'],
  },
  {
    name: 'an e-mail address that is a list or carries header lines is not sent',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: '(isEmailAddress(buyerEmail) ? buyerEmail',
        to: "(buyerEmail !== '' ? buyerEmail",
      },
    ],
    tests: [planLine],
  },
  {
    name: 'more than 99 pieces of a line wait for the merchant',
    changes: [{file: 'server/domain/orders/pieces.ts', from: 'if (pieces <= maxUsualPieces)', to: 'if (pieces > 0)'}],
    tests: [planLine],
  },
  {
    name: 'a cell begins no formula where semicolons or tabs separate cells',
    changes: [{file: 'server/domain/csv.ts', from: '.replaceAll(opensFormulaWithin, "$1\'")', to: ''}],
    tests: ['test/domain/csv.test.ts'],
  },
  {
    name: 'an encryption key that is not random stops the start',
    changes: [{file: 'server/config.ts', from: 'new Set(key).size < minDistinctKeyBytes', to: 'new Set(key).size < 1'}],
    tests: ['test/project/config.test.ts'],
  },
];
