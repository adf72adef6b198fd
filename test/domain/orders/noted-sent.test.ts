// What the note on a store order tells an app that has lost its database.
import {expect, test} from 'vitest';
import {LineItemGid} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {type DropshipOrderToNote, isNotedAsSent, toStoreNote} from '#domain/orders/store-note.ts';

const line = LineItemGid.parse('gid://shopify/LineItem/7');
const order: DropshipOrderToNote = {
  state: 'waiting',
  line_gid: line,
  article_name: 'Coat',
  quantity: 1,
  reference: 'r-1',
  ref: null,
  flags: [],
  flags_seen: [],
};
const noteOf = (...orders: readonly DropshipOrderToNote[]) => JSON.stringify(toStoreNote(orders).value);

test('only in a state in which nothing has left does a line count as not sent', () => {
  const notSent = dropshipStates.filter((state) => !isNotedAsSent(noteOf({...order, state}), line));
  expect(notSent.toSorted()).toEqual(['blocked', 'cancelled', 'held', 'needs_details', 'waiting']);
});

test.each([
  {what: 'no note', note: null, sent: false},
  {
    what: 'a note of another line',
    note: noteOf({...order, state: 'paid', line_gid: 'gid://shopify/LineItem/8'}),
    sent: false,
  },
  {what: 'a reference of the supplier', note: noteOf({...order, ref: 'DS-1'}), sent: true},
  {what: 'an earlier generation that was sent', note: noteOf(order, {...order, state: 'rejected'}), sent: true},
  {what: 'what an earlier installation sent', note: noteOf({...order, state: 'held', sent_before: true}), sent: true},
  {
    what: 'more lines than it names',
    note: noteOf(...Array.from({length: 91}, () => ({...order, line_gid: 'gid://shopify/LineItem/8'}))),
    sent: true,
  },
  {what: 'what is no JSON', note: '{', sent: true},
  {what: 'JSON of another form', note: '{"orders":{}}', sent: true},
])('of $what: sent is $sent', ({note, sent}) => {
  expect(isNotedAsSent(note, line)).toBe(sent);
});
