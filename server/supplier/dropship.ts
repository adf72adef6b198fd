// The dropship interface: reads the articles that can be bought as single pieces, and one article's price, colours and sizes. The one
// request that places an order is in placing/place.ts and exported from here.
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {SupplierClient} from './client.ts';
import {isListElement, isUnreadable, listNames, readListed} from './list-entries.ts';
import {maxListSize, type ReadList, readWholeList} from './list-walk.ts';
import type {UnreadableItem} from './schema.ts';
import {parseStock} from './stock-schema.ts';
import {fetchAnswer, fetchSized, megabyte, type ReadRequest, unreadableAnswer} from './transport/read.ts';

export type {DropshipRequest, PlaceOutcome} from './placing/place.ts';
export {sendDropshipOrder} from './placing/place.ts';

/** The supplier's list. `incompleteBecause` is a sentence. No product is retired because of an incomplete list. */
export type DropshipList = {
  readonly complete: boolean;
  readonly incompleteBecause: string | null;
  /** Euro cents by article; null if the list states no readable EUR price, or different ones. */
  readonly prices: ReadonlyMap<ArticleId, number | null>;
  /** Entries without a readable id, and articles with different prices. */
  readonly unreadable: readonly UnreadableItem[];
};

/**
 * Reads `a=list`, which decides what can be bought. The list is complete if every page was read, it is not empty, it has the number of
 * entries that it states, no article came on two pages, and every entry has a readable id. The supplier's interface document does not show
 * the shape of this answer, so find-list.ts accepts the usual shapes.
 */
export async function fetchDropshipList(
  client: SupplierClient,
  key: string,
  signal?: AbortSignal,
): Promise<DropshipList> {
  const read: ReadRequest = {api: 'dropship', a: 'list', cap: maxListSize, signal};
  const walked = await readWholeList({
    fetchPage: (page) => fetchSized(client, key, page === null ? read : {...read, params: {page: String(page)}}),
    names: listNames,
    isElement: isListElement,
    unreadable: (why) => unreadableAnswer(read, why),
  });
  const list = toDropshipList(walked);
  if (list.prices.size === 0 && walked.entries.size > 0) throw unreadableAnswer(read, 'no article id was found in it');
  if (!list.complete) client.log.warn({operation: 'a=list', reason: list.incompleteBecause}, 'list incomplete');
  return list;
}

/**
 * Reads price, colours and sizes of one article; null if the supplier does not know or list it. Assumption, because the document does not
 * show that answer: a 404, or `ok: false` with a 4xx other than 401, 408 and 429, means that.
 */
export async function fetchDropshipStock(
  client: SupplierClient,
  key: string,
  id: ArticleId,
  signal?: AbortSignal,
  tries?: number,
): Promise<StockReading | null> {
  const few = tries === undefined ? {} : {tries};
  const read: ReadRequest = {api: 'dropship', a: 'stock', params: {id}, cap: megabyte, signal, ...few};
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') {
    if (answer.status === 404 || answer.isRefusal) return null;
    throw answer.failure;
  }
  const parsed = parseStock(answer.body);
  if (parsed.kind === 'unreadable') throw unreadableAnswer(read, `article ${id}: ${parsed.why}`);
  return parsed.stock;
}

/**
 * Collects the entries by article. An article with two prices gets none (null; `a=stock` has it), and the list stays complete. In a list of
 * several pages, any repeated article means that the list shifted while it was read, so another article may be missing.
 */
function toDropshipList({entries, pages, incompleteBecause}: ReadList): DropshipList {
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

/** Why the list is not complete, as a sentence; null: nothing shows that. */
function whyIncomplete({size, nameless, shifted}: {size: number; nameless: number; shifted: boolean}): string | null {
  if (size === 0) return 'It is empty.';
  if (nameless > 0) return `${nameless} of its ${size} entries have no readable article id.`;
  return shifted ? 'It shifted while it was read: an article came on two of its pages.' : null;
}
