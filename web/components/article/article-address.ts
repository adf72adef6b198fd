// The address of the page of one article. Its own file, so that a list loads nothing else of that page.

/** Ids are the supplier's and may hold any character. */
export const articleAddress = (id: string): string => `/products/${encodeURIComponent(id)}`;

/** The product in the Shopify admin; null: its id is not of the known form. */
export function productAddress(gid: string): string | null {
  const number = /^gid:\/\/shopify\/Product\/(\d+)$/.exec(gid)?.[1];
  return number === undefined ? null : `shopify://admin/products/${number}`;
}
