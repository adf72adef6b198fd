// Whatever a flag tells the merchant to do about an unpaid order has a button of that name.
import {expect, test} from 'vitest';
import {findEnding} from '#domain/orders/attention/ending.ts';
import {flagText} from '#domain/orders/attention/flag-texts.ts';
import {flagCodes} from '#domain/orders/flags.ts';
import {endingWords} from '../../../web/text/ending-words.ts';

const unpaid = {state: 'awaiting_payment', quantity: 2, country: 'DE', reference: 'PW-1042-1'} as const;
const fewer = [{code: 'quantity_lowered', wanted: 0} as const, {code: 'quantity_lowered', wanted: 1} as const];
const flags = [...flagCodes.map((code) => ({code})), ...fewer, {code: 'quantity_raised', wanted: 3} as const];

test.each(flags)('%j is answered by the button that its text names', (flag) => {
  const text = flagText(flag, unpaid);
  const ending = findEnding({...unpaid, flags: [flag]});
  const {button} = ending === null ? {button: ''} : endingWords(ending, null);
  expect([text, /close it without paying/i.test(text)]).toEqual([text, button === 'Close without paying']);
  expect([text, /replace it/i.test(text)]).toEqual([text, button.startsWith('Replace ')]);
});
