// Reads the answers the interface document names but does not show ("Response shape: not shown"): finds the list in them by its
// structure. Assumption: any usual shape. An answer in which no list is found is an error: a list misread as too short would take
// products off sale.
import {asWhole} from '#domain/text.ts';

/** One element of a list; `key` is set where the list is a map from id or name to something. */
export type Entry = {readonly key: string | null; readonly value: unknown};

/** An answer's own statement of its size. `next`: the page to read next; `unknown` if there is one without a usable number. */
export type Extent = {
  readonly page: number | null;
  readonly pages: number | null;
  readonly total: number | null;
  readonly count: number | null;
  readonly next: number | 'unknown' | null;
};

/** Creates entries on demand: a list may hold a hundred thousand, and must not be held in memory twice. */
export type Entries = Iterable<Entry> & {readonly size: number};

export type FoundList = {readonly entries: Entries; readonly extent: Extent};

/** An object's own fields under any name, without copying them. */
export class Fields implements Iterable<readonly [string, unknown]> {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: object) {
    this.#fields = fields as Readonly<Record<string, unknown>>;
  }

  get size(): number {
    return Object.keys(this.#fields).length;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  get(name: string): unknown {
    return this.has(name) ? this.#fields[name] : undefined;
  }

  *[Symbol.iterator](): Generator<readonly [string, unknown]> {
    for (const name of Object.keys(this.#fields)) yield [name, this.#fields[name]];
  }
}

const wrappers = ['data', 'result', 'response', 'payload'];
const usual = ['items', 'list', 'entries', 'results', 'rows', 'records', ...wrappers];
const sizes = ['meta', 'pagination', 'paging'];
const next = ['next_page', 'nextPage', 'next'];
const more = ['has_more', 'hasMore', 'more'];
/** Fields that accompany a list and are never one of its elements. */
const around: ReadonlySet<string> = new Set(
  [
    'ok success status error errors message notes generated_at generatedAt currency links _links filters'.split(' '),
    'page per per_page perPage pages total total_pages count'.split(' '),
    next,
    more,
    sizes,
  ].flat(),
);

/**
 * The list in `body`: the body itself, or the value under one of `names` (tried in order) or a usual name, or the only array under any
 * other name, or a body that is just a map of elements. Null if none of these holds.
 */
export function findList(
  body: unknown,
  names: readonly string[],
  isElement: (fields: Fields) => boolean,
): FoundList | null {
  const layers = layersOf(body);
  const extent = extentOf(layers);
  const list = Array.isArray(body) ? body : (namedList(layers, names) ?? unnamedList(layers, isElement));
  return list === null ? null : {entries: entriesOf(list), extent};
}

/** The answer's own fields, then those one wrapper deeper. */
export function layersOf(body: unknown): readonly Fields[] {
  const outer = fieldsOf(body);
  if (outer === null) return [];
  const inner = wrappers.map((name) => fieldsOf(outer.get(name))).find((fields) => fields !== null);
  return inner === undefined ? [outer] : [outer, inner];
}

export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Fields(value);
}

/** The first value under one of `names` that is neither missing nor null. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

type List = readonly unknown[] | Fields;

function namedList(layers: readonly Fields[], names: readonly string[]): List | null {
  for (const layer of layers.toReversed()) {
    for (const name of [...names, ...usual]) {
      const value = layer.get(name);
      if (Array.isArray(value)) return value;
      const map = fieldsOf(value);
      // A wrapper with fields of its own is a layer to search, not the list.
      if (map !== null && !wrappers.includes(name)) return map;
    }
  }
  return null;
}

function unnamedList(layers: readonly Fields[], isElement: (fields: Fields) => boolean): List | null {
  const innermost = layers.at(-1);
  if (innermost === undefined) return null;
  const arrays = [...innermost].filter(([name, value]) => !around.has(name) && Array.isArray(value));
  const [only] = arrays;
  if (only !== undefined && Array.isArray(only[1])) return arrays.length === 1 ? only[1] : null;
  let isMap = false;
  for (const [name, value] of innermost) {
    isMap = !around.has(name) && fits(value, isElement);
    if (!isMap) break;
  }
  return isMap ? innermost : null;
}

function fits(value: unknown, isElement: (fields: Fields) => boolean): boolean {
  const fields = fieldsOf(value);
  return fields === null ? typeof value === 'number' || isDecimal(value) : isElement(fields);
}

const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^\d{1,12}(\.\d{1,20})?$/.test(value);

function entriesOf(list: List): Entries {
  if (list instanceof Fields) {
    return {
      size: list.size,
      *[Symbol.iterator]() {
        for (const [key, value] of list) yield {key, value};
      },
    };
  }
  return {
    size: list.length,
    *[Symbol.iterator]() {
      for (const value of list) yield {key: null, value};
    },
  };
}

function extentOf(layers: readonly Fields[]): Extent {
  const places = layers.flatMap((layer) => [layer, ...sizes.flatMap((name) => fieldsOf(layer.get(name)) ?? [])]);
  const wholeUnder = (names: readonly string[]) =>
    places.map((place) => asWhole(firstOf(place, names))).find((value) => value !== null) ?? null;
  return {
    page: wholeUnder(['page', 'current_page', 'currentPage']),
    pages: wholeUnder(['pages', 'total_pages', 'totalPages', 'page_count', 'pageCount', 'last_page', 'lastPage']),
    total: wholeUnder(['total', 'total_items', 'totalItems', 'total_count', 'totalCount', 'total_results']),
    count: wholeUnder(['count']),
    next: nextIn(places),
  };
}

function nextIn(places: readonly Fields[]): Extent['next'] {
  const named = places.map((place) => firstOf(place, next)).find((value) => value !== undefined);
  const isEnd = named === undefined || named === '' || named === false;
  if (isEnd) return places.some((place) => firstOf(place, more) === true) ? 'unknown' : null;
  const page =
    asWhole(named) ??
    (typeof named === 'string' ? asWhole(URL.parse(named, 'http://x')?.searchParams.get('page')) : null);
  return page ?? 'unknown';
}
