// A supplier may repeat the buyer's e-mail address encoded, as in a link or a debug dump: that is taken out as well.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readErrorMessage} from '../../server/supplier/transport/error-message.ts';

const email = 'A.Mueller@mueller-moden.example';
const said = (error: string, address = email, name = 'Anna Mueller') =>
  readErrorMessage({error}, ['a key'], [name, address]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => text.toUpperCase();
const withoutPadding = (text: string) => text.replace(/=+$/, '');

test.each([
  ['base64', base64(email)],
  ['base64 without padding', withoutPadding(base64(email))],
  ['base64url', base64url(email)],
  ['base64 of the address in lower case', base64(lower(email))],
  ['base64 of the address in upper case', base64(upper(email))],
  ['base64 written in lower case', lower(base64(email))],
  ['base64 written in upper case', upper(base64(email))],
  ['base64 of a longer text', base64(`{"zone":"EU","customer_email":"${email}"}`)],
  ['base64 behind other characters', `v1_${base64url(email)}`],
  ['base64 of base64', base64(base64(email))],
  ['percent codes in lower case', percentAll(email)],
  ['percent codes in upper case', upper(percentAll(email))],
  ['a percent-encoded @ alone', email.replace('@', '%40')],
  ['percent codes twice', encodeURIComponent(percentAll(email))],
  ['base64 with percent-encoded padding', encodeURIComponent(base64('xx@shop.example'))],
])('%s is taken out', (_what, encoded) => {
  const address = encoded === encodeURIComponent(base64('xx@shop.example')) ? 'xx@shop.example' : email;
  const line = said(`duplicate customer token=${encoded} (error 17)`, address);
  expect(line).toMatch(/^duplicate customer .*\[…\].* \(error 17\)$/);
  expect(line).not.toContain(encoded.slice(0, 12));
});

test('whatever the address, neither encoding of it is left, wherever it stands in a longer text', () => {
  // The sentence has Greek letters only, so that no part of the address is a word in it.
  const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,19}$/);
  fc.assert(
    fc.property(part, part, fc.string({maxLength: 9}), fc.string({maxLength: 9}), (user, host, before, after) => {
      const address = `${user}@${host}.example`;
      for (const encoded of [
        base64(before + address + after),
        base64url(before + address + after),
        percentAll(address),
      ]) {
        const line = said(`άγνωστος πελάτης: ${encoded} εδώ`, address, 'Bo Li') ?? '';
        expect(line).not.toContain(encoded);
        expect(line).toMatch(/^άγνωστος πελάτης: .*εδώ$/);
      }
    }),
  );
});

test('words and references that are no encoding of the buyer stay', () => {
  const text =
    'The reference bare-1001-abcdefgh1234 and the token SGVsbG8gV29ybGQ at https://supplier.example/a%20b are not known.';
  expect(said(text)).toBe(text);
});
