// Addresses of pages about one article. They have a file of their own, so that a list loads nothing else of the article's page.
import {allOrders, ordersAddress} from '../../text/order-list.ts';

/** The address of the article's page. Ids are the supplier's and may hold any character. */
export const articleAddress = (id: string): string => `/products/${encodeURIComponent(id)}`;

/** The address of the list of dropship orders, searched by the article's id. */
export const articleOrdersAddress = (id: string): string => ordersAddress({view: allOrders, search: id, store: null});

/**
 * The address of the product in the Shopify admin, to be opened in the whole window.
 * Null: the id is not of the known form.
 */
export function productAddress(gid: string): string | null {
  const number = /^gid:\/\/shopify\/Product\/(\d+)$/.exec(gid)?.[1];
  return number === undefined ? null : `shopify://admin/products/${number}`;
}
