// The store's shipping rates: needs the optional scope `read_shipping` (`shippingScope`).
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/DeliveryProfile
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {type EuroRate, toStoreCurrency} from '#domain/margins/margin.ts';
import type {RateGroup, ShippingRate} from '#domain/margins/store-charges.ts';
import {parseMinor} from '#domain/money.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation} from '../client/operation.ts';

const ProfilesAnswer = z.object({
  deliveryProfiles: z.object({
    nodes: z.array(z.object({id: z.string(), default: z.boolean(), coversAllItems: z.boolean()})),
  }),
});

/** Reads the store's delivery profiles, without their rates. */
export const deliveryProfiles: Operation<NoVariables, typeof ProfilesAnswer> = {
  document: `query DeliveryProfiles {
    deliveryProfiles(first: 100) { nodes { id default coversAllItems } }
  }`,
  cost: connectionPoints(100, 1),
  answer: ProfilesAnswer,
  isWrite: false,
};

const CurrencyAmount = z.object({amount: z.string(), currencyCode: z.string()});
const HasNextPage = z.object({hasNextPage: z.boolean()});
const PageInfo = HasNextPage.extend({endCursor: z.string().nullable()});
/** A limit of the order's value or weight for a rate. */
const RateCondition = z.object({
  operator: z.enum(['GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO']),
  conditionCriteria: z.union([CurrencyAmount, z.object({value: z.number()})]),
});
/** A rate of a zone, with the conditions under which it applies. */
const RateMethod = z.object({
  active: z.boolean(),
  /** The rate's price. Without one: a carrier or an app calculates it. */
  rateProvider: z.object({price: CurrencyAmount.optional()}),
  methodConditions: z.array(RateCondition),
});
type RateMethod = z.infer<typeof RateMethod>;
/** A country of a zone, or the rest of the world. */
const ZoneCountry = z.object({code: z.object({countryCode: z.string().nullable(), restOfWorld: z.boolean()})});
/** A zone with its countries and first rates. */
const DeliveryZone = z.object({
  zone: z.object({countries: z.array(ZoneCountry)}),
  methodDefinitions: z.object({nodes: z.array(RateMethod), pageInfo: HasNextPage}),
});
const RatesAnswer = z.object({
  deliveryProfile: z
    .object({
      profileLocationGroups: z.array(
        z.object({
          locationGroup: z.object({id: z.string()}),
          locationGroupZones: z.object({nodes: z.array(DeliveryZone), pageInfo: PageInfo}),
        }),
      ),
    })
    .nullable(),
});

/** `group` and `after` name a further page of one group of locations; left out: the first page of each. */
type RatesVariables = {readonly id: string; readonly group?: string; readonly after?: string};

/** Reads zones and rates of one delivery profile. A page has room for all zones of the app's own profile, and is not dear. */
export const deliveryRates: Operation<RatesVariables, typeof RatesAnswer> = {
  document: `query DeliveryRates($id: ID!, $group: ID, $after: String) {
    deliveryProfile(id: $id) {
      profileLocationGroups(locationGroupId: $group) {
        locationGroup { id }
        locationGroupZones(first: 12, after: $after) {
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
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`,
  cost: 3 + connectionPoints(12, 4 + connectionPoints(20, 5)),
  answer: RatesAnswer,
  isWrite: false,
};

/** The app's own profile, whose rates may be in euro; and the rate at which those are converted. */
export type OwnProfile = {readonly gid: string | null; readonly rate: EuroRate};

/** What the store charges for shipping. */
export type StoreRates = {
  /** The zones with their rates, by group of locations. */
  readonly groups: readonly RateGroup[];
  /** False: the store has more zones or rates than were read. */
  readonly isComplete: boolean;
};

/**
 * Reads the rates for the app's products: those of its own profile, else those for products that are in no profile of their own.
 * @param currency the store's. @param own null: the app has none, or not all products are in it.
 */
