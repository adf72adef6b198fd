// The catalogue feed: pages, single articles, and the key's owner. Interface document, Endpoints.
import type {Article} from '#domain/catalogue/article.ts';
import type {ArticleId} from '#domain/ids.ts';
import {asText} from '#domain/text.ts';
import type {SupplierClient} from './client.ts';
import {fieldsOf} from './find-list.ts';
import type {ImagePolicy} from './image-addresses.ts';
import {readPartner} from './list-entries.ts';
import {CatalogueEnvelope, parseArticle, type UnreadableItem} from './schema.ts';
import {fetchAnswer, fetchBody, megabyte, type Read, unreadable} from './transport/read.ts';

export type CataloguePage = {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly articles: readonly Article[];
  readonly unreadable: readonly UnreadableItem[];
};

export type CatalogueOptions = {
  /** Only articles added on or after this date; never those with an empty `added_at`. */
  readonly since?: Date | undefined;
  /** Exact names, case-insensitive. */
  readonly brand?: string | undefined;
  readonly category?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Interface document, Limits: `per` is 1 to 200. */
const perPage = 200;
/** Two million articles. A catalogue that leads further has no end. */
const mostPages = 10_000;

/**
 * Reads pages until `next_page` is null, each while the caller works on the one before. Throws a Failure if a page cannot be fetched,
 * and one of kind `malformed` if a page is unreadable, repeats the one before it, leads backwards or exceeds the size cap. An unreadable
 * article does not end the reading.
 */
export async function* fetchCataloguePages(
  client: SupplierClient,
  key: string,
  {since, brand, category, signal}: CatalogueOptions = {},
): AsyncGenerator<CataloguePage> {
  const filter = {
    ...(since && {since: since.toISOString()}),
    ...(brand !== undefined && {brand}),
    ...(category !== undefined && {cat: category}),
  };
  const ahead = new AbortController();
  const callOff = () => ahead.abort(signal?.reason);
  signal?.addEventListener('abort', callOff, {once: true});
  const ask = async (page: number): Promise<Asked> => {
    const params = {per: String(perPage), page: String(page), ...filter};
    const read: Read = {api: 'catalog', a: 'products', params, cap: 16 * megabyte, signal: ahead.signal};
    return {read, envelope: parseEnvelope(await fetchBody(client, key, read), read, page)};
  };
  let before = '';
  try {
    signal?.throwIfAborted();
    for (let asked: Promise<Asked> | null = ask(1); asked !== null; ) {
      const {read, envelope}: Asked = await asked;
      const {page, pages, total, items, next_page: next}: Asked['envelope'] = envelope;
      const ids = idsOf(items);
      if (ids !== '' && ids === before) throw unreadable(read, `page ${page} repeats the page before it`);
      before = ids;
      asked = next === null ? null : ask(next);
      // The loop throws this error when it awaits the page.
      asked?.catch(() => {});
      yield {page, pages, total, ...parseItems(items, imagePolicyOf(client))};
    }
  } finally {
    signal?.removeEventListener('abort', callOff);
    ahead.abort();
  }
}

type Asked = {readonly read: Read; readonly envelope: ReturnType<typeof parseEnvelope>};

/** The article, or null if the supplier does not know it (404). Throws a Failure `malformed` for an unreadable one. */
export async function fetchArticle(
  client: SupplierClient,
  key: string,
  id: ArticleId,
  signal?: AbortSignal,
): Promise<Article | null> {
  const read: Read = {api: 'catalog', a: 'product', params: {id}, cap: megabyte, signal};
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') {
    if (answer.status === 404) return null;
    throw answer.failure;
  }
  const item = fieldsOf(answer.body)?.get('item');
  if (item === undefined) throw unreadable(read, 'it holds no item');
  const parsed = parseArticle(item, imagePolicyOf(client));
  if (parsed.kind === 'unreadable') throw unreadable(read, `article ${id}: ${parsed.reason.replace(/\.$/, '')}`);
  if (parsed.article.id !== id) throw unreadable(read, `article ${id} was asked for and another one came`);
  return parsed.article;
}

/** The interface document describes `a=whoami` only as "partner identity, field list and notes"; any plausible form is accepted. */
export async function fetchPartner(
  client: SupplierClient,
  key: string,
  {signal, tries}: Pick<Read, 'signal' | 'tries'> = {},
): Promise<{partner: string | null; notes: readonly string[]}> {
  const read: Read = {api: 'catalog', a: 'whoami', cap: megabyte, signal, ...(tries === undefined ? {} : {tries})};
  const partner = readPartner(await fetchBody(client, key, read));
  if (partner === null) throw unreadable(read, 'it does not describe a partner');
  return partner;
}

/** The setting for checkout links covers images too: addresses on this machine are for stand-ins. */
const imagePolicyOf = ({config}: SupplierClient): ImagePolicy => ({allowLoopbackImages: config.allowLoopbackCheckout});

function parseEnvelope(body: unknown, read: Read, asked: number) {
  const parsed = CatalogueEnvelope.safeParse(body);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    throw unreadable(read, field === undefined ? 'it is not a page' : `page ${asked} has no usable ${String(field)}`);
  }
  const {page, pages, next_page: next, items} = parsed.data;
  if (page !== asked) throw unreadable(read, `page ${asked} was asked for and page ${page} came`);
  if (next !== null && next <= page) throw unreadable(read, `page ${page} is followed by page ${next}`);
  if (next !== null && next > Math.min(pages, mostPages))
    throw unreadable(read, `page ${page} of ${pages} is followed by page ${next}`);
  if (items.length > perPage) throw unreadable(read, `page ${page} has more than the ${perPage} items asked for`);
  return parsed.data;
}

/** Recognises a page that is returned twice under two numbers. */
const idsOf = (items: readonly unknown[]): string => JSON.stringify(items.map(idIn));

const idIn = (item: unknown): string | null => asText(fieldsOf(item)?.get('id'));

function parseItems(items: readonly unknown[], policy: ImagePolicy): Pick<CataloguePage, 'articles' | 'unreadable'> {
  const articles: Article[] = [];
  const unreadableItems: UnreadableItem[] = [];
  for (const parsed of items.map((item) => parseArticle(item, policy))) {
    if (parsed.kind === 'article') articles.push(parsed.article);
    else unreadableItems.push({id: parsed.id, reason: parsed.reason});
  }
  return {articles, unreadable: unreadableItems};
}
