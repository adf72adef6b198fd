// Reads shipping profiles, and which one variants are in: needs the optional scope `read_shipping` or `write_shipping`.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/DeliveryProfile
import {z} from 'zod';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import {parseMinor} from '#domain/money.ts';
import type {ShownMethod, ShownProfile, ShownZone} from '#domain/shipping-profile/compare-profile.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation} from '../client/operation.ts';

const CurrencyAmount = z.object({amount: z.string(), currencyCode: z.string()});

const NamesAnswer = z.object({
  deliveryProfiles: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        default: z.boolean(),
        coversAllItems: z.boolean(),
        profileLocationGroups: z.array(
          z.object({locationGroup: z.object({locations: z.object({nodes: z.array(z.object({id: z.string()}))})})}),
        ),
      }),
    ),
  }),
});

/** Reads the names of the store's profiles, and the locations that each ships from. */
export const profileNames: Operation<NoVariables, typeof NamesAnswer> = {
  document: `query DeliveryProfileNames {
    deliveryProfiles(first: 100) {
      nodes {
        id name default coversAllItems
        profileLocationGroups { locationGroup { locations(first: 50) { nodes { id } } } }
      }
    }
  }`,
  cost: connectionPoints(100, 12),
  answer: NamesAnswer,
  isWrite: false,
};

/** A profile of the store. */
export type NamedProfile = {
  readonly gid: string;
  readonly name: string;
  readonly isGeneral: boolean;
  /** Whether it counts for all products, whichever profile they are in. */
  readonly coversAllItems: boolean;
  /** The locations that it ships from. */
  readonly locations: readonly string[];
};

/** The store's profiles; at most a hundred are read. */
export async function fetchProfileNames(admin: Admin, shop: ShopDomain): Promise<readonly NamedProfile[]> {
  const {nodes} = (await admin.call(shop, profileNames, {})).deliveryProfiles;
  return nodes.map(({id, name, default: isGeneral, coversAllItems, profileLocationGroups}) => ({
    gid: id,
    name,
    isGeneral,
    coversAllItems,
    locations: profileLocationGroups.flatMap(({locationGroup}) => locationGroup.locations.nodes.map((one) => one.id)),
  }));
}

const VersionAnswer = z.object({deliveryProfile: z.object({version: z.number()}).nullable()});

/** Reads how often a profile was changed. */
export const profileVersion: Operation<{readonly id: string}, typeof VersionAnswer> = {
  document: 'query DeliveryProfileVersion($id: ID!) { deliveryProfile(id: $id) { version } }',
  cost: 1,
  answer: VersionAnswer,
  isWrite: false,
};

/** The profile's version, which rises with each change; null: Shopify shows no such profile. */
export async function fetchProfileVersion(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
  signal?: AbortSignal,
): Promise<number | null> {
  return (await admin.call(shop, profileVersion, {id: gid}, signal)).deliveryProfile?.version ?? null;
}

const Method = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  rateProvider: z.object({id: z.string().optional(), price: CurrencyAmount.optional()}),
  methodConditions: z.array(z.object({id: z.string()})),
});
const Zone = z.object({
  zone: z.object({
    id: z.string(),
    name: z.string(),
    countries: z.array(z.object({code: z.object({countryCode: z.string().nullable(), restOfWorld: z.boolean()})})),
  }),
  methodDefinitions: z.object({nodes: z.array(Method)}),
});
const ProfileAnswer = z.object({
  deliveryProfile: z
    .object({
      id: z.string(),
      version: z.number(),
      profileLocationGroups: z.array(
        z.object({
          locationGroup: z.object({id: z.string(), locations: z.object({nodes: z.array(z.object({id: z.string()}))})}),
          locationGroupZones: z.object({nodes: z.array(Zone)}),
        }),
      ),
    })
    .nullable(),
});

/** Reads the zones and rates of the app's profile. */
export const profileRead: Operation<{readonly id: string}, typeof ProfileAnswer> = {
  document: `query DeliveryProfileRead($id: ID!) {
    deliveryProfile(id: $id) {
      id version
      profileLocationGroups {
        locationGroup { id locations(first: 50) { nodes { id } } }
        locationGroupZones(first: 50) {
          nodes {
            zone { id name countries { code { countryCode restOfWorld } } }
            methodDefinitions(first: 5) {
              nodes {
                id name active
                rateProvider { ... on DeliveryRateDefinition { id price { amount currencyCode } } }
                methodConditions { id }
              }
            }
          }
        }
      }
    }
  }`,
  cost: 120,
  answer: ProfileAnswer,
  isWrite: false,
};

/** The profile as Shopify shows it; null: there is none with this id. */
export async function fetchProfile(admin: Admin, shop: ShopDomain, gid: string): Promise<ShownProfile | null> {
  const {deliveryProfile} = await admin.call(shop, profileRead, {id: gid});
  if (deliveryProfile === null) return null;
  const {id, version, profileLocationGroups} = deliveryProfile;
  return {
    gid: id,
    version,
    groups: profileLocationGroups.map(({locationGroup, locationGroupZones}) => ({
      gid: locationGroup.id,
      locations: locationGroup.locations.nodes.map((location) => location.id),
      zones: locationGroupZones.nodes.map(toShownZone),
    })),
  };
}

const toShownZone = ({zone, methodDefinitions}: z.infer<typeof Zone>): ShownZone => ({
  gid: zone.id,
  name: zone.name,
  countries: zone.countries.map(({code}) => code.countryCode),
  methods: methodDefinitions.nodes.map(toShownMethod),
});

function toShownMethod({id, name, active, rateProvider, methodConditions}: z.infer<typeof Method>): ShownMethod {
  const {id: rateGid = null, price} = rateProvider;
  const minor = price === undefined ? null : parseMinor(price.amount, price.currencyCode);
  return {
    gid: id,
    rateGid,
    name,
    isActive: active,
    hasConditions: methodConditions.length > 0,
    price: price === undefined || minor === null ? null : {minor, currency: price.currencyCode},
  };
}

const VariantsAnswer = z.object({
  nodes: z.array(
    z
      .object({
        id: z.custom<VariantGid>((id) => typeof id === 'string'),
        deliveryProfile: z.object({id: z.string(), default: z.boolean()}),
      })
      .nullable(),
  ),
});

/** Reads which profiles variants are in. */
export const variantProfiles: Operation<{readonly ids: readonly VariantGid[]}, typeof VariantsAnswer> = {
  document: `query VariantProfiles($ids: [ID!]!) {
    nodes(ids: $ids) { ... on ProductVariant { id deliveryProfile { id default } } }
  }`,
  cost: ({ids}) => 2 * ids.length,
  answer: VariantsAnswer,
  isWrite: false,
};

/** The profile that each variant is in, null for the general one. Variants that the store does not have are left out. */
export async function fetchVariantProfiles(
  admin: Admin,
  shop: ShopDomain,
  ids: readonly VariantGid[],
): Promise<ReadonlyMap<VariantGid, string | null>> {
  const {nodes} = await admin.call(shop, variantProfiles, {ids});
  return new Map(
    nodes.flatMap((node) =>
      node === null ? [] : [[node.id, node.deliveryProfile.default ? null : node.deliveryProfile.id] as const],
    ),
  );
}
