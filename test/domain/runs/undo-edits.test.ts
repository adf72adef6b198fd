// What an undo sets back becomes the merchant's, and what the merchant does meanwhile is kept.
import {describe, expect, test} from 'vitest';
import type {FieldEdits} from '#domain/catalogue/edits.ts';
import {type SetBackStep, settleEdits, withBegunEdits} from '#domain/undo/undo-edits.ts';

const back = (field: SetBackStep['field'], from: string, to: string): SetBackStep => ({
  kind: 'set_back',
  field,
  from,
  to,
  warning: null,
  isWritten: false,
});
const title = {written: 'Run', live: 'Mine'};
const listing = {edits: {title}, written: {price: '12.00', title: 'Run', type: 'Coat'}};
const toWrite = [back('price', '12.00', '10.00'), back('type', 'Coat', 'Jacket'), back('status', 'DRAFT', 'ACTIVE')];
const price = {written: '12.00', live: '10.00'};
const type = {written: 'Coat', live: 'Jacket'};
const kept = {price: '10.00', type: 'Jacket', status: 'ACTIVE'};
const settle = (now: FieldEdits, facts: Partial<Parameters<typeof settleEdits>[1]> = {}) =>
  settleEdits(now, {listing, toWrite, kept, isLeft: false, ...facts});

describe('the edits of a listing', () => {
  test('have what is set back before the store is asked, beside those of the merchant', () => {
    expect(withBegunEdits(listing, toWrite)).toEqual({title, price, type});
    // After an undo of a later run the last written value is that run's.
    const later = {edits: {}, written: {price: '13.00'}};
    expect(withBegunEdits(later, [back('price', '12.00', '10.00')])).toEqual({
      price: {written: '13.00', live: '10.00'},
    });
  });

  test('have it as the store keeps it afterwards', () => {
    expect(settle({title, price, type}, {kept: {...kept, type: 'jacket'}})).toEqual({
      title,
      price,
      type: {written: 'Coat', live: 'jacket'},
    });
  });

  test('are as before where the store refused, and still the merchant’s where that is not known', () => {
    expect(settle({title, price, type}, {kept: {type: 'Jacket'}})).toEqual({title, type});
    const edited = {...listing, edits: {price: {written: '13.00', live: '12.00'}}};
    expect(settle({price, type}, {listing: edited, kept: {}})).toEqual(edited.edits);
    expect(settle({title, price, type}, {kept: {}, isLeft: true})).toEqual({title, price, type});
  });

  test('keep what the merchant edits or gives back while the store is asked', () => {
    const typed = {written: '12.00', live: '99.00'};
    const vendor = {written: 'A', live: 'B'};
    expect(settle({title, price: typed, vendor})).toEqual({title, price: typed, vendor});
    expect(settle({price: typed}, {kept: {}})).toEqual({price: typed});
  });
});
