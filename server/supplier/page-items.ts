// The items of a page of the catalogue: those whose digest is known are not parsed unless that is asked for.
import type {Article} from '#domain/catalogue/article.ts';
import {parseJson} from '#domain/json.ts';
import {textOrNull} from '#domain/text.ts';
import {toFields} from './find-list.ts';
import type {ImagePolicy} from './image-addresses.ts';
import type {DigestItem} from './item-digest.ts';
import {parseArticle, type UnreadableItem} from './schema.ts';

/** One item of a page. */
export type PageItem = {
  /** Null: the page had to be parsed as a whole, so the item has no bytes of its own. */
  readonly digest: string | null;
  readonly isKnown: boolean;
  /** The item as JSON. */
  readonly value: () => unknown;
};

/** The parsed items of a page. */
export type ParsedItems = {
  readonly articles: readonly Article[];
  readonly unreadable: readonly UnreadableItem[];
  /** The digests of these articles and unreadable items; of an item that was not cut out there is none. */
  readonly digests: ReadonlyMap<Article | UnreadableItem, string>;
};

/** How items are recognised. */
type Recognition = {readonly digestOf: DigestItem; readonly isKnown: (digest: string) => boolean};

/** The items of a page that was cut. Null if one of them is not JSON, and so the page is not either. */
export function readCutItems(
  items: readonly Uint8Array[],
  {digestOf, isKnown}: Recognition,
): readonly PageItem[] | null {
  const read: PageItem[] = [];
  for (const bytes of items) {
    const digest = digestOf(bytes);
    // The bytes of a known item were parsed before.
    if (isKnown(digest)) read.push({digest, isKnown: true, value: () => parseBytes(bytes)});
    else {
      const value = parseBytes(bytes);
      if (value === undefined) return null;
      read.push({digest, isKnown: false, value: () => value});
    }
  }
  return read;
}

/** The items of a page that was parsed as a whole. */
export const readWholeItems = (items: readonly unknown[]): readonly PageItem[] =>
  items.map((value) => ({digest: null, isKnown: false, value: () => value}));

const parseBytes = (bytes: Uint8Array): unknown => parseJson(new TextDecoder().decode(bytes));

/** Whether a page has the same ids in the same order as the one before: the supplier returned one page under two numbers. */
export const repeatsPage = (before: readonly PageItem[] | null, items: readonly PageItem[]): boolean =>
  before !== null &&
  before.length === items.length &&
  // Most pages differ in the first id, so that no other item is parsed for it.
  before.every((item, at) => itemId(item) === itemId(items[at]));

/** The id of an item as received; null: it has none. */
const itemId = (item: PageItem | undefined): string | null => textOrNull(toFields(item?.value())?.get('id'));

/** Parses items; those that cannot be read are listed with the reason. */
export function parseItems(items: readonly PageItem[], policy: ImagePolicy): ParsedItems {
  const articles: Article[] = [];
  const unreadable: UnreadableItem[] = [];
  const digests = new Map<Article | UnreadableItem, string>();
  for (const {digest, value} of items) {
    const parsed = parseArticle(value(), policy);
    if (parsed.kind === 'article') articles.push(parsed.article);
    else unreadable.push({id: parsed.id, reason: parsed.reason});
    const read = parsed.kind === 'article' ? parsed.article : unreadable.at(-1);
    if (digest !== null && read !== undefined) digests.set(read, digest);
  }
  return {articles, unreadable, digests};
}