export async function fetchStoreRates(
  admin: Admin,
  shop: ShopDomain,
  {currency, own}: {readonly currency: string; readonly own: OwnProfile | null},
  signal?: AbortSignal,
): Promise<StoreRates> {
  const {nodes} = (await admin.call(shop, deliveryProfiles, {}, signal)).deliveryProfiles;
  // A profile that covers all items overrules the one each product is in.
  const general =
    nodes.find(({coversAllItems}) => coversAllItems) ??
    nodes.find(({id}) => id === own?.gid) ??
    nodes.find((profile) => profile.default);
  if (general === undefined) return {groups: [], isComplete: true};
  const read = await fetchZones(admin, shop, general.id, signal);
  return {
    groups: read.map(({zones}) =>
      zones.map(({zone: {countries}, methodDefinitions}) => ({
        countries: countries.flatMap(({code}) => code.countryCode ?? []),
        restOfWorld: countries.some(({code}) => code.restOfWorld),
        rates: methodDefinitions.nodes.flatMap(
          (method) => toShippingRate(method, currency, general.id === own?.gid ? own.rate : null) ?? [],
        ),
      })),
    ),
    isComplete: read.every(
      ({zones, isWhole}) => isWhole && zones.every(({methodDefinitions}) => !methodDefinitions.pageInfo.hasNextPage),
    ),
  };
}

/** The zones of a group of locations. `isWhole` false: it has more. */
type ReadGroup = {readonly zones: readonly z.infer<typeof DeliveryZone>[]; readonly isWhole: boolean};

/** Further pages that are read of a group. */
const mostFurtherPages = 20;

/** The zones of a profile, by group of locations, page after page. */
async function fetchZones(
  admin: Admin,
  shop: ShopDomain,
  id: string,
  signal?: AbortSignal,
): Promise<readonly ReadGroup[]> {
  const fetchPage = async (page: Omit<RatesVariables, 'id'>) =>
    (await admin.call(shop, deliveryRates, {id, ...page}, signal)).deliveryProfile?.profileLocationGroups ?? [];
  const groups: ReadGroup[] = [];
  for (const {locationGroup, locationGroupZones} of await fetchPage({})) {
    const zones = [...locationGroupZones.nodes];
    let {hasNextPage, endCursor} = locationGroupZones.pageInfo;
    for (let pages = 0; hasNextPage && endCursor !== null && pages < mostFurtherPages; pages += 1) {
      const found = await fetchPage({group: locationGroup.id, after: endCursor});
      const next = found.find((one) => one.locationGroup.id === locationGroup.id)?.locationGroupZones;
      if (next === undefined) break;
      zones.push(...next.nodes);
      ({hasNextPage, endCursor} = next.pageInfo);
    }
    groups.push({zones, isWhole: !hasNextPage});
  }
  return groups;
}

/**
 * The rate as the domain reads it. Null: the rate is switched off, or needs a weight above 0. Parcels count as 0 kg here; the product
 * template's weights are not used.
 */
function toShippingRate(
  {active, rateProvider, methodConditions}: RateMethod,
  currency: string,
  rate: EuroRate | null,
): ShippingRate | null {
  let [from, to]: [number | null, number | null] = [null, null];
  let isComparable = true;
  for (const {operator, conditionCriteria: limit} of methodConditions) {
    const isLeast = operator === 'GREATER_THAN_OR_EQUAL_TO';
    if ('value' in limit) {
      if (isLeast && limit.value > 0) return null;
      continue;
    }
    const value = inStoreCurrency(limit, currency);
    isComparable &&= value !== null;
    if (isLeast) from = value;
    else to = value;
  }
  const {price} = rateProvider;
  // If a limit is in another currency, it is not known for which orders the rate applies, so its price is not used.
  const isKnown = isComparable && price !== undefined;
  return active ? {price: isKnown ? inStoreCurrency(price, currency, rate) : null, from, to} : null;
}

/**
 * The amount in minor units of the store's currency; null: it is in another one, or not readable.
 * @param rate converts an amount in euro; null: it is not converted.
 */
function inStoreCurrency(
  {amount, currencyCode}: z.infer<typeof CurrencyAmount>,
  currency: string,
  rate: EuroRate | null = null,
): number | null {
  const minor = parseMinor(amount, currencyCode);
  if (currencyCode === currency || minor === null) return minor;
  return currencyCode === 'EUR' && rate !== null ? toStoreCurrency(minor, rate) : null;
}
