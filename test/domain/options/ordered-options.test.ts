// Which words an order of an article carries whose options the merchant defined.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findOptionProblems} from '#domain/options/check-options.ts';
import {type DefinedOptions, noDefinedOptions} from '#domain/options/defined-options.ts';
import {noDetails} from '#domain/orders/merchant-overrides.ts';
import {planWords} from '#domain/orders/order-words.ts';
import type {OrderRules} from '#domain/orders/plan-dropship.ts';
import {isSameWord} from '#domain/words/same-word.ts';
import {words} from '../arbitraries.ts';
import {blueShirt, orderRules} from '../builders.ts';

type Case = {
  sold?: string | null;
  stated?: readonly string[];
  defined?: readonly string[];
  typed?: string;
  entered?: string;
  rules?: Partial<OrderRules>;
};

const sizeOf = ({sold = null, stated = [], defined = [], typed, entered, rules}: Case) =>
  planWords(
    {
      article: {...blueShirt, colour: null, size: sold},
      properties: entered === undefined ? [] : [{key: 'Size', value: entered}],
    },
    {colours: [], sizes: stated},
    {category: 'Shirts', sizes: '', unit: 'pc', defined: {colours: [], sizes: defined}},
    {...orderRules, ...rules},
    {details: {...noDetails, ...(typed === undefined ? {} : {size: typed})}},
  ).size;

const asked = (text: string) => ({
  kind: 'needs_details',
  reason: {code: 'size_missing', text: expect.stringContaining(text)},
});

test('a variant’s word is sent exactly as the merchant defined it, whatever it is made of', () => {
  fc.assert(
    fc.property(words, (list) => {
      const defined: DefinedOptions = {colours: [], sizes: list.filter((word) => !isSameWord(word, ''))};
      fc.pre(findOptionProblems(defined, {colours: [], sizes: []}, noDefinedOptions).length === 0);
      for (const word of defined.sizes) {
        expect(sizeOf({sold: word, defined: defined.sizes})).toEqual({word, from: 'variant'});
      }
    }),
  );
});

test('a word whose spelling the merchant corrects is sent as it is defined now', () => {
  expect(sizeOf({sold: 'xl', defined: ['L', 'XL']})).toEqual({word: 'XL', from: 'variant'});
});

test('a word that was sold and is no longer defined is asked about and not sent', () => {
  expect(sizeOf({sold: 'XXL', defined: ['S', 'M']})).toMatchObject(
    asked('This was sold as size "XXL", which is not among the sizes you defined for this article.'),
  );
  expect(sizeOf({sold: 'XXL', defined: ['S', 'M'], typed: 'M'})).toEqual({word: 'M', from: 'typed'});
});

test('all defined words taken back: what the buyer chose is sent, since nothing contradicts it', () => {
  expect(sizeOf({sold: 'M', defined: []})).toEqual({word: 'M', from: 'variant'});
});

test('a word that the supplier contradicts is never sent, whatever the merchant defined', () => {
  fc.assert(
    fc.property(words, words, fc.nat(), (stated, defined, at) => {
      const known = stated.filter((word) => !isSameWord(word, ''));
      fc.pre(known.length > 0 && defined.length > 0);
      const sold = defined[at % defined.length] ?? '';
      const planned = sizeOf({sold, stated: known, defined});
      if ('word' in planned) expect(known).toContain(planned.word);
      else expect(planned).toMatchObject({kind: 'blocked', reason: {code: 'size_gone'}});
    }),
  );
});

test('a line of the variant there was before says no size: the merchant is asked and shown what is defined', () => {
  expect(sizeOf({defined: ['S', 'M', 'L']})).toMatchObject(asked('Say which size to order: S, M, L.'));
  expect(sizeOf({defined: ['S', 'M'], typed: 'XL'})).toEqual({word: 'XL', from: 'typed'});
  expect(sizeOf({defined: ['S', 'M'], rules: {standingSize: 'm'}})).toEqual({word: 'M', from: 'standing'});
  expect(sizeOf({defined: ['S', 'M'], rules: {standingSize: 'one size'}})).toMatchObject(asked('S, M'));
  expect(sizeOf({defined: ['Unique']})).toEqual({word: 'Unique', from: 'only_defined'});
});

test('what the buyer entered with the line must be among the words', () => {
  expect(sizeOf({defined: ['S', 'M'], entered: 'm'})).toEqual({word: 'M', from: 'property'});
  expect(sizeOf({defined: ['S', 'M'], entered: '44'})).toMatchObject(asked('S, M'));
});
