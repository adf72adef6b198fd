// What the supplier says of an order may repeat the buyer, in whatever spelling: nothing of that is shown or kept.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readErrorMessage} from '../../server/supplier/transport/error-message.ts';

const email = 'a.mueller@mueller-moden.example';
const said = (error: string, name: string, address = email) => readErrorMessage({error}, ['a key'], [name, address]);

describe('a buyer in what the supplier says', () => {
  test.each([
    ['customer_name 李明 is not accepted', '李明', 'customer_name […] is not accepted'],
    ['客户李明不存在。', '李明', '[…]。'],
    ['unknown consignee 李 明', '李明', 'unknown consignee […]'],
    ['unknown consignee 李明', '李 明', 'unknown consignee […]'],
    ['unknown consignee ANNA MUELLER, or Mueller', 'Anna Mueller', 'unknown consignee […]'.concat(', or […]')],
    ['unknown consignee MÜLLER', 'Anna Mueller', 'unknown consignee […]'],
    ['unknown consignee Mu\u0308ller', 'Anna Müller', 'unknown consignee […]'],
    ['unknown consignee Muller/Mueller', 'Anna Müller', 'unknown consignee […]/[…]'],
    ['unknown consignee AnnaMueller2', 'Anna Mueller', 'unknown consignee […]'],
    ['unknown consignee Mue\u200bller', 'Anna Mueller', 'unknown consignee […]'],
    ['unknown consignee Mue\u0000ller', 'Anna Mueller', 'unknown consignee […]'],
    ['unknown consignee STRASSER, Jörg', 'joerg Straßer', 'unknown consignee […]'],
    ['name too long: Quarrelso…', 'X. Quarrelsome-Vogt', 'name too long: […]…'],
    ['Somebody called Bo here', 'Bo Li', 'Somebody called […] here'],
  ])('%s', (text, name, left) => {
    expect(said(text, name)).toBe(left);
  });

  test('is taken out as the words of the e-mail address, too', () => {
    expect(said('no account A.MUELLER at mueller-moden', 'Bo')).toBe('no account […] at […]');
    expect(said('bounced: A.Mueller@Mueller-Moden.example', 'Bo')).toBe('bounced: […]');
  });

  test('leaves what speaks of the order: a short name stands for itself alone', () => {
    const text = 'The article A-100 cannot be ordered in size M: no such channel (error 17).';
    expect(said(text, 'Ann O Nob')).toBe(text);
  });

  const names = fc.constantFrom(
    'Zoë',
    'Quarrelsome',
    'Straßer',
    'Łukasz',
    'İnci',
    'Ng',
    '李明',
    'Ζωής',
    'Юрий',
    'José',
    'Bo',
  );
  const spellings = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word.toLowerCase(),
    (word) => word.normalize('NFD'),
    (word) => word.normalize('NFKC').toUpperCase(),
    (word) => `${word.slice(0, 1)}\u00ad${word.slice(1)}`,
  );
  const ordinary = fc.constantFrom('the', 'customer', 'not', 'accepted', 'article', '17', 'zone', 'country');
  const between = fc.constantFrom(' ', ', ', ' "', '" ', '_', '/', ': ', '\n', ' – ', '\u0000 ');
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\u00ad]/gu, '');

  test('however it is spelt and wherever it stands, no word in the name is left, and every other word is', () => {
    const pieces = fc.array(fc.tuple(fc.oneof(fc.nat(2), ordinary), spellings, between), {minLength: 1, maxLength: 12});
    fc.assert(
      fc.property(fc.tuple(names, names, names), pieces, (name, parts) => {
        const text = parts
          .map(([what, spell, gap]) => (typeof what === 'number' ? spell(name[what] ?? '') : what) + gap)
          .join('');
        const left = plain(said(text, name.join(' ')) ?? '').split(/[^\p{L}\p{N}]+/u);
        for (const word of name) expect(left).not.toContain(plain(word));
        const others = parts.flatMap(([what]) => (typeof what === 'number' ? [] : [what]));
        expect(left.filter((word) => word !== '')).toEqual(others);
      }),
      {numRuns: 500},
    );
  });
});
