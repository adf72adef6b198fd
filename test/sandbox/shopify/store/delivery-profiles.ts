// Delivery profiles: which variants ship from where, to which countries, at which rates. A variant is in one profile; one that is
// in no other is in the default profile. https://shopify.dev/docs/apps/build/purchase-options/deferred/delivery-and-deferment/build-delivery-profiles
//
// In a store with market-driven shipping the merchant's rates are part of the markets, and a variant in an app's profile stays in the
// merchant's configuration: https://shopify.dev/docs/apps/build/orders-fulfillment/market-driven-shipping/upgrade-your-app

export type DeliveryCondition = {
  readonly id: number;
  readonly field: 'TOTAL_PRICE' | 'TOTAL_WEIGHT';
  readonly operator: string;
  readonly criteria:
    | {readonly kind: 'weight'; readonly value: number; readonly unit: string}
    | {readonly kind: 'money'; readonly amount: number; readonly currency: string};
};

export type DeliveryMethod = {
  readonly id: number;
  name: string;
  description: string | null;
  active: boolean;
  readonly rateId: number;
  /** Minor units; null: a carrier or an app calculates it. */
  price: number | null;
  currency: string;
  conditions: DeliveryCondition[];
};

/** `code` null is the rest of the world. */
export type DeliveryCountry = {readonly id: number; readonly code: string | null};

export type DeliveryZone = {readonly id: number; name: string; countries: DeliveryCountry[]; methods: DeliveryMethod[]};

export type LocationGroup = {readonly id: number; locationIds: number[]; zones: DeliveryZone[]};

export type DeliveryProfile = {
  readonly id: number;
  readonly owner: 'app' | 'merchant' | 'other app';
  readonly isDefault: boolean;
  /** Its rates then count for everything at the checkout, whichever profile a variant is in. */
  readonly coversAllItems: boolean;
  name: string;
  /** Counts the changes, the creation included. */
  version: number;
  groups: LocationGroup[];
  /** Of the default profile empty: it has what no other has. */
  readonly variantIds: Set<number>;
  /** When the job that removes it is done; null: none was asked for. */
  goneAt: number | null;
};

export type ProfileHolder = {
  readonly variants: ReadonlyMap<number, unknown>;
  /** All profiles as the API shows them. */
  readonly deliveryProfiles: Map<number, DeliveryProfile>;
  /** The merchant's rates as they hold in a market-driven store, where the API shows what they were before; null in any other. */
  readonly marketShipping: Map<number, DeliveryProfile> | null;
  readonly now: () => number;
};

/** The one every shop has; it cannot be removed. */
export const defaultProfile = (id: number): DeliveryProfile => ({
  id,
  owner: 'merchant',
  isDefault: true,
  coversAllItems: false,
  name: 'General profile',
  version: 1,
  groups: [],
  variantIds: new Set(),
  goneAt: null,
});

/** Not saved yet: that makes it version 1. */
export const newProfile = (
  {newId}: {readonly newId: () => number},
  name: string,
  owner: DeliveryProfile['owner'],
  coversAllItems = false,
): DeliveryProfile => ({
  id: newId(),
  owner,
  isDefault: false,
  coversAllItems,
  name,
  version: 0,
  groups: [],
  variantIds: new Set(),
  goneAt: null,
});

/** A copy to change, and to throw away where the change is refused. */
export const draftOfProfile = (profile: DeliveryProfile): DeliveryProfile => ({
  ...profile,
  groups: structuredClone(profile.groups),
  variantIds: new Set(profile.variantIds),
});

/** Without those whose removal is done; the default profile has their variants from then on. */
export function profilesNow(holder: ProfileHolder): readonly DeliveryProfile[] {
  for (const profile of holder.deliveryProfiles.values()) {
    if (profile.goneAt === null || profile.goneAt > holder.now()) continue;
    holder.deliveryProfiles.delete(profile.id);
    const general = generalOf(holder);
    const isMissed = [...profile.variantIds].some((id) => holder.variants.has(id));
    if (isMissed && isEitherOr(holder, general, profile)) general.version += 1;
  }
  return [...holder.deliveryProfiles.values()];
}

export const profileById = (holder: ProfileHolder, id: number | null): DeliveryProfile | undefined =>
  profilesNow(holder).find((profile) => profile.id === id);

export function generalOf({deliveryProfiles}: Pick<ProfileHolder, 'deliveryProfiles'>): DeliveryProfile {
  const general = [...deliveryProfiles.values()].find(({isDefault}) => isDefault);
  if (general === undefined) throw new Error('The store has no general profile.');
  return general;
}

/** The merchant's configuration that counts at the checkout. */
export const merchantRates = (holder: ProfileHolder): ProfileHolder =>
  holder.marketShipping === null
    ? holder
    : {variants: holder.variants, deliveryProfiles: holder.marketShipping, marketShipping: null, now: holder.now};

/** Whether no variant is in both. */
export const isEitherOr = (holder: ProfileHolder, one: DeliveryProfile, other: DeliveryProfile): boolean =>
  holder.marketShipping === null || (one.owner === 'merchant') === (other.owner === 'merchant');

/** The ids of the variants a profile has, in ascending order. */
export function variantIdsOf(holder: ProfileHolder, profile: DeliveryProfile): readonly number[] {
  const all = [...holder.variants.keys()].toSorted((a, b) => a - b);
  if (!profile.isDefault) return all.filter((id) => profile.variantIds.has(id));
  const others = profilesNow(holder).filter((other) => isEitherOr(holder, profile, other));
  return all.filter((id) => !others.some(({variantIds}) => variantIds.has(id)));
}

/** Where it is in two, the app's: which one a market-driven store names is not documented. */
export function profileOf(holder: ProfileHolder, variantId: number): DeliveryProfile {
  const having = profilesNow(holder).filter(({variantIds}) => variantIds.has(variantId));
  return having.find(({owner}) => owner !== 'merchant') ?? having[0] ?? generalOf(holder);
}
