// Reads the supplier's catalogue: pages, single articles, and the owner of the key. Interface document, Endpoints.
import type {Article} from '#domain/catalogue/article.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {SupplierClient} from './client.ts';
import {toFields} from './find-list.ts';
import type {ImagePolicy} from './image-addresses.ts';
import {createItemDigest, currentBasis} from './item-digest.ts';
import {readPartner} from './list-entries.ts';
import {type PageItem, type ParsedItems, parseItems, readCutItems, readWholeItems, repeatsPage} from './page-items.ts';
import {CatalogueEnvelope, parseArticle} from './schema.ts';
import {fetchAnswer, fetchBody, fetchSized, megabyte, type ReadRequest, unreadableAnswer} from './transport/read.ts';

/** One page of the catalogue. `pages` and `total`: how many pages and articles the supplier states in all. */
export type CataloguePage = ParsedItems & {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The digests of the items that were not parsed, because `isKnown` knows them. */
  readonly known: readonly string[];
  /** All of the page's items, also the known ones. */
  readonly parseAll: () => ParsedItems;
};

/** Which articles to request; each part left out: no limit. */
export type CatalogueOptions = {
  /** Requests only articles added on or after this date, which leaves out those with an empty `added_at`. */
  readonly since?: Date | undefined;
  /** Requests only articles with exactly this brand or category, case-insensitive. */
  readonly brand?: string | undefined;
  readonly category?: string | undefined;
  /** Whether the item with this digest is known, so that it need not be parsed. Left out: none is. */
  readonly isKnown?: (digest: string) => boolean;
  readonly signal?: AbortSignal | undefined;
};

/** Interface document, Limits: `per` is 1 to 200. */
const perPage = 200;
/** So many pages have two million articles. A catalogue with more counts as endless. */
const maxPages = 10_000;

/**
 * Reads pages until `next_page` is null; a page is fetched while the caller works on the one before. Throws a Failure if that fails,
 * and one of kind `malformed` if a page is unreadable, repeats the one before it, leads backwards or exceeds the size cap. An unreadable
 * article does not end the reading.
 */
export async function* fetchCataloguePages(
  client: SupplierClient,
  key: string,
  {since, brand, category, isKnown = () => false, signal}: CatalogueOptions = {},
): AsyncGenerator<CataloguePage> {
  const policy = imagePolicyOf(client);
  const digestOf = createItemDigest(currentBasis(policy));
  const filter = {
    ...(since && {since: since.toISOString()}),
    ...(brand !== undefined && {brand}),
    ...(category !== undefined && {cat: category}),
  };
  const ahead = new AbortController();
  const callOff = () => ahead.abort(signal?.reason);
  signal?.addEventListener('abort', callOff, {once: true});
  const ask = async (page: number): Promise<RequestedPage> => {
    const params = {per: String(perPage), page: String(page), ...filter};
    const read: ReadRequest = {
      api: 'catalog',
      a: 'products',
      params,
      cap: 16 * megabyte,
      form: 'page',
      signal: ahead.signal,
    };
    const {body, cut} = await fetchSized(client, key, read);
    const cutItems = cut && readCutItems(cut.items, {digestOf, isKnown});
    if (cut !== undefined && !cutItems) throw cut.notJson();
    const envelope = parseEnvelope(body, read, page);
    return {read, envelope, items: cutItems ?? readWholeItems(envelope.items)};
  };
  let before: readonly PageItem[] | null = null;
  try {
    signal?.throwIfAborted();
    for (let asked: Promise<RequestedPage> | null = ask(1); asked !== null; ) {
      const {read, envelope, items}: RequestedPage = await asked;
      const {page, pages, total, next_page: next}: RequestedPage['envelope'] = envelope;
      if (repeatsPage(before, items)) throw unreadableAnswer(read, `page ${page} repeats the page before it`);
      before = items;
      asked = next === null ? null : ask(next);
      // The loop throws this error when it awaits the page.
      asked?.catch(() => {});
      const known = items.flatMap(({isKnown: is, digest}) => (is && digest !== null ? [digest] : []));
      const fresh = parseItems(
        items.filter((item) => !item.isKnown),
        policy,
      );
      yield {page, pages, total, known, ...fresh, parseAll: () => parseItems(items, policy)};
    }
  } finally {
    signal?.removeEventListener('abort', callOff);
    ahead.abort();
  }
}

/** A page with the request that read it, for error messages. */
type RequestedPage = {
  readonly read: ReadRequest;
  readonly envelope: ReturnType<typeof parseEnvelope>;
  readonly items: readonly PageItem[];
};

/** Reads one article; null if the supplier does not know it (404). Throws a Failure `malformed` if it is unreadable. */
export async function fetchArticle(
  client: SupplierClient,
  key: string,
  id: ArticleId,
  signal?: AbortSignal,
): Promise<Article | null> {
  const read: ReadRequest = {api: 'catalog', a: 'product', params: {id}, cap: megabyte, signal};
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') {
    if (answer.status === 404) return null;
    throw answer.failure;
  }
  const item = toFields(answer.body)?.get('item');
  if (item === undefined) throw unreadableAnswer(read, 'it holds no item');
  const parsed = parseArticle(item, imagePolicyOf(client));
  if (parsed.kind === 'unreadable') throw unreadableAnswer(read, `article ${id}: ${parsed.reason.replace(/\.$/, '')}`);
  if (parsed.article.id !== id) throw unreadableAnswer(read, `article ${id} was asked for and another one came`);
  return parsed.article;
}

/**
 * Reads whose key it is: the partner's name (null: not stated) and the supplier's notes. The interface document describes `a=whoami` only
 * as "partner identity, field list and notes".
 */
export async function fetchPartner(
  client: SupplierClient,
  key: string,
  {signal, tries}: Pick<ReadRequest, 'signal' | 'tries'> = {},
): Promise<{partner: string | null; notes: readonly string[]}> {
  const read: ReadRequest = {
    api: 'catalog',
    a: 'whoami',
    cap: megabyte,
    signal,
    ...(tries === undefined ? {} : {tries}),
  };
  const partner = readPartner(await fetchBody(client, key, read));
  if (partner === null) throw unreadableAnswer(read, 'it does not describe a partner');
  return partner;
}

/** Images may be on this machine only where checkout links may be, which is for stand-ins. */
const imagePolicyOf = ({config}: SupplierClient): ImagePolicy => ({allowLoopbackImages: config.allowLoopbackCheckout});

/** Parses a page's envelope. Throws a Failure if it is unusable, or is not the page that was asked for. */
function parseEnvelope(body: unknown, read: ReadRequest, asked: number) {
  const parsed = CatalogueEnvelope.safeParse(body);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    throw unreadableAnswer(
      read,
      field === undefined ? 'it is not a page' : `page ${asked} has no usable ${String(field)}`,
    );
  }
  const {page, pages, next_page: next, items} = parsed.data;
  if (page !== asked) throw unreadableAnswer(read, `page ${asked} was asked for and page ${page} came`);
  if (next !== null && next <= page) throw unreadableAnswer(read, `page ${page} is followed by page ${next}`);
  if (next !== null && next > Math.min(pages, maxPages))
    throw unreadableAnswer(read, `page ${page} of ${pages} is followed by page ${next}`);
  if (items.length > perPage) throw unreadableAnswer(read, `page ${page} has more than the ${perPage} items asked for`);
  return parsed.data;
}
