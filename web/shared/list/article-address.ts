// Addresses that belong to one article. A file of their own, so that a list loads nothing else of the article's page.
import {allOrders, ordersAddress} from '../../text/words.ts';

/** Ids are the supplier's and may hold any character. */
export const articleAddress = (id: string): string => `/products/${encodeURIComponent(id)}`;

/** The list of dropship orders, searched by the article's id. */
export const articleOrdersAddress = (id: string): string => ordersAddress({view: allOrders, search: id, store: null});

/**
 * The product in the Shopify admin, to be opened in the whole window.
 * Null: its id is not of the known form.
 */
export function productAddress(gid: string): string | null {
  const number = /^gid:\/\/shopify\/Product\/(\d+)$/.exec(gid)?.[1];
  return number === undefined ? null : `shopify://admin/products/${number}`;
}
