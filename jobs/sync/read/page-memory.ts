// Tells which items of a page a run need not parse: those that the shop knows by their digest, unless their article comes twice in the run.
// Then the stored article is perhaps the other one, so all items of the page are parsed and compared.
import type {ArticleId} from '#domain/ids.ts';
import {
  forgetUnreadable,
  type KnownItems,
  loadDigestsOf,
  loadKnownItems,
} from '../../../server/db/known-items/known-items.ts';
import type {CataloguePage} from '../../../server/supplier/catalogue.ts';
import type {Run} from '../run.ts';

/** What a page has. */
export type ComparedPage = Pick<CataloguePage, 'articles' | 'unreadable' | 'digests'> & {
  /** How many of its items are known as articles and were not parsed. */
  readonly unchanged: number;
  /** Unreadable items of articles that did not come before in this run, or without an id. */
  readonly bad: CataloguePage['unreadable'];
  /** How many articles came for the first time in this run. */
  readonly fresh: number;
  /** The digests by which the parsed articles are known so far. */
  readonly digestsOf: ReadonlyMap<ArticleId, string>;
  /** Whether this unreadable item is known as such. */
  readonly isKnown: (digest: string) => boolean;
};

/** What one walk over the pages knows and has met. */
export type PageMemory = {
  readonly isKnown: (digest: string) => boolean;
  readonly compare: (page: CataloguePage) => Promise<ComparedPage>;
  /** Whether an item of this article was parsed, or is known as unreadable. */
  readonly hasParsed: (id: ArticleId) => boolean;
  /** Forgets the unreadable items that did not come. Only after a walk over the whole catalogue. */
  readonly forgetGone: () => Promise<void>;
};

/** Loads what the shop knows at the beginning of a walk. */
export async function createPageMemory(run: Run): Promise<PageMemory> {
  const {db} = run.deps;
  const known = await loadKnownItems(db, run.shop);
  const articles = createArticleTally(known);
  const cameUnreadable = new Set<string>();

  const compare = async (page: CataloguePage): Promise<ComparedPage> => {
    const remembered = page.known.filter((digest) => known.unreadable.has(digest));
    for (const digest of remembered) cameUnreadable.add(digest);
    const numbers = page.known.flatMap((digest) => known.articles.find(digest) ?? []);
    const unreadable = [...page.unreadable, ...remembered.flatMap((digest) => known.unreadable.get(digest) ?? [])];
    const isKnown = (digest: string) => known.unreadable.has(digest);
    const found = {...page, unreadable};
    const digestsOf = await loadDigestsOf(db, run.shop, idsOf(found));
    if (articles.mayStay(numbers, [...digestsOf.values()]))
      return {...articles.count(found, numbers, digestsOf), digestsOf, isKnown};
    const whole = page.parseAll();
    const digestsOfAll = await loadDigestsOf(db, run.shop, idsOf(whole));
    return {...articles.count(whole, [], digestsOfAll), digestsOf: digestsOfAll, isKnown};
  };

  return {
    isKnown: (digest) => known.unreadable.has(digest) || known.articles.find(digest) !== null,
    compare,
    hasParsed: articles.hasParsed,
    async forgetGone() {
      const gone = [...known.unreadable.keys()].filter((digest) => !cameUnreadable.has(digest));
      if (gone.length > 0) await run.write((to) => forgetUnreadable(to, run.shop, gone));
    },
  };
}

type FoundItems = Pick<CataloguePage, 'articles' | 'unreadable' | 'digests'>;

const idsOf = ({articles, unreadable}: FoundItems): ArticleId[] => [
  ...new Set([...articles, ...unreadable].flatMap(({id}) => id ?? [])),
];

/** Counts articles, each once, although of known ones only the number of their digest is at hand. */
function createArticleTally({articles: {size, find}}: KnownItems) {
  /** By the number of the digest that was loaded: 1 if its article came in this run, with these bytes or others. */
  const came = new Uint8Array(size);
  // The ids of parsed and unreadable items, because an article appears twice if pages shift meanwhile.
  const parsed = new Set<ArticleId>();
  const numberOf = (digest: string | undefined) => (digest === undefined ? null : find(digest));

  return {
    hasParsed: (id: ArticleId) => parsed.has(id),
    /** Whether known items of a page need not be parsed. @param others digests of the articles of the page's other items. */
    mayStay(numbers: readonly number[], others: readonly string[]): boolean {
      const own = new Set(numbers);
      const isRepeated = own.size < numbers.length || numbers.some((number) => came[number] === 1);
      return !isRepeated && !others.some((digest) => own.has(find(digest) ?? -1));
    },
    count(
      found: FoundItems,
      numbers: readonly number[],
      digestsOf: ReadonlyMap<ArticleId, string>,
    ): FoundItems & Pick<ComparedPage, 'unchanged' | 'bad' | 'fresh'> {
      const hasCome = (id: ArticleId) => {
        const number = numberOf(digestsOf.get(id));
        return parsed.has(id) || (number !== null && came[number] === 1);
      };
      const bad = found.unreadable.filter(({id}) => id === null || !hasCome(id));
      const nameless = bad.filter(({id}) => id === null).length;
      const ids = idsOf(found);
      const fresh = numbers.length + nameless + ids.filter((id) => !hasCome(id)).length;
      for (const id of ids) {
        parsed.add(id);
        const number = numberOf(digestsOf.get(id));
        if (number !== null) came[number] = 1;
      }
      for (const number of numbers) came[number] = 1;
      const {articles, unreadable, digests} = found;
      return {articles, unreadable, digests, unchanged: numbers.length, bad, fresh};
    },
  };
}
