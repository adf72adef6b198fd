// What the merchant reads about the dropship orders on the order's page in the store's admin.
import {expect, test} from 'vitest';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {type DropshipOrderToNote, toStoreNote} from '#domain/orders/store-note.ts';
import {lineGid} from '../builders.ts';

const anOrder = (facts: Partial<DropshipOrderToNote> = {}): DropshipOrderToNote => ({
  state: 'awaiting_payment',
  line_gid: lineGid,
  article_name: 'Linen shirt',
  quantity: 2,
  reference: 'shop-1042-7-1',
  ref: null,
  flags: [],
  flags_seen: [],
  ...facts,
});
const textOf = (...orders: DropshipOrderToNote[]) => toStoreNote(orders).text;

test('each dropship order is a line with its article, its state in words and its references', () => {
  expect(textOf(anOrder(), anOrder({state: 'shipped', article_name: 'Wool\nhat', quantity: 1, ref: 'S-7'}))).toBe(
    [
      '2 × Linen shirt: at the supplier; waits for your payment. Reference shop-1042-7-1.',
      '1 × Wool hat: shipped by the supplier. Reference shop-1042-7-1, the supplier’s reference S-7.',
    ].join('\n'),
  );
});

test('a colour or size that the variant lacks is named with the article', () => {
  const words = {colour: {word: 'as pictured', from: 'standing'}, size: {word: 'M', from: 'variant'}} as const;
  expect(textOf(anOrder({words}))).toMatch(/^2 × Linen shirt, colour “as pictured”: at the supplier/);
});

test('every state is said in words of its own, none by its code', () => {
  const texts = dropshipStates.map((state) => textOf(anOrder({state})));
  expect(new Set(texts).size).toBe(dropshipStates.length);
  for (const text of texts) expect(text).not.toMatch(/[_{}"]/);
});

test('a change in the store after sending is named until the merchant has seen it', () => {
  const flag = {code: 'order_cancelled', at: '2026-03-02T12:00:00.000Z'} as const;
  expect(textOf(anOrder({flags: [flag]}))).toContain('Changed in the store after it was sent');
  expect(textOf(anOrder({flags: [flag], flags_seen: [flag]}))).not.toContain('Changed');
});

test('an order of three hundred lines fits into what Shopify accepts, and says how many are left out', () => {
  const long = anOrder({article_name: 'x'.repeat(500), reference: 'r'.repeat(60), ref: 's'.repeat(120)});
  const text = textOf(...Array.from({length: 300}, () => long));
  expect(text.length).toBeLessThan(65_536);
  expect(text.endsWith('And 210 more: see Piecewise.')).toBe(true);
});
