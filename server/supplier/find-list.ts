// Finds the list in answers whose shape the interface document does not show ("Response shape: not shown"), by their structure. Assumption:
// they have a usual shape. An answer in which no list is found is an error, because a list misread as too short would take products off
// sale.
import {wholeNumberOrNull} from '#domain/text.ts';

/** One element of a list; `key` is set if the list is an object with ids or names as keys. */
export type ListEntry = {readonly key: string | null; readonly value: unknown};

/** What an answer states about its size. `next`: the number of the next page; `unknown` if there is one without a usable number. */
export type StatedExtent = {
  /** The number of this page; null, also in the other fields: not stated. */
  readonly page: number | null;
  readonly pages: number | null;
  readonly total: number | null;
  /** The entries of this page, or of the whole list; answers differ in that. */
  readonly count: number | null;
  readonly next: number | 'unknown' | null;
};

/** Creates entries on demand, so that a list of a hundred thousand is not in memory twice. */
export type ListEntries = Iterable<ListEntry> & {readonly size: number};

/** A list that was found in an answer, and what the answer states about its size. */
export type FoundList = {readonly entries: ListEntries; readonly extent: StatedExtent};

/** Reads an object's own fields by name, without copying them. */
export class FieldsByName implements Iterable<readonly [string, unknown]> {
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

/** Names of fields in which an answer may wrap its content. */
const wrapperNames = ['data', 'result', 'response', 'payload'];
/** Usual names of a field that has the list. */
const listFieldNames = ['items', 'list', 'entries', 'results', 'rows', 'records', ...wrapperNames];
/** Names of fields in which an answer may wrap what it states about its size. */
const sizeWrapperNames = ['meta', 'pagination', 'paging'];
/** Names of a field that may have the number or address of the next page. */
const nextPageNames = ['next_page', 'nextPage', 'next'];
/** Names of a field that may say that there are more pages. */
const hasMoreNames = ['has_more', 'hasMore', 'more'];
/** Names of fields beside a list that are never elements of the list. */
const nonElementNames: ReadonlySet<string> = new Set(
  [
    'ok success status error errors message notes generated_at generatedAt currency links _links filters'.split(' '),
    'page per per_page perPage pages total total_pages count'.split(' '),
    nextPageNames,
    hasMoreNames,
    sizeWrapperNames,
  ].flat(),
);

/**
 * Finds the list in `body`: the body itself, or the value under one of `names` (tried in order) or a usual name, or the only array under
 * any other name, or a body that is just a map of elements. Null if none of these holds.
 */
export function findList(
  body: unknown,
  names: readonly string[],
  isElement: (fields: FieldsByName) => boolean,
): FoundList | null {
  const layers = toLayers(body);
  const extent = readExtent(layers);
  const list = Array.isArray(body) ? body : (namedList(layers, names) ?? unnamedList(layers, isElement));
  return list === null ? null : {entries: toEntries(list), extent};
}

/** The answer's own fields, then those of a wrapper in it such as `data`. */
export function toLayers(body: unknown): readonly FieldsByName[] {
  const outer = toFields(body);
  if (outer === null) return [];
  const inner = wrapperNames.map((name) => toFields(outer.get(name))).find((fields) => fields !== null);
  return inner === undefined ? [outer] : [outer, inner];
}

/** The value's fields; null if it is no object. */
export function toFields(value: unknown): FieldsByName | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new FieldsByName(value);
}

/** The first value under one of `names` that is neither missing nor null. */
export function firstValue(fields: FieldsByName, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A list as received: an array, or an object whose fields are the elements. */
type RawList = readonly unknown[] | FieldsByName;

/** The list under one of the names or a usual name; null: none. */
function namedList(layers: readonly FieldsByName[], names: readonly string[]): RawList | null {
  for (const layer of layers.toReversed()) {
    for (const name of [...names, ...listFieldNames]) {
      const value = layer.get(name);
      if (Array.isArray(value)) return value;
      const map = toFields(value);
      // A wrapper object is searched as a layer of its own, so it is not taken for the list.
      if (map !== null && !wrapperNames.includes(name)) return map;
    }
  }
  return null;
}

/** The only array under any other name, or the object itself if all its fields are elements; null: neither. */
function unnamedList(layers: readonly FieldsByName[], isElement: (fields: FieldsByName) => boolean): RawList | null {
  const innermost = layers.at(-1);
  if (innermost === undefined) return null;
  const arrays = [...innermost].filter(([name, value]) => !nonElementNames.has(name) && Array.isArray(value));
  const [only] = arrays;
  if (only !== undefined && Array.isArray(only[1])) return arrays.length === 1 ? only[1] : null;
  let isMap = false;
  for (const [name, value] of innermost) {
    isMap = !nonElementNames.has(name) && couldBeElement(value, isElement);
    if (!isMap) break;
  }
  return isMap ? innermost : null;
}

/** Whether a value may be an element of such a list: a number, a decimal text, or an object that is one. */
function couldBeElement(value: unknown, isElement: (fields: FieldsByName) => boolean): boolean {
  const fields = toFields(value);
  return fields === null ? typeof value === 'number' || isDecimal(value) : isElement(fields);
}

/** Whether the value is a text that is a decimal number without a sign. */
const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^\d{1,12}(\.\d{1,20})?$/.test(value);

/** Makes the entries of a list as received. */
function toEntries(list: RawList): ListEntries {
  if (list instanceof FieldsByName) {
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

/** Reads what the answer states about its size, under the usual names. */
function readExtent(layers: readonly FieldsByName[]): StatedExtent {
  const places = layers.flatMap((layer) => [
    layer,
    ...sizeWrapperNames.flatMap((name) => toFields(layer.get(name)) ?? []),
  ]);
  const wholeUnder = (names: readonly string[]) =>
    places.map((place) => wholeNumberOrNull(firstValue(place, names))).find((value) => value !== null) ?? null;
  return {
    page: wholeUnder(['page', 'current_page', 'currentPage']),
    pages: wholeUnder(['pages', 'total_pages', 'totalPages', 'page_count', 'pageCount', 'last_page', 'lastPage']),
    total: wholeUnder(['total', 'total_items', 'totalItems', 'total_count', 'totalCount', 'total_results']),
    count: wholeUnder(['count']),
    next: readNextPage(places),
  };
}

/** The number of the next page; `unknown`: there is one without a usable number; null: none. */
function readNextPage(places: readonly FieldsByName[]): StatedExtent['next'] {
  const named = places.map((place) => firstValue(place, nextPageNames)).find((value) => value !== undefined);
  const isEnd = named === undefined || named === '' || named === false;
  if (isEnd) return places.some((place) => firstValue(place, hasMoreNames) === true) ? 'unknown' : null;
  const page =
    wholeNumberOrNull(named) ??
    (typeof named === 'string' ? wholeNumberOrNull(URL.parse(named, 'http://x')?.searchParams.get('page')) : null);
  return page ?? 'unknown';
}
