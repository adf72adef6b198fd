// Cuts a page of the catalogue into its items without parsing them, because an item whose bytes are known needs no parsing.
import {parseJson} from '#domain/json.ts';
import {maxBounds} from './depth-filter.ts';

/** A page of which only the envelope was parsed. */
export type CutPage = {
  /** The page's object. In its `items`, each item is an empty object. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The bytes of each item, which are perhaps not JSON: what surrounds them is. */
  readonly items: readonly Uint8Array[];
  /** Bytes of the page. */
  readonly size: number;
};

const emptyObject = new TextEncoder().encode('{}');

/**
 * Cuts out what is between the bounds, which `createDepthFilter` found. Null if these are not exactly the elements of the page's `items`,
 * or if what is left is not JSON: such a page must be parsed as a whole, which says what is wrong with it.
 *
 * If each cut part is a JSON value, then the page is JSON, and its `items` are these values: what is left is JSON with empty objects in
 * their places, so up to each of them the parser and the filter agree on what is text; and an empty object can stand only where any
 * value can. In what is left, each object or list of this level is one of the empty objects. So as many of them in `items` as were cut
 * out are all of them, in their order.
 */
export function cutPage(bytes: Uint8Array, bounds: readonly number[]): CutPage | null {
  if (bounds.length % 2 !== 0 || bounds.length >= maxBounds) return null;
  const items: Uint8Array[] = [];
  const rest: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < bounds.length; at += 2) {
    const [start = 0, end = 0] = [bounds[at], bounds[at + 1]];
    items.push(bytes.subarray(start, end));
    rest.push(bytes.subarray(from, start), emptyObject);
    from = end;
  }
  rest.push(bytes.subarray(from));
  const envelope = parseJson(new TextDecoder().decode(Buffer.concat(rest)));
  return hasItems(envelope, items.length) ? {envelope, items, size: bytes.length} : null;
}

/** Whether the value is an answer without an error, whose `items` are exactly this many objects. */
function hasItems(value: unknown, count: number): value is CutPage['envelope'] {
  if (typeof value !== 'object' || value === null || !('items' in value) || !('ok' in value)) return false;
  const {items, ok} = value;
  if (ok !== true) return false;
  return (
    Array.isArray(items) && items.length === count && items.every((item) => typeof item === 'object' && item !== null)
  );
}
