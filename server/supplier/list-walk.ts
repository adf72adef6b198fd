// Reads all pages of a list of unknown shape, and reports whether the list is complete.
import {type FieldsByName, findList, type ListEntries, type StatedExtent} from './find-list.ts';
import {megabyte, type SizedBody} from './transport/read.ts';

/** All entries that were read. `incompleteBecause`: a sentence; null: the list is complete. */
export type ReadList = {
  readonly entries: ListEntries;
  readonly pages: number;
  readonly incompleteBecause: string | null;
};

/** How a list is read and recognised. */
export type ListSource = {
  /** Reads one page. `page` null: the first request, without a page number, whose answer may be the whole list. */
  readonly fetchPage: (page: number | null) => Promise<SizedBody>;
  /** Field names under which the list may be. */
  readonly names: readonly string[];
  /** Whether an object is an element of such a list. */
  readonly isElement: (fields: FieldsByName) => boolean;
  /** Makes the error for an answer in which no list is found. */
  readonly unreadable: (why: string) => Error;
};

/** A list with more pages counts as endless. */
const maxPages = 10_000;
/** The most characters of JSON in all pages, because they stay in memory until the list is complete. */
export const maxListSize = 64 * megabyte;

/**
 * Reads the pages by the `total`, `count`, `pages` and `next_page` of each answer. If the total changes between pages, the list changed
 * meanwhile, and entries may be missing. The caller checks whether an entry repeats.
 */
export async function readWholeList(walk: ListSource): Promise<ReadList> {
  const parts: ListEntries[] = [];
  let size = 0;
  const ended = (because: string | null): ReadList => ({
    entries: joinEntries(parts, size),
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
    if (held > maxListSize) return ended(`Its pages are larger than ${maxListSize / megabyte} MB together.`);
    const found = findList(page.body, walk.names, walk.isElement);
    if (found === null) throw walk.unreadable('no list, or more than one, was found in it');
    const {extent} = found;
    if (read === 1) total = extent.total;
    const fault = findPageFault(asked, extent, total, found.entries.size);
    if (fault !== null) return ended(fault);
    parts.push(found.entries);
    size += found.entries.size;
    const isWhole = extent.count === null || extent.count === found.entries.size || extent.count === size;
    const next = nextPage(asked ?? extent.page ?? 1, extent);
    if (typeof next === 'string') return ended(next);
    if (next === null) return ended(describeShortfall(total, isWhole ? null : extent.count, size));
    if (read === maxPages) return ended(`It did not end within ${maxPages} pages.`);
    asked = next;
  }
}

/** The entries of all pages as one list, without copying them. */
function joinEntries(parts: readonly ListEntries[], size: number): ListEntries {
  return {
    size,
    *[Symbol.iterator]() {
      for (const part of parts) yield* part;
    },
  };
}

/** Why the list is incomplete because of this page, as a sentence; null: the page is as expected. */
function findPageFault(asked: number | null, extent: StatedExtent, total: number | null, size: number): string | null {
  if (asked !== null && extent.page !== null && extent.page !== asked) {
    return `Page ${asked} was asked for and page ${extent.page} came.`;
  }
  if (asked !== null && size === 0) return `Page ${asked} is empty.`;
  if (extent.total !== total) return 'Its total changed while it was read.';
  return null;
}

/** The number of the next page; null at the end; a sentence if the answer states no usable number. */
function nextPage(current: number, {next, pages}: StatedExtent): number | string | null {
  if (next === 'unknown') return 'It has further pages that it gives no number for.';
  if (next !== null && next <= current) return `Page ${current} is followed by page ${next}.`;
  if (next !== null) return next;
  return pages !== null && pages > current ? current + 1 : null;
}

/** Why the list is incomplete because fewer or more entries came than stated; null: as many came, or none was stated. */
function describeShortfall(total: number | null, count: number | null, size: number): string | null {
  const stated = total ?? count;
  return stated === null || stated === size ? null : `It says it has ${stated} entries, and ${size} came.`;
}
