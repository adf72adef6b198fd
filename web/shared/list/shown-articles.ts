// What the list of articles shows, all of it kept in the address: a view, a reason, brand, category, search and order.
import {type DraftCode, draftCodes} from '#domain/catalogue/off-sale/draft.ts';

type ArticleView = {
  readonly value: string;
  readonly label: string;
  /** The conditions of the API. */
  readonly query: Readonly<Record<string, string>>;
};

export const draftArticles: ArticleView = {value: 'held', label: 'Not on sale', query: {state: 'held'}};
const buyable: ArticleView = {value: 'all', label: 'All that can be bought', query: {listed: 'true'}};

export const articleViews: readonly ArticleView[] = [
  buyable,
  {value: 'in-store', label: 'In your store', query: {state: 'active'}},
  draftArticles,
  {value: 'waiting', label: 'Chosen, not in your store', query: {listed: 'true', chosen: 'true', state: 'none'}},
  {value: 'not-chosen', label: 'Not chosen', query: {listed: 'true', chosen: 'false'}},
  {value: 'picked', label: 'Chosen by hand', query: {hand: 'picked'}},
  {value: 'left-out', label: 'Left out by hand', query: {hand: 'left_out'}},
  {value: 'edited', label: 'Edited by you', query: {edited: 'true'}},
  {value: 'set-aside', label: 'Set aside', query: {quarantined: 'true'}},
  {value: 'retired', label: 'Retired', query: {state: 'retired'}},
  {value: 'deleted', label: 'Deleted in your store', query: {state: 'deleted_in_store'}},
  {value: 'not-listed', label: 'No longer at the supplier', query: {listed: 'false'}},
];

export const nameSort = {value: 'name', label: 'Name', sort: 'name'} as const;
export const marginSorts = [
  {value: 'margin-low', label: 'Lowest margin first', sort: 'margin_low'},
  {value: 'margin-high', label: 'Highest margin first', sort: 'margin_high'},
] as const;
export const articleOrders = [nameSort, ...marginSorts] as const;

export type ShownArticles = {
  readonly view: ArticleView;
  /** Only of those that are not on sale; null: any. */
  readonly reason: DraftCode | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly search: string;
  readonly order: (typeof articleOrders)[number];
};

export function shownArticlesAt(query: URLSearchParams): ShownArticles {
  const view = articleViews.find(({value}) => value === query.get('show')) ?? buyable;
  return {
    view,
    reason: view === draftArticles ? (draftCodes.find((code) => code === query.get('reason')) ?? null) : null,
    brand: query.get('brand') || null,
    category: query.get('category') || null,
    search: query.get('search') ?? '',
    order: articleOrders.find(({value}) => value === query.get('sort')) ?? articleOrders[0],
  };
}

export function articlesAddress({view, reason, brand, category, search, order}: ShownArticles): string {
  const query = new URLSearchParams();
  if (view !== buyable) query.set('show', view.value);
  if (view === draftArticles && reason !== null) query.set('reason', reason);
  if (brand !== null) query.set('brand', brand);
  if (category !== null) query.set('category', category);
  if (search !== '') query.set('search', search);
  if (order !== articleOrders[0]) query.set('sort', order.value);
  return query.size === 0 ? '/products' : `/products?${query.toString()}`;
}

/** The same as a query of the API. */
export function toArticlesQuery({view, reason, brand, category, search, order}: ShownArticles): URLSearchParams {
  const query = new URLSearchParams(view.query);
  if (reason !== null) query.set('held', reason);
  if (brand !== null) query.set('brand', brand);
  if (category !== null) query.set('category', category);
  if (search !== '') query.set('search', search);
  if (order.sort !== 'name') query.set('sort', order.sort);
  return query;
}
