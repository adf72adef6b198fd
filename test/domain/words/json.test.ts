import {expect, it} from 'vitest';
import {parseStorableJson} from '#domain/json.ts';

it('a remote’s JSON loses zero characters and halves of characters, and nothing else', () => {
  const sent = {a: ['x\0y', {b: 'Gift\ud83d', c: '\udc57 box'}], d: 'whole 🎁', e: 'a\\u0000', f: 7, g: null};
  expect(parseStorableJson(JSON.stringify(sent))).toEqual({
    a: ['xy', {b: 'Gift\ufffd', c: '\ufffd box'}],
    d: 'whole 🎁',
    e: 'a\\u0000',
    f: 7,
    g: null,
  });
  expect(parseStorableJson('{"a":"\\ud83c\\udf81"}')).toEqual({a: '🎁'});
});

it('what is no JSON stays none, also with such an escape', () => {
  expect(parseStorableJson('{"a":"\\u0000"')).toBeUndefined();
});
