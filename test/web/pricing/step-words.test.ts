// The steps of a price in words.
import {expect, test} from 'vitest';
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import {toPriceLedger} from '../../../web/shared/pricing/step-words.ts';

const cost: PriceStep = {step: 'supplier', amount: 3_683};

test('each step of a price shows what it adds, and the parts add up to the price', () => {
  const trace: PriceStep[] = [
    cost,
    {step: 'rule', rule: 'rule-1', amount: 3_683},
    {step: 'markup', percent: 60, amount: 5_893},
    {step: 'add_on', add: 500, amount: 6_393},
    {step: 'tax', percent: 22, amount: 7_799},
    {step: 'cap', rrp: 7_500, amount: 7_500},
    {step: 'floor', percent: 20, minimum: 5_617, amount: 7_500},
  ];
  expect(toPriceLedger(trace, 'EUR')).toEqual({
    parts: [
      {text: 'The supplier’s cost', amount: '€36.83'},
      {text: 'A rule of yours fits this article', amount: null},
      {text: 'Markup of 60 %', amount: '€22.10'},
      {text: 'Added amount', amount: '€5.00'},
      {text: 'VAT of 22 %', amount: '€14.06'},
      {text: 'Lowered to the recommended price', amount: '−€2.99'},
    ],
    total: '€75.00',
    notes: ['Lowest margin of 20 %: at least €56.17'],
  });
});

test('in a store abroad all amounts that are added are in its currency', () => {
  const rate: PriceStep = {
    step: 'rate',
    currency: 'SEK',
    perEuro: '11.25',
    asOf: '2026-11-20',
    bufferPercent: 2,
    amount: 42_263,
  };
  const trace: PriceStep[] = [cost, rate, {step: 'markup', percent: 100, amount: 84_526}];
  expect(toPriceLedger(trace, 'SEK')).toEqual({
    parts: [
      {
        text: 'The supplier’s cost of €36.83, at 11.25 SEK for one euro, of 20 Nov 2026, with a buffer of 2 %',
        amount: 'SEK\u00a0422.63',
      },
      {text: 'Markup of 100 %', amount: 'SEK\u00a0422.63'},
    ],
    total: 'SEK\u00a0845.26',
    notes: [],
  });
});

test('a price of its own is not added to the cost', () => {
  expect(toPriceLedger([cost, {step: 'own_price', amount: 9_990}], 'EUR')).toEqual({
    parts: [{text: 'Your own price of this product', amount: '€99.90'}],
    total: '€99.90',
    notes: [],
  });
});

test('where no price was calculated there is no total', () => {
  expect(toPriceLedger([cost], 'SEK')).toEqual({
    parts: [{text: 'The supplier’s cost', amount: '€36.83'}],
    total: null,
    notes: [],
  });
});

test('a step that the page does not know, since the server is newer, is named as the server names it', () => {
  const step: PriceStep & {step: string} = Object.assign({amount: 7_189} as PriceStep, {step: 'eco_fee'});
  expect(toPriceLedger([cost, step], 'EUR').parts.at(-1)).toEqual({text: 'Another step: eco fee', amount: '€35.06'});
});

test('a step with nothing to say is left out', () => {
  expect(toPriceLedger([cost, {step: 'rule', rule: null, amount: 3_683}], 'EUR').parts).toHaveLength(1);
});
