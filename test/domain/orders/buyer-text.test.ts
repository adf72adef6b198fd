// What a buyer typed, as it may be sent: no control characters, and nothing invisible counts as text.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cleanBuyerText, isVisible} from '#domain/orders/buyer-text.ts';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import {decide} from './decide-line.ts';

describe('text of a buyer', () => {
  test.each([
    ['a NUL byte', 'Ada\0 Beispiel', 'Ada Beispiel'],
    ['a line break', 'Ada\r\nBcc: x', 'Ada Bcc: x'],
    ['a Unicode line break', 'Ada\u2028Beispiel', 'Ada Beispiel'],
    ['half a character', 'Ada \ud83d Beispiel', 'Ada Beispiel'],
    ['an escape sequence', 'Ada\u001b[31m', 'Ada[31m'],
    ['a mark that reverses reading order', '\u202eAda', 'Ada'],
    ['spaces around and inside', '  Ada \t  Beispiel ', 'Ada Beispiel'],
    ['a Persian name with its joiner', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['a name with combining marks', 'Nguye\u0302\u0303n', 'Nguye\u0302\u0303n'],
    ['an emoji', '👩‍👩‍👧', '👩‍👩‍👧'],
  ])('%s', (_what, typed, sent) => {
    expect(cleanBuyerText(typed)).toBe(sent);
  });

  test.each([
    ['nothing', null],
    ['spaces', ' \u00a0\u3000 '],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['a Hangul filler', '\u3164'],
    ['the blank Braille pattern', '\u2800'],
    ['a lone combining mark', '\u0301'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['half a character', '\ud800'],
    ['control characters', '\0\r\n\u007f\u0085'],
  ])('%s is no text', (_what, typed) => {
    expect(cleanBuyerText(typed)).toBe('');
  });

  test('whatever was typed: well-formed, without control characters, and the same when it is cleaned again', () => {
    const units = fc.oneof(
      fc.string({unit: 'binary', maxLength: 30}),
      fc.string({
        unit: fc.constantFrom('a', ' ', '\0', '\r', '\n', '\ud83d', '\udc57', '\u200b', '\u3164'),
        maxLength: 30,
      }),
    );
    fc.assert(
      fc.property(units, (typed) => {
        const sent = cleanBuyerText(typed);
        expect(sent.isWellFormed()).toBe(true);
        expect(sent).not.toMatch(/\p{Cc}/u);
        expect(sent).toBe(sent.trim());
        expect(cleanBuyerText(sent)).toBe(sent);
        expect(sent === '' || isVisible(sent)).toBe(true);
      }),
      {numRuns: 300},
    );
  });
});

test.each([
  'ada@shopper.example,eve@other.example',
  'ada@shopper.example;eve@other.example',
  'ada@shopper.example Bcc: eve@other.example',
  'ada@shopper.example\r\nBcc: eve@other.example',
  'Ada <ada@shopper.example>',
  'ada@shopper',
  'ada',
  `${'a'.repeat(250)}@shopper.example`,
])('the e-mail address %j is none that is sent: the merchant enters one, or has named one for such orders', (email) => {
  const order = {customer: {name: 'Ada', email}};
  const details = {...noOverrides.details, email: 'ada@shopper.example'};
  expect(decide({order})).toMatchObject({kind: 'needs_details', reason: {code: 'email_missing'}});
  expect(decide({order}, {...noOverrides, details})).toMatchObject({customerEmail: 'ada@shopper.example'});
  const rules = {storeEmail: 'orders@store.example'};
  expect(decide({order, rules})).toMatchObject({kind: 'sendable', customerEmail: 'orders@store.example'});
});
