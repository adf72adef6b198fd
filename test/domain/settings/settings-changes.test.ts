// What the audit trail says of changed settings: short, whole where it can be, and without addresses.
import {expect, test} from 'vitest';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';

test('where nothing changed nothing is said, whatever the order of the keys', () => {
  expect(describeSettingsChanges({a: 1, b: {c: [1], d: null}}, {b: {d: null, c: [1]}, a: 1})).toBeNull();
});

test.each([
  {what: 'a value', before: {a: 1}, after: {a: 'x'}, says: ['a: 1', 'a: "x"']},
  {what: 'a value that was not there', before: {}, after: {a: {b: 1}}, says: ['a: nothing', 'a: {"b":1}']},
  {what: 'an entry of a map', before: {a: {x: 1, y: 2}}, after: {a: {x: 1}}, says: ['a.y: 2', 'a.y: nothing']},
  {what: 'words of a list', before: {a: ['x', 'y']}, after: {a: ['y', 'z']}, says: ['a: ["x"]', 'a: ["z"]']},
  {
    what: 'an entry with an id',
    before: {a: [{id: 'r', of: ['x'], to: 1}]},
    after: {a: [{id: 'r', of: ['x'], to: 2}]},
    says: ['a[r].to: 1', 'a[r].to: 2'],
  },
  {
    what: 'the order of entries',
    before: {a: [{id: 'r'}, {id: 's'}]},
    after: {a: [{id: 's'}, {id: 'r'}]},
    says: ['a in order: ["r","s"]', 'a in order: ["s","r"]'],
  },
  {what: 'a word that stood twice', before: {a: ['x', 'x']}, after: {a: ['x']}, says: ['a: ["x","x"]', 'a: ["x"]']},
  {
    what: 'an e-mail address, that there is one',
    before: {storeEmail: 'a@b.example'},
    after: {storeEmail: null},
    says: ['storeEmail: an address', 'storeEmail: none'],
  },
])('of $what is said what it was and what it is', ({before, after, says}) => {
  const changes = describeSettingsChanges(before, after);
  expect([changes?.before, changes?.after]).toEqual(says);
});

test('one long value does not push out what else changed', () => {
  const words = Array.from({length: 5_000}, (_, at) => `brand ${at}`);
  const changes = describeSettingsChanges({a: [], b: 1}, {a: words, b: 2});
  expect(changes?.after).toMatch(/^a: \["brand 0",.*…\nb: 2$/);
  expect(changes?.after.length).toBeLessThan(400);
});

test('a value with an e-mail address in it hides the address, also where the text is cut', () => {
  const orders = {storeEmail: 'buyer@shop.example', days: 'two'};
  expect(describeSettingsChanges({orders}, {})?.before).toBe('orders: {"storeEmail":"an address","days":"two"}');
  const cut = describeSettingsChanges({orders: {note: 'x'.repeat(280), storeEmail: 'buyer@shop.example'}}, {});
  expect(cut?.before).not.toContain('buyer');
});
