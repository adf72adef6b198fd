import type {Answer, Content} from './answer.ts';
import type {BrokenEntry, ListEntry} from './shapes-list.ts';

/** So many lists, one in the other: valid JSON. */
function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

const imagesOf = ({images}: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(images) ? images : [];

/** Ways in which one article of a page can be wrong. */
export const ARTICLE_FAULTS = {
  null: () => null,
  text: () => 'article',
  array: (article) => Object.values(article),
  empty: () => ({}),
  'no-id': (article) => without(article, 'id'),
  'empty-id': (article) => ({...article, id: ''}),
  'numeric-id': (article) => ({...article, id: 4711}),
  'null-id': (article) => ({...article, id: null}),
  'no-brand': (article) => without(article, 'brand'),
  'null-name': (article) => ({...article, name: null}),
  'null-description': (article) => ({...article, description: null}),
  'text-moq': (article) => ({...article, moq: '12'}),
  'zero-moq': (article) => ({...article, moq: 0}),
  'text-colours': (article) => ({...article, colours: 'black, white'}),
  'null-colours': (article) => ({...article, colours: null}),
  'list-sizes': (article) => ({...article, sizes: ['S', 'M', 'L']}),
  'other-currency': (article) => ({...article, currency: 'USD'}),
  'unknown-pricing': (article) => ({...article, pricing: 'auction'}),
  'no-tiers': (article) => ({...article, price_tiers: []}),
  'null-tiers': (article) => ({...article, price_tiers: null}),
  'text-price': (article) => ({...article, price_tiers: [{min_qty: 1, price: '12,40'}]}),
  'null-price': (article) => ({...article, price_tiers: [{min_qty: 1, price: null}]}),
  'zero-price': (article) => ({...article, price_tiers: [{min_qty: 1, price: 0}], price_from: 0}),
  'negative-price': (article) => ({...article, price_tiers: [{min_qty: 1, price: -3.5}], price_from: -3.5}),
  'descending-tiers': (article) => ({
    ...article,
    price_tiers: [
      {min_qty: 50, price: 8},
      {min_qty: 1, price: 10},
    ],
  }),
  'relative-image': (article) => ({...article, images: ['/photos/1.jpg']}),
  'script-image': (article) => ({...article, images: ['javascript:alert(1)']}),
  'local-image': (article) => ({...article, images: ['https://photos.internal/1.jpg', ...imagesOf(article)]}),
  'null-images': (article) => ({...article, images: null}),
  'bad-date': (article) => ({...article, added_at: 'yesterday evening'}),
  'counted-stock': (article) => ({...article, stock: {tracked: true, quantity: 7, note: ''}}),
  'script-text': (article) => ({...article, description: '<img src=x onerror=alert(1)><svg onload=alert(1)>'}),
  'huge-text': (article) => ({...article, description: 'x'.repeat(5_000_000)}),
  'lone-surrogate': (article) => ({...article, name: 'half \ud83d an emoji'}),
  'right-to-left': (article) => ({...article, name: '\u202egnihtolc\u202c'}),
  'null-byte': (article) => ({...article, name: 'zero \u0000 byte'}),
  proto: (article) => JSON.parse(JSON.stringify(article).replace('{', '{"__proto__":{"polluted":true},')),
  'deep-field': (article) => ({...article, attributes: nested(500)}),
  'deep-sizes': (article) => ({...article, sizes: nested(500)}),
  'extra-fields': (article) => ({...article, ean: '4006381333931', quantity: 12, nested: {deep: [1, 2, 3]}}),
} as const satisfies Readonly<Record<string, (article: Readonly<Record<string, unknown>>) => unknown>>;

/** Ways in which one line of a=list can be wrong. */
export const LIST_FAULTS = {
  null: () => ({broken: null}),
  text: () => ({broken: 'article'}),
  empty: () => ({broken: {}}),
  'no-id': (entry) => ({...entry, id: undefined}),
  'empty-id': (entry) => ({...entry, id: ''}),
  'null-id': (entry) => ({...entry, id: null}),
  'object-id': (entry) => ({...entry, id: {value: entry.id}}),
  'no-price': (entry) => ({...entry, price: undefined}),
  'null-price': (entry) => ({...entry, price: null}),
  'text-price': (entry) => ({...entry, price: 'on request'}),
  'zero-price': (entry) => ({...entry, price: 0}),
  'negative-price': (entry) => ({...entry, price: -3.5}),
} as const satisfies Readonly<Record<string, (entry: ListEntry) => ListEntry | BrokenEntry>>;

function without(article: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.fromEntries(Object.entries(article).filter(([name]) => name !== field));
}

export type ArticleFault = keyof typeof ARTICLE_FAULTS;
export type ListFault = keyof typeof LIST_FAULTS;

/** `repeat` sends an entry twice. */
export type EntryFault = ArticleFault | ListFault | 'repeat';

type At = number | readonly number[] | 'all';

/** Throws where the fault does not exist for this kind of answer: a test that spoils nothing would prove nothing. */
export function spoilEntries(answer: Answer, fault: EntryFault, at: At = 0): Answer {
  const {content} = answer;
  if (content.kind === 'articles') {
    const spoil = fault === 'repeat' ? undefined : articleFault(fault);
    return {...answer, content: {...content, articles: spoilAt(content.articles, at, spoil)}};
  }
  if (content.kind === 'list') {
    const spoil = fault === 'repeat' ? undefined : listFault(fault);
    const {wrap} = content;
    return {...answer, content: spoiltList(content, (entries) => wrap(spoilAt(entries, at, spoil)))};
  }
  // A refusal has no entries to spoil.
  return answer;
}

/** Only this share of the entries, from the front. */
export function keepShare(answer: Answer, share: number): Answer {
  const {content} = answer;
  const kept = <T>(entries: readonly T[]): readonly T[] => entries.slice(0, Math.floor(entries.length * share));
  if (content.kind === 'articles') return {...answer, content: {...content, articles: kept(content.articles)}};
  if (content.kind !== 'list') return answer;
  const {entries} = content;
  return {...answer, content: {kind: 'list', entries: () => kept(entries()), wrap: content.wrap}};
}

function spoiltList(content: Extract<Content, {kind: 'list'}>, wrap: typeof content.wrap): Content {
  return {kind: 'list', entries: content.entries, wrap};
}

function articleFault(fault: EntryFault): (article: unknown) => unknown {
  if (!isArticleFault(fault)) throw new Error(`An article of the catalogue cannot be spoilt by "${fault}".`);
  const spoil: (article: Readonly<Record<string, unknown>>) => unknown = ARTICLE_FAULTS[fault];
  return (article) => spoil(typeof article === 'object' && article !== null ? {...article} : {});
}

function listFault(fault: EntryFault): (entry: ListEntry | BrokenEntry) => ListEntry | BrokenEntry {
  if (!isListFault(fault)) throw new Error(`A line of a=list cannot be spoilt by "${fault}".`);
  const spoil: (entry: ListEntry) => ListEntry | BrokenEntry = LIST_FAULTS[fault];
  return (entry) => ('broken' in entry ? entry : spoil(entry));
}

export function isArticleFault(fault: string): fault is ArticleFault {
  return Object.hasOwn(ARTICLE_FAULTS, fault);
}

export function isListFault(fault: string): fault is ListFault {
  return Object.hasOwn(LIST_FAULTS, fault);
}

function spoilAt<T>(entries: readonly T[], at: At, spoil: ((entry: T) => T) | undefined): readonly T[] {
  const places = at === 'all' ? undefined : new Set([at].flat());
  return entries.flatMap((entry, place) => {
    if (places !== undefined && !places.has(place)) return [entry];
    return spoil === undefined ? [entry, entry] : [spoil(entry)];
  });
}
