// A page that is cut into its items holds what the parser finds in it as a whole, whatever its bytes are.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseJson} from '#domain/json.ts';
import {type CappedBody, createBodyReader} from '../../server/supplier/transport/body-cap.ts';

const megabyte = 1_048_576;

/** The body as a page, received in these pieces. */
async function receive(bytes: Uint8Array, cuts: readonly number[] = []): Promise<Extract<CappedBody, {kind: 'text'}>> {
  const intake = createBodyReader(undefined, 16 * megabyte, 'page');
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other);
  let from = 0;
  for (const place of places) {
    intake.take(bytes.subarray(from, place));
    from = place;
  }
  const body = await intake.end();
  if (body.kind === 'unreadable') throw new Error(body.why);
  return body;
}

/** Compares the cut page with the parser's. Returns whether the page was cut. */
async function compareWithParser(bytes: Uint8Array, cuts?: readonly number[]): Promise<boolean> {
  const body = await receive(bytes, cuts);
  const whole = parseJson(body.text);
  if (body.cut === undefined || body.cut === null) return false;
  const {envelope, items} = body.cut;
  const parsed = items.map((item) => parseJson(new TextDecoder().decode(item)));
  if (parsed.includes(undefined)) expect(whole).toBeUndefined();
  else expect(whole).toEqual({...envelope, items: parsed});
  return true;
}

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Texts with all that a scanner could take for the end of a text or of an item. */
const texts = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', 'ü', '🧥', '\n')}),
  fc.string({unit: fc.constantFrom('\\', '"', 'x'), minLength: 20, maxLength: 80}),
);
const values = fc.letrec<{value: unknown}>((tie) => ({
  value: fc.oneof(
    {depthSize: 'small', maxDepth: 5},
    texts,
    fc.double({noNaN: true, noDefaultInfinity: true}),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), {maxLength: 4}),
    fc.dictionary(texts, tie('value'), {maxKeys: 4}),
  ),
})).value;
const objects = fc.oneof(fc.dictionary(texts, values, {maxKeys: 5}), fc.array(values, {maxLength: 3}));
const blanks = fc.string({unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3});

