// The ways in which a list is not whole, and those in which a list or a page cannot be had at all.
import type {Misbehaviour, Misdeed} from '../sandbox/supplier/start.ts';

const said =
  (body: (ids: readonly string[]) => unknown) =>
  (ids: readonly string[]): Misdeed => ({kind: 'say', type: 'application/json', text: JSON.stringify(body(ids))});

/** All but the first. */
const items = (ids: readonly string[]) => ids.slice(1).map((id) => ({id, price: 1}));

/** `deed` is told the ids of the shop's articles; `why` is in the sentence the run gives. */
export const incomplete: readonly {
  readonly kind: string;
  readonly deed: (ids: readonly string[]) => Misdeed;
  readonly why: string;
}[] = [
  {kind: 'empty', deed: () => ({kind: 'keep', share: 0}), why: 'It is empty.'},
  {
    kind: 'shorter than it says',
    deed: said((ids) => ({ok: true, total: 400, items: items(ids)})),
    why: 'It says it has 400 entries',
  },
  {
    kind: 'in pages that begin again',
    deed: said((ids) => ({ok: true, page: 1, pages: 2, total: 400, next_page: 2, items: items(ids)})),
    why: 'Page 2 was asked for and page 1 came.',
  },
  {
    kind: 'in pages of which the next has no number',
    deed: said((ids) => ({ok: true, next_page: 'more', items: items(ids)})),
    why: 'further pages',
  },
  {kind: 'with an entry without an id', deed: () => ({kind: 'entries', fault: 'no-id', at: 3}), why: '1 of its'},
  {kind: 'with an id that is no text', deed: () => ({kind: 'entries', fault: 'object-id', at: 3}), why: '1 of its'},
];

const pageTwo = {a: 'products', page: 2} as const;

export const broken: readonly {readonly what: string; readonly rule: Misbehaviour}[] = [
  {what: 'the list is a web page', rule: {a: 'list', does: {kind: 'answer', as: 'html'}}},
  {what: 'the list is cut off', rule: {a: 'list', does: {kind: 'answer', as: 'truncated'}}},
  {what: 'the list is answered 503', rule: {a: 'list', does: {kind: 'status', status: 503}}},
  {what: 'page 2 is answered 500', rule: {...pageTwo, does: {kind: 'status', status: 500}}},
  {what: 'page 2 is a web page', rule: {...pageTwo, does: {kind: 'answer', as: 'html'}}},
  {what: 'page 2 is cut off', rule: {...pageTwo, does: {kind: 'answer', as: 'truncated'}}},
  {what: 'page 2 loses its connection', rule: {...pageTwo, does: {kind: 'cut', when: 'half'}}},
  {what: 'page 2 leads back to page 1', rule: {...pageTwo, does: {kind: 'envelope', patch: {next_page: 1}}}},
  {what: 'page 2 has no items', rule: {...pageTwo, does: {kind: 'envelope', patch: {items: null}}}},
  {what: 'page 1 comes for page 2', rule: {...pageTwo, does: {kind: 'envelope', patch: {page: 1}}}},
];
