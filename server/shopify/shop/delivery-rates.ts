// The store's shipping rates: needs the optional scope `read_shipping`.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/DeliveryProfile
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {RateGroup, ShippingRate} from '#domain/margins/store-charges.ts';
import {parseMinor} from '#domain/money.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation} from '../client/operation.ts';

export const shippingScope = 'read_shipping';

const Profiles = z.object({
  deliveryProfiles: z.object({
    nodes: z.array(z.object({id: z.string(), default: z.boolean(), coversAllItems: z.boolean()})),
  }),
});

export const deliveryProfiles: Operation<NoVariables, typeof Profiles> = {
  document: `query DeliveryProfiles {
    deliveryProfiles(first: 100) { nodes { id default coversAllItems } }
  }`,
  cost: connectionPoints(100, 1),
  answer: Profiles,
  write: false,
};

const Money = z.object({amount: z.string(), currencyCode: z.string()});
const HasNextPage = z.object({hasNextPage: z.boolean()});
const Condition = z.object({
  operator: z.enum(['GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO']),
  conditionCriteria: z.union([Money, z.object({value: z.number()})]),
});
const Method = z.object({
  active: z.boolean(),
  /** Without a price: a carrier or an app calculates it. */
  rateProvider: z.object({price: Money.optional()}),
  methodConditions: z.array(Condition),
});
type Method = z.infer<typeof Method>;
const Country = z.object({code: z.object({countryCode: z.string().nullable(), restOfWorld: z.boolean()})});
const Zone = z.object({
  zone: z.object({countries: z.array(Country)}),
  methodDefinitions: z.object({nodes: z.array(Method), pageInfo: HasNextPage}),
});
const Rates = z.object({
  deliveryProfile: z
    .object({
      profileLocationGroups: z.array(
        z.object({locationGroupZones: z.object({nodes: z.array(Zone), pageInfo: HasNextPage})}),
      ),
    })
    .nullable(),
});

export const deliveryRates: Operation<{readonly id: string}, typeof Rates> = {
  document: `query DeliveryRates($id: ID!) {
    deliveryProfile(id: $id) {
      profileLocationGroups {
        locationGroupZones(first: 100) {
          nodes {
            zone { countries { code { countryCode restOfWorld } } }
            methodDefinitions(first: 20) {
              nodes {
                active
                rateProvider { ... on DeliveryRateDefinition { price { amount currencyCode } } }
                methodConditions {
                  operator
                  conditionCriteria { ... on MoneyV2 { amount currencyCode } ... on Weight { value } }
                }
              }
              pageInfo { hasNextPage }
            }
          }
          pageInfo { hasNextPage }
        }
      }
    }
  }`,
  cost: 400,
  answer: Rates,
  write: false,
};

export type StoreRates = {
  readonly groups: readonly RateGroup[];
  /** False: the store has more zones or rates than were read. */
  readonly isComplete: boolean;
};

/** The rates for products that are in no profile of their own, such as new ones. @param currency the store's. */
export async function fetchStoreRates(
  admin: Admin,
  shop: ShopDomain,
  currency: string,
  signal?: AbortSignal,
): Promise<StoreRates> {
  const {nodes} = (await admin.call(shop, deliveryProfiles, {}, signal)).deliveryProfiles;
  // A profile that covers all items overrules the one each product is in.
  const general = nodes.find(({coversAllItems}) => coversAllItems) ?? nodes.find((profile) => profile.default);
  if (general === undefined) return {groups: [], isComplete: true};
  const {deliveryProfile} = await admin.call(shop, deliveryRates, {id: general.id}, signal);
  const read = (deliveryProfile?.profileLocationGroups ?? []).map(({locationGroupZones}) => locationGroupZones);
  return {
    groups: read.map(({nodes: zones}) =>
      zones.map(({zone: {countries}, methodDefinitions}) => ({
        countries: countries.flatMap(({code}) => code.countryCode ?? []),
        restOfWorld: countries.some(({code}) => code.restOfWorld),
        rates: methodDefinitions.nodes.flatMap((method) => toRate(method, currency) ?? []),
      })),
    ),
    isComplete: read.every(
      ({nodes: zones, pageInfo}) =>
        !pageInfo.hasNextPage && zones.every(({methodDefinitions}) => !methodDefinitions.pageInfo.hasNextPage),
    ),
  };
}

/** Null: the rate is switched off, or needs a weight above 0. Parcels count as 0 kg here; the product template's weights are not used. */
function toRate({active, rateProvider, methodConditions}: Method, currency: string): ShippingRate | null {
  let [from, to]: [number | null, number | null] = [null, null];
  let isComparable = true;
  for (const {operator, conditionCriteria: limit} of methodConditions) {
    const isLeast = operator === 'GREATER_THAN_OR_EQUAL_TO';
    if ('value' in limit) {
      if (isLeast && limit.value > 0) return null;
      continue;
    }
    const value = inStore(limit, currency);
    isComparable &&= value !== null;
    if (isLeast) from = value;
    else to = value;
  }
  const {price} = rateProvider;
  // If a limit is in another currency, it is not known for which orders the rate applies, so its price is not used.
  const isKnown = isComparable && price !== undefined;
  return active ? {price: isKnown ? inStore(price, currency) : null, from, to} : null;
}

/** Null: in another currency than the store's. */
const inStore = ({amount, currencyCode}: z.infer<typeof Money>, currency: string): number | null =>
  currencyCode === currency ? parseMinor(amount, currency) : null;
