// Asks Shopify for the store orders of a buyer, by name or e-mail. What is looked for is never stored or logged.
import {z} from 'zod';
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';

const FoundOrders = z.object({
  orders: z.object({nodes: z.array(z.object({id: OrderGid})), pageInfo: z.object({hasNextPage: z.boolean()})}),
});

/** The newest store orders that fit a search. */
export const findOrders: Operation<{readonly query: string; readonly first: number}, typeof FoundOrders> = {
  document: `query FindOrders($query: String!, $first: Int!) {
    orders(first: $first, query: $query, sortKey: CREATED_AT, reverse: true) {
      nodes { id }
      pageInfo { hasNextPage }
    }
  }`,
  cost: 8,
  answer: FoundOrders,
  isWrite: false,
};

/** How many store orders are looked at. */
const mostOrders = 50;

/** The store orders that Shopify finds for a buyer's name or e-mail, the newest first; none if the text has no word to look for. */
export async function findOrdersOfBuyer(
  admin: Admin,
  shop: ShopDomain,
  text: string,
): Promise<{readonly gids: readonly OrderGid[]; readonly hasMore: boolean}> {
  const query = toBuyerQuery(text);
  if (query === null) return {gids: [], hasMore: false};
  const {orders} = await admin.call(shop, findOrders, {query, first: mostOrders});
  return {gids: orders.nodes.map(({id}) => id), hasMore: orders.pageInfo.hasNextPage};
}

/**
 * The text as a search in Shopify's syntax: an e-mail by its field, else all words in any field. Each word is quoted and holds no quote and
 * no backslash, so that nothing typed becomes a filter, a connective or a negation. Null: no word is left.
 * https://shopify.dev/docs/api/usage/search-syntax
 */
export function toBuyerQuery(text: string): string | null {
  const words = text
    .replaceAll(/["'\\\p{Cc}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const quoted = words.map((word) => (word.includes('@') ? `email:"${word}"` : `"${word}"`));
  return quoted.length === 0 ? null : quoted.join(' ');
}
