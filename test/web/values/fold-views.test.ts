// How often the same person looked at the same address is said once a day; what people did is never folded.
import {expect, test} from 'vitest';
import {foldViews, timesText} from '../../../web/text/fold-views.ts';

const view = (id: number, changes: Partial<{actor: string; action: string; subject: string; at: string}> = {}) => ({
  id,
  actor: 'user:1',
  action: 'address_read',
  subject: 'order-1',
  at: `2026-11-20T12:00:${id}.000Z`,
  ...changes,
});

test('looks of one person at one order on one day are one entry, the newest, with their number', () => {
  const entries = [view(19), view(18, {action: 'marked_paid'}), view(17), view(16)];
  expect(foldViews(entries).map(({id, times}) => [id, timesText(times)])).toEqual([
    [19, ' 3 times'],
    [18, ''],
  ]);
});

test('another person, another order and another day are entries of their own, and so is each action', () => {
  const entries = [
    view(19),
    view(18, {actor: 'user:2'}),
    view(17, {subject: 'order-2'}),
    view(16, {action: 'marked_paid'}),
    view(15, {action: 'marked_paid'}),
    view(14, {at: '2026-11-18T12:00:00.000Z'}),
  ];
  expect(foldViews(entries).map(({times}) => times)).toEqual([1, 1, 1, 1, 1, 1]);
});
