// Reads a list of unknown shape to its end, and reports whether the end was really reached.
import {type Entries, type Extent, type Fields, findList} from './find-list.ts';
import {megabyte, type Sized} from './transport/read.ts';

export type WalkedList = {
  readonly entries: Entries;
  readonly pages: number;
  readonly incompleteBecause: string | null;
};

export type ListWalk = {
  /** Reads one page. Null: the first request, without a page number; its answer may be the whole list. */
  readonly fetchPage: (page: number | null) => Promise<Sized>;
  readonly names: readonly string[];
  readonly isElement: (fields: Fields) => boolean;
  /** Makes the error for an answer in which no list is found. */
  readonly unreadable: (why: string) => Error;
};

const mostPages = 10_000;
/** Characters of the JSON of one page, and of all pages, which are kept until the list is whole. */
export const longestList = 64 * megabyte;

/**
 * Uses the `total`, `count`, `pages` and `next_page` of each answer. A list in several pages can change while it is read: if its total
 * changes, it shifted and entries may be missing. The caller checks whether an entry repeats.
 */
export async function walkList(walk: ListWalk): Promise<WalkedList> {
  const parts: Entries[] = [];
  let size = 0;
  const ended = (because: string | null): WalkedList => ({
    entries: joined(parts, size),
    pages: read,
    incompleteBecause: because,
  });
  let read = 1;
  let total: number | null = null;
  let asked: number | null = null;
  let held = 0;
  for (; ; read++) {
    const page = await walk.fetchPage(asked);
    held += page.size;
    if (held > longestList) return ended(`Its pages are larger than ${longestList / megabyte} MB together.`);
    const found = findList(page.body, walk.names, walk.isElement);
    if (found === null) throw walk.unreadable('no list, or more than one, was found in it');
    const {extent} = found;
    if (read === 1) total = extent.total;
    const fault = faultOf(asked, extent, total, found.entries.size);
    if (fault !== null) return ended(fault);
    parts.push(found.entries);
    size += found.entries.size;
    const isWhole = extent.count === null || extent.count === found.entries.size || extent.count === size;
    const next = nextPage(asked ?? extent.page ?? 1, extent);
    if (typeof next === 'string') return ended(next);
    if (next === null) return ended(shortfall(total, isWhole ? null : extent.count, size));
    if (read === mostPages) return ended(`It did not end within ${mostPages} pages.`);
    asked = next;
  }
}

function joined(parts: readonly Entries[], size: number): Entries {
  return {
    size,
    *[Symbol.iterator]() {
      for (const part of parts) yield* part;
    },
  };
}

function faultOf(asked: number | null, extent: Extent, total: number | null, size: number): string | null {
  if (asked !== null && extent.page !== null && extent.page !== asked) {
    return `Page ${asked} was asked for and page ${extent.page} came.`;
  }
  if (asked !== null && size === 0) return `Page ${asked} is empty.`;
  if (extent.total !== total) return 'Its total changed while it was read.';
  return null;
}

/** The number of the next page, null at the end, a sentence if the answer gives no usable number. */
function nextPage(current: number, {next, pages}: Extent): number | string | null {
  if (next === 'unknown') return 'It has further pages that it gives no number for.';
  if (next !== null && next <= current) return `Page ${current} is followed by page ${next}.`;
  if (next !== null) return next;
  return pages !== null && pages > current ? current + 1 : null;
}

function shortfall(total: number | null, count: number | null, size: number): string | null {
  const stated = total ?? count;
  return stated === null || stated === size ? null : `It says it has ${stated} entries, and ${size} came.`;
}
