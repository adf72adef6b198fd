// The dropship interface: reads the articles that can be bought as single pieces, and one article's price, colours and sizes. The one
// request that places an order is in placing/place.ts and exported from here.
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {SupplierClient} from './client.ts';
import {isListed, isUnreadable, listNames, readListed} from './list-entries.ts';
import {longestList, type WalkedList, walkList} from './list-walk.ts';
import type {UnreadableItem} from './schema.ts';
import {parseStock} from './stock-schema.ts';
import {fetchAnswer, fetchSized, megabyte, type Read, unreadable} from './transport/read.ts';

export type {DropshipRequest, PlaceOutcome} from './placing/place.ts';
export {sendDropshipOrder} from './placing/place.ts';

/** `incompleteBecause` is a sentence. An incomplete list retires no product. */
export type DropshipList = {
  readonly complete: boolean;
  readonly incompleteBecause: string | null;
  /** Euro cents by article; null if the list states no readable EUR price, or different ones. */
  readonly prices: ReadonlyMap<ArticleId, number | null>;
  readonly unreadable: readonly UnreadableItem[];
};

/**
 * `a=list`, the authority on what can be bought. Complete means: fully parsed, not empty, not shifted, as long as it says, every entry
 * with a readable id. Assumption: its shape is not shown; find-list.ts reads the usual shapes, any other throws a Failure `malformed`.
 */
export async function fetchDropshipList(
  client: SupplierClient,
  key: string,
  signal?: AbortSignal,
): Promise<DropshipList> {
  const read: Read = {api: 'dropship', a: 'list', cap: longestList, signal};
  const walked = await walkList({
    fetchPage: (page) => fetchSized(client, key, page === null ? read : {...read, params: {page: String(page)}}),
    names: listNames,
    isElement: isListed,
    unreadable: (why) => unreadable(read, why),
  });
  const list = sortOut(walked);
  if (list.prices.size === 0 && walked.entries.size > 0) throw unreadable(read, 'no article id was found in it');
  if (!list.complete) client.log.warn({operation: 'a=list', reason: list.incompleteBecause}, 'list incomplete');
  return list;
}

/**
 * Price, colours and sizes of one article. Null if the supplier does not know or list it. Assumption: that answer is not shown; a 404,
 * or `ok: false` with a 4xx other than 401, 408 and 429, counts as that answer.
 */
export async function fetchDropshipStock(
  client: SupplierClient,
  key: string,
  id: ArticleId,
  signal?: AbortSignal,
  tries?: number,
): Promise<StockReading | null> {
  const few = tries === undefined ? {} : {tries};
  const read: Read = {api: 'dropship', a: 'stock', params: {id}, cap: megabyte, signal, ...few};
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') {
    if (answer.status === 404 || answer.isRefusal) return null;
    throw answer.failure;
  }
  const parsed = parseStock(answer.body);
  if (parsed.kind === 'unreadable') throw unreadable(read, `article ${id}: ${parsed.why}`);
  return parsed.stock;
}

/**
 * A repeated article counts once. With two prices the list gives none (null; `a=stock` has it), and this is noted; the list stays
 * complete, since the articles in it are certain. In a list of several pages, any repetition counts as a shift during the reading: then
 * another article may be missing.
 */
function sortOut({entries, pages, incompleteBecause}: WalkedList): DropshipList {
  const prices = new Map<ArticleId, number | null>();
  const disputed = new Set<ArticleId>();
  const noted: UnreadableItem[] = [];
  let repeats = 0;
  let nameless = 0;
  for (const listed of readListed(entries)) {
    if (isUnreadable(listed)) {
      nameless++;
      noted.push(listed);
      continue;
    }
    const known = prices.get(listed.id);
    if (known !== undefined) repeats++;
    if (known !== undefined && known !== listed.price) disputed.add(listed.id);
    prices.set(listed.id, disputed.has(listed.id) ? null : listed.price);
  }
  for (const id of disputed)
    noted.push({id, reason: 'The list names this article more than once, with different prices.'});
  const because = incompleteBecause ?? whyIncomplete({size: entries.size, nameless, shifted: pages > 1 && repeats > 0});
  return {
    complete: because === null,
    incompleteBecause: because,
    prices,
    unreadable: noted,
  };
}

function whyIncomplete({size, nameless, shifted}: {size: number; nameless: number; shifted: boolean}): string | null {
  if (size === 0) return 'It is empty.';
  if (nameless > 0) return `${nameless} of its ${size} entries have no readable article id.`;
  return shifted ? 'It shifted while it was read: an article came on two of its pages.' : null;
}