/** JSON text of a value, with blanks between the items and with characters written as escapes. */
const pages = fc
  .record({
    before: fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.constant(null)), {maxKeys: 3}),
    items: fc.array(objects, {maxLength: 6}),
    blank: blanks,
    escapes: fc.boolean(),
    indent: fc.constantFrom(0, 2),
  })
  .map(({before, items, blank, escapes, indent}) => {
    const json = (value: unknown) => {
      const text = JSON.stringify(value, null, indent);
      return escapes
        ? text.replaceAll(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : text;
    };
    const fields = Object.entries(before).map(([name, value]) => `${json(name)}:${blank}${json(value)},`);
    const list = items.map((item) => `${blank}${json(item)}${blank}`).join(',');
    return `{${blank}${fields.join('')}"items"${blank}:${blank}[${list}${blank}],"ok":true${blank}}`;
  });

describe('a page', () => {
  it('is cut into what the parser finds in it, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.array(fc.nat(), {maxLength: 8}), async (page, cuts) => {
        const bytes = toBytes(page);
        // A field of the envelope may itself be called `items` or `ok`, which the later one replaces.
        expect(await compareWithParser(bytes, cuts)).toBe(true);
      }),
      {numRuns: 1_000},
    );
  });

  it('with bytes that are lost, doubled, replaced or cut off is never taken for another one', async () => {
    const damages = fc.array(
      fc.record({
        at: fc.nat(),
        length: fc.nat({max: 3}),
        instead: fc.oneof(
          fc.constantFrom(
            '',
            '"',
            '\\',
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '{}',
            '[]',
            'e0',
            '.0',
            '-',
            '0',
            '"items":[',
            '"items":[{}],',
            'null',
          ),
          fc.string({maxLength: 2}),
        ),
      }),
      {minLength: 1, maxLength: 4},
    );
    let wereCut = 0;
    await fc.assert(
      fc.asyncProperty(pages, damages, fc.option(fc.nat()), async (page, all, end) => {
        const damaged = all.reduce((text, {at, length, instead}) => {
          const place = at % (text.length + 1);
          return text.slice(0, place) + instead + text.slice(place + length);
        }, page);
        const bytes = toBytes(damaged.slice(0, end === null ? undefined : end % (damaged.length + 1)));
        if (await compareWithParser(bytes)) wereCut += 1;
      }),
      {numRuns: 3_000},
    );
    // Or nothing was compared.
    expect(wereCut).toBeGreaterThan(100);
  });

  it('of any bytes, also such as are no UTF-8, is never taken for another one', async () => {
    const bytes = fc.array(fc.oneof(fc.constantFrom(...toBytes('{}[]",:\\ ')), fc.integer({min: 0, max: 255})), {
      maxLength: 60,
    });
    const inPage = bytes.map((some) => [...toBytes('{"ok":true,"items":[{"id":"'), ...some, ...toBytes('"}]}')]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, inPage), async (some) => {
        await compareWithParser(Uint8Array.from(some));
      }),
      {numRuns: 3_000},
    );
  });

  it.each([
    ['whose name `items` comes twice, the last one with the items', '{"ok":true,"items":[],"items":[{"a":1}]}', true],
    ['whose name `items` comes twice, both with items', '{"ok":true,"items":[{"b":2}],"items":[{"a":1}]}', false],
    ['whose name `items` comes twice, the first one with the items', '{"ok":true,"items":[{"a":1}],"items":[]}', false],
    ['whose items are under another name', '{"ok":true,"articles":[{"a":1}],"items":[]}', false],
    ['whose name `items` is written with an escape', '{"ok":true,"it\\u0065ms":[{"a":"]"}]}', true],
    ['with an item that is no object', '{"ok":true,"items":[{"a":1},"{}"]}', false],
    ['with an object of the envelope at the level of items', '{"ok":true,"meta":{"of":{}},"items":[{"a":1}]}', false],
    ['that is not ok', '{"ok":"true","items":[{"a":1}]}', false],
    ['with a number before an item', '{"ok":true,"items":[1{"a":1}]}', false],
    ['with a number after an item', '{"ok":true,"items":[{"a":1}e0]}', false],
    ['without a comma between items', '{"ok":true,"items":[{"a":1}{"a":2}]}', false],
    ['with a comma too many', '{"ok":true,"items":[{"a":1},]}', false],
    ['that ends in an item', '{"ok":true,"items":[{"a":1', false],
    ['with something after it', '{"ok":true,"items":[{"a":1}]}{}', false],
    ['with a byte order mark', '\ufeff{"ok":true,"items":[{"a":1}]}', true],
    ['with a name that comes twice in an item', '{"ok":true,"items":[{"a":1,"a":2,"__proto__":{}}]}', true],
  ])('%s is cut or not, and never into something else', async (_, page, isCut) => {
    expect(await compareWithParser(toBytes(page))).toBe(isCut);
    expect(await compareWithParser(toBytes(page), [3, 9, 17, 21, 22, 30])).toBe(isCut);
  });

  it('with an item that is not JSON is not JSON', async () => {
    const body = await receive(toBytes('{"ok":true,"items":[{"a":1},{"a":tru}]}'));
    expect(body.cut?.items.map((item) => new TextDecoder().decode(item))).toEqual(['{"a":1}', '{"a":tru}']);
    expect(parseJson(body.text)).toBeUndefined();
  });

  it('with values nested too deep has null in their place, in the item and in the whole', async () => {
    const deep = `${'['.repeat(80)}${']'.repeat(80)}`;
    const body = await receive(toBytes(`{"ok":true,"items":[{"a":${deep}},{"b":1}]}`), [100, 101, 150]);
    const items = body.cut?.items.map((item) => new TextDecoder().decode(item));
    expect(items).toEqual([`{"a":${'['.repeat(61)}null${']'.repeat(61)}}`, '{"b":1}']);
    expect(body.text).toBe(`{"ok":true,"items":[${items?.join(',')}]}`);
  });

  it('of more values than a page may have items is not cut, and takes no memory for them', async () => {
    const many = `[${'{},'.repeat(2_000)}{}]`;
    expect((await receive(toBytes(`{"ok":true,"items":${many}}`))).cut).toBeNull();
  });
});
