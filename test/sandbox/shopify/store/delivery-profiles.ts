// Delivery profiles: which variants ship from where, to which countries, at which rates. A variant is in one profile; one that is
// in no other is in the default profile. https://shopify.dev/docs/apps/build/purchase-options/deferred/delivery-and-deferment/build-delivery-profiles

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
  readonly isDefault: boolean;
  name: string;
  /** Counts the changes, the creation included. */
  version: number;
  groups: LocationGroup[];
  /** Of the default profile empty: it has what no other has. */
  readonly variantIds: Set<number>;
};

/** The one every shop has; it cannot be removed. */
export const defaultProfile = (id: number): DeliveryProfile => ({
  id,
  isDefault: true,
  name: 'General profile',
  version: 1,
  groups: [],
  variantIds: new Set(),
});

/** A copy to change, and to throw away where the change is refused. */
export const draftOfProfile = (profile: DeliveryProfile): DeliveryProfile => ({
  ...profile,
  groups: structuredClone(profile.groups),
  variantIds: new Set(profile.variantIds),
});

/** The ids of the variants a profile has, in ascending order. */
export function variantIdsOf(
  store: {
    readonly variants: ReadonlyMap<number, unknown>;
    readonly deliveryProfiles: ReadonlyMap<number, DeliveryProfile>;
  },
  profile: DeliveryProfile,
): readonly number[] {
  const all = [...store.variants.keys()].toSorted((a, b) => a - b);
  if (!profile.isDefault) return all.filter((id) => profile.variantIds.has(id));
  const others = [...store.deliveryProfiles.values()];
  return all.filter((id) => !others.some(({variantIds}) => variantIds.has(id)));
}
