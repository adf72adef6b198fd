// The store's markets with their countries: needs the optional scope `read_markets` (`marketsScope`).
// https://shopify.dev/docs/apps/build/markets/subdivision-markets
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {ReadMarkets, StoreMarket} from '#domain/shipping-profile/unserved-markets.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation} from '../client/operation.ts';

const Region = z.union([
  z.object({country: z.object({code: z.string()})}).transform(({country}) => country.code),
  z.object({code: z.string()}).transform(({code}) => code),
]);
const Market = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  conditions: z
    .object({
      regionsCondition: z
        .object({
          applicationLevel: z.string().nullable(),
          regions: z.object({nodes: z.array(Region), pageInfo: z.object({hasNextPage: z.boolean()})}),
        })
        .nullable(),
    })
    .nullable(),
});
const MarketsAnswer = z.object({
  markets: z.object({
    nodes: z.array(Market),
    pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()}),
  }),
});

/** Reads the markets for buyers of certain regions. */
export const markets: Operation<{readonly after: string | null}, typeof MarketsAnswer> = {
  document: `query Markets($after: String) {
    markets(first: 10, after: $after, type: REGION) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id name status
        conditions {
          regionsCondition {
            applicationLevel
            regions(first: 250) {
              pageInfo { hasNextPage }
              nodes {
                ... on MarketRegionCountry { code }
                ... on MarketRegionSubdivision { country { code } }
              }
            }
          }
        }
      }
    }
  }`,
  cost: connectionPoints(10, 3 + connectionPoints(250, 2)),
  answer: MarketsAnswer,
  isWrite: false,
};

/** At most this many pages of markets are read. */
const mostPages = 10;

/** The active markets with their countries. */
export async function fetchMarkets(admin: Admin, shop: ShopDomain, signal?: AbortSignal): Promise<ReadMarkets> {
  const found: z.infer<typeof Market>[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const {nodes, pageInfo}: z.infer<typeof MarketsAnswer>['markets'] = (
      await admin.call(shop, markets, {after}, signal)
    ).markets;
    found.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null) break;
  }
  const active = found.filter(({status}) => status === 'ACTIVE');
  const isWhole = active.every(({conditions}) => conditions?.regionsCondition?.regions.pageInfo.hasNextPage !== true);
  return {markets: active.map(toStoreMarket), isComplete: after === null && isWhole};
}

function toStoreMarket({id, name, conditions}: z.infer<typeof Market>): StoreMarket {
  const regions = conditions?.regionsCondition ?? null;
  const isForAll = regions?.applicationLevel === 'ALL';
  return {gid: id, name, countries: isForAll ? null : [...new Set(regions?.regions.nodes ?? [])]};
}
