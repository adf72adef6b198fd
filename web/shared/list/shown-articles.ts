// The filters and the sort order of the article list, all kept in the address.
import type {Overview} from '#contract/overview.ts';
import {type DraftCode, draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import type {OptionName} from '#domain/options/defined-options.ts';

type ArticleView = {
  /** The view's name in the address of the list. */
  readonly value: string;
  readonly label: string;
  /** The query parameters of the API that select the articles of this view. */
  readonly query: Readonly<Record<string, string>>;
  /** Of a view of articles about whose option an order would ask: the option. */
  readonly option?: OptionName;
};

/** The view of articles whose product is a draft because the article may not be sold now. */
export const draftArticlesView: ArticleView = {value: 'held', label: 'Not on sale', query: {state: 'held'}};
/** All articles that the supplier lists. */
export const buyableArticlesView: ArticleView = {
  value: 'all',
  label: 'All that can be bought',
  query: {listed: 'true'},
};

const articlesInStoreView: ArticleView = {value: 'in-store', label: 'In your store', query: {state: 'active'}};

/** Products with a field that is still as an undo set it back. */
export const setBackView: ArticleView = {value: 'set-back', label: 'Set back by an undo', query: {setBack: 'true'}};
/** Products that Piecewise made drafts at first or by an undo. */
export const draftsView: ArticleView = {value: 'drafts', label: 'Drafts to publish', query: {ownDraft: 'true'}};

/** The view of an address that names none: what is in the store, once there is something. */
export const firstArticleView = ({listings}: Pick<Overview, 'listings'>): ArticleView =>
  listings.active > 0 ? articlesInStoreView : buyableArticlesView;

export const articleViews: readonly ArticleView[] = [
  articlesInStoreView,
  buyableArticlesView,
  draftArticlesView,
  draftsView,
  {value: 'waiting', label: 'Chosen, not in your store', query: {listed: 'true', chosen: 'true', state: 'none'}},
  {value: 'no-size', label: 'No size stated', query: {unanswered: 'sizes'}, option: 'sizes'},
  {value: 'no-colour', label: 'No colour stated', query: {unanswered: 'colours'}, option: 'colours'},
  {value: 'not-chosen', label: 'Not chosen', query: {listed: 'true', chosen: 'false'}},
  {value: 'picked', label: 'Always included', query: {hand: 'picked'}},
  {value: 'left-out', label: 'Always left out', query: {hand: 'left_out'}},
  {value: 'own-price', label: 'Own price', query: {ownPrice: 'true'}},
  {value: 'edited', label: 'Edited by you', query: {edited: 'true'}},
  setBackView,
  {value: 'set-aside', label: 'Could not be used', query: {quarantined: 'true'}},
  {value: 'retired', label: 'Taken off sale', query: {state: 'retired'}},
  {value: 'deleted', label: 'Deleted in your store', query: {state: 'deleted_in_store'}},
  {value: 'not-listed', label: 'No longer at the supplier', query: {listed: 'false'}},
];

export const nameSort = {value: 'name', label: 'Name', sort: 'name'} as const;
export const marginSorts = [
  {value: 'margin-low', label: 'Least left first', sort: 'margin_low'},
  {value: 'margin-high', label: 'Most left first', sort: 'margin_high', isDescending: true},
] as const;
export const articleSortOptions = [nameSort, ...marginSorts] as const;

/** The view, the filters and the sort order of the article list. A filter that is null, or an empty search, excludes nothing. */
export type ArticleListFilter = {
  readonly view: ArticleView;
  /** A reason to filter by, for articles that are not on sale; null: any. */
  readonly reason: DraftCode | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly search: string;
  readonly sort: (typeof articleSortOptions)[number];
};

/** The filters that the query of an address names; this view, no filter and the order by name where it names none. */
export function articleListFilterAt(query: URLSearchParams, firstView: ArticleView): ArticleListFilter {
  const view = articleViews.find(({value}) => value === query.get('show')) ?? firstView;
  return {
    view,
    reason: view === draftArticlesView ? (draftCodes.find((code) => code === query.get('reason')) ?? null) : null,
    brand: query.get('brand') || null,
    category: query.get('category') || null,
    search: query.get('search') ?? '',
    sort: articleSortOptions.find(({value}) => value === query.get('sort')) ?? articleSortOptions[0],
  };
}

/** The address of the article list with these filters. */
export function articlesAddress({view, reason, brand, category, search, sort: order}: ArticleListFilter): string {
  // Always named, because the view of an address that names none changes with the store.
  const query = new URLSearchParams({show: view.value});
  if (view === draftArticlesView && reason !== null) query.set('reason', reason);
  if (brand !== null) query.set('brand', brand);
  if (category !== null) query.set('category', category);
  if (search !== '') query.set('search', search);
  if (order !== articleSortOptions[0]) query.set('sort', order.value);
  return `/products?${query.toString()}`;
}

/** The articles of which the supplier states no such option, with its own text. @param category null: of all categories. */
export function unansweredAddress(option: OptionName, category: string | null): string {
  const view = articleViews.find((one) => one.option === option) ?? buyableArticlesView;
  return articlesAddress({view, reason: null, brand: null, category, search: '', sort: articleSortOptions[0]});
}

/** The filters as query parameters of GET /api/articles. */
export function toArticlesQuery({
  view,
  reason,
  brand,
  category,
  search,
  sort: order,
}: ArticleListFilter): URLSearchParams {
  const query = new URLSearchParams(view.query);
  if (reason !== null) query.set('held', reason);
  if (brand !== null) query.set('brand', brand);
  if (category !== null) query.set('category', category);
  if (search !== '') query.set('search', search);
  if (order.sort !== 'name') query.set('sort', order.sort);
  return query;
}
