// What keeps the options a merchant defines apart from the supplier's, and their words as they were typed: each guard as the change
// that removes it.
import type {Guard} from './guard.ts';

const ordered = 'test/jobs/options/ordered-as-defined.test.ts';
const planned = 'test/domain/options/ordered-options.test.ts';

export const optionGuards: readonly Guard[] = [
  {
    name: 'a word that the merchant defined is sent as it was typed, not as the store prints it',
    changes: [
      {
        file: 'server/shopify/products/variant-plan.ts',
        from: 'return found ? [{gid: found, colour: variant.colour, size: variant.size}] : [];',
        to: 'return found ? [{gid: found, colour: variant.colour, size: variant.size && (texts.at(-1) ?? null)}] : [];',
      },
      {
        file: 'server/domain/orders/order-words.ts',
        from: 'stated.find((value) => isSameWord(value, word)) ?? null;',
        to: '(stated.some((value) => isSameWord(value, word)) ? word : null);',
      },
    ],
    tests: [ordered],
  },
  {
    name: 'what the supplier states comes before what the merchant defined',
    changes: [
      {
        file: 'server/domain/options/defined-options.ts',
        from: 'defined !== null && defined[name].length > 0 && hasNoVisibleWord(stated[name]);',
        to: 'defined !== null && defined[name].length > 0;',
      },
    ],
    tests: [ordered, planned],
  },
  {
    name: 'a word that is no longer defined is asked about and not sent',
    changes: [
      {
        file: 'server/domain/orders/order-words.ts',
        from: 'const word = words.length === 0 ? asked.word : findStatedWord(words, asked.word);',
        to: "const word = words.length === 0 || by === 'merchant' ? asked.word : findStatedWord(words, asked.word);",
      },
    ],
    tests: [planned],
  },
  {
    name: 'two defined words that the store would show as one are refused',
    changes: [
      {
        file: 'server/domain/options/check-options.ts',
        from: 'const key = wordKey(text);',
        to: 'const key = text;',
      },
    ],
    tests: ['test/domain/options/defined-options.test.ts'],
  },
  {
    name: 'a changed definition has its article planned again',
    changes: [
      {
        file: 'server/db/catalogue/defined-options.ts',
        from: "else concat(a.hash, '|', md5(concat(o.colours, o.sizes))) end",
        to: 'else a.hash end',
      },
    ],
    tests: ['test/jobs/options/defined-in-store.test.ts'],
  },
];
