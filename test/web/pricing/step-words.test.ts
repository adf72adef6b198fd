// The steps of a price in words.
import {expect, test} from 'vitest';
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import {toPriceStepText} from '../../../web/shared/pricing/step-words.ts';

test('a step that the page does not know, since the server is newer, is named as the server names it', () => {
  const step: PriceStep & {step: string} = Object.assign({amount: 7_189} as PriceStep, {step: 'eco_fee'});
  expect(toPriceStepText(step, 'EUR')).toEqual({text: 'Another step: eco fee', amount: '€71.89'});
});

test('a step with nothing to say is left out', () => {
  expect(toPriceStepText({step: 'rule', rule: null, amount: 3_683}, 'EUR')).toBeNull();
});
