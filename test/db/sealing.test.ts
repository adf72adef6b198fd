import {randomBytes} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createSealer} from '../../server/sealing.ts';

const place = {shop: 'a.myshopify.com', column: 'shops.dropship_key'};
const older = {kid: '2026', key: randomBytes(32)};
const newer = {kid: '2027', key: randomBytes(32)};

describe('a sealed secret', () => {
  it('opens as it was, whatever it was, and never looks the same twice', () => {
    const sealer = createSealer([newer]);
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), (text) => {
        const sealed = sealer.seal(text, place);
        expect(sealer.open(sealed, place)).toBe(text);
        expect(sealer.seal(text, place)).not.toBe(sealed);
      }),
    );
  });

  it('opens neither for another shop nor from another column', () => {
    const sealer = createSealer([newer]);
    const sealed = sealer.seal('key', place);
    for (const elsewhere of [{shop: 'b.myshopify.com'}, {column: 'shops.catalogue_key'}]) {
      expect(() => sealer.open(sealed, {...place, ...elsewhere})).toThrow('sealed for another place');
    }
  });

  it('does not open when anything of it was changed', () => {
    const sealer = createSealer([newer]);
    const sealed = sealer.seal('a key of the supplier', place);
    for (let at = newer.kid.length + 1; at < sealed.length; at++) {
      const changed = sealed.slice(0, at) + another(sealed.charAt(at)) + sealed.slice(at + 1);
      expect(() => sealer.open(changed, place)).toThrow('cannot be opened');
    }
    expect(() => sealer.open('2027', place)).toThrow('cannot be opened');
  });

  it('opens after the keys were rotated, and is sealed with the new key from then on', () => {
    const sealed = createSealer([older]).seal('key', place);
    const rotated = createSealer([newer, older]);
    expect(rotated.open(sealed, place)).toBe('key');
    expect(rotated.seal('key', place).startsWith('2027.')).toBe(true);
  });

  it('says which key is missing when one was taken away too early', () => {
    const sealed = createSealer([older]).seal('key', place);
    expect(() => createSealer([newer]).open(sealed, place)).toThrow(
      'shops.dropship_key of a.myshopify.com is sealed with key 2026, which is not among ENCRYPTION_KEYS',
    );
  });

  it('takes only keys of 32 bytes, and at least one', () => {
    expect(() => createSealer([])).toThrow('Sealing needs at least one key.');
    expect(() => createSealer([{kid: 'a', key: randomBytes(16)}])).toThrow('Sealing key a is malformed.');
    expect(() => createSealer([{kid: 'a.b', key: randomBytes(32)}])).toThrow('Sealing key a.b is malformed.');
  });
});

/** A base64url digit with its highest bit turned: a lower one may be padding, which is not read. */
function another(digit: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return digits.charAt(digits.indexOf(digit) ^ 32);
}

describe('a mark', () => {
  it('tells a text from another, for its own shop and column alone, and says nothing of it', () => {
    const sealer = createSealer([newer]);
    const mark = sealer.mark('Beispielweg 12', place);
    expect(mark).not.toContain('Beispielweg');
    expect(sealer.isMarkOf(mark, 'Beispielweg 12', place)).toBe(true);
    expect(sealer.isMarkOf(mark, 'Beispielweg 13', place)).toBe(false);
    expect(sealer.isMarkOf(mark, 'Beispielweg 12', {...place, shop: 'b.myshopify.com'})).toBe(false);
  });

  it('is recognised while its key is kept behind a newer one, and unknown after that', () => {
    const mark = createSealer([older]).mark('Beispielweg 12', place);
    expect(createSealer([newer, older]).isMarkOf(mark, 'Beispielweg 12', place)).toBe(true);
    expect(createSealer([newer, older]).isMarkOf(mark, 'Beispielweg 13', place)).toBe(false);
    expect(createSealer([newer]).isMarkOf(mark, 'Beispielweg 12', place)).toBeNull();
  });
});
