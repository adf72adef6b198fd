// Makes, changes and removes the shipping profile that the app keeps in a store: needs the optional scope `write_shipping`.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/deliveryProfileUpdate
import {z} from 'zod';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import {toDecimal} from '#domain/money.ts';
import type {WrittenRate} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileRate} from '#domain/shipping-profile/profile-terms.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {catchRefusal, type Refused, toRefused, UserErrors} from '../client/user-errors.ts';

const CreateAnswer = z.object({
  deliveryProfileCreate: z.object({profile: z.object({id: z.string()}).nullable(), userErrors: UserErrors}).nullable(),
});

/** Makes a profile. Never repeated by itself: after a lost answer the store's profiles are read. */
export const profileCreate: Operation<{readonly profile: object}, typeof CreateAnswer> = {
  document: `mutation DeliveryProfileCreate($profile: DeliveryProfileInput!) {
    deliveryProfileCreate(profile: $profile) { profile { id } userErrors { field message } }
  }`,
  cost: 11,
  answer: CreateAnswer,
  isWrite: true,
};

export type NewProfile = {
  readonly name: string;
  readonly locations: readonly string[];
  readonly rates: readonly ProfileRate[];
};

/** Makes the profile with its first zones. Returns its id, or the refusal. */
export async function createProfile(
  admin: Admin,
  shop: ShopDomain,
  {name, locations, rates}: NewProfile,
): Promise<{readonly kind: 'made'; readonly gid: string} | Refused> {
  const profile = {
    name,
    locationGroupsToCreate: [{locationsToAdd: locations, zonesToCreate: rates.map(toZoneInput)}],
  };
  const answer = await catchRefusal(admin.call(shop, profileCreate, {profile}));
  if ('kind' in answer) return answer;
  const {profile: made, userErrors} = answer.deliveryProfileCreate ?? {profile: null, userErrors: []};
  return made === null ? toRefused(userErrors) : {kind: 'made', gid: made.id};
}

const toZoneInput = ({name, method, countries, price, currency}: ProfileRate): object => ({
  name,
  countries: countries.map((code) => ({code, includeAllProvinces: true})),
  methodDefinitionsToCreate: [{name: method, active: true, rateDefinition: {price: toPriceInput(price, currency)}}],
});

const toPriceInput = (minor: number, currency: string): object => ({
  amount: toDecimal({minor, currency}),
  currencyCode: currency,
});

const UpdateAnswer = z.object({
  deliveryProfileUpdate: z
    .object({profile: z.object({version: z.number()}).nullable(), userErrors: UserErrors})
    .nullable(),
});

/** Changes a profile: its locations, its zones, or its prices. */
export const profileUpdate: Operation<{readonly id: string; readonly profile: object}, typeof UpdateAnswer> = {
  document: `mutation DeliveryProfileUpdate($id: ID!, $profile: DeliveryProfileInput!) {
    deliveryProfileUpdate(id: $id, profile: $profile) { profile { version } userErrors { field message } }
  }`,
  cost: 101,
  answer: UpdateAnswer,
  isWrite: true,
};

/** A change of a profile, as it is sent with one call. */
export type ProfileChange =
  | {readonly kind: 'zones'; readonly groupGid: string; readonly rates: readonly ProfileRate[]}
  | {
      readonly kind: 'prices';
      readonly groupGid: string;
      readonly rates: readonly (WrittenRate & {readonly newPrice: ProfileRate})[];
    }
  | {readonly kind: 'locations'; readonly groupGid: string; readonly locations: readonly string[]}
  | {readonly kind: 'delete_zones'; readonly zoneGids: readonly string[]};

/** Sends one change. Returns the profile's version after it, or the refusal. */
export async function changeProfile(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
  change: ProfileChange,
): Promise<ProfileChanged | Refused> {
  return toChanged(await catchRefusal(admin.call(shop, profileUpdate, {id: gid, profile: toProfileInput(change)})));
}

type ProfileChanged = {readonly kind: 'changed'; readonly version: number};

function toChanged(answer: z.infer<typeof UpdateAnswer> | Refused): ProfileChanged | Refused {
  if ('kind' in answer) return answer;
  const {profile, userErrors} = answer.deliveryProfileUpdate ?? {profile: null, userErrors: []};
  return profile === null ? toRefused(userErrors) : {kind: 'changed', version: profile.version};
}

/** Puts variants into a profile, or out of it. Naming the same ones twice has the same effect as once. */
export const profileVariants: typeof profileUpdate = {
  ...profileUpdate,
  document: profileUpdate.document.replace('DeliveryProfileUpdate(', 'DeliveryProfileVariants('),
  isRepeatable: true,
};

/** `dissociate`: into the general profile. At most 250 variants. */
export type VariantsMove = {readonly kind: 'associate' | 'dissociate'; readonly variants: readonly VariantGid[]};

/** Moves variants. Ids that Shopify does not know are skipped. Returns the profile's version after it, or the refusal. */
export async function moveInProfile(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
  {kind, variants}: VariantsMove,
): Promise<ProfileChanged | Refused> {
  const profile = kind === 'associate' ? {variantsToAssociate: variants} : {variantsToDissociate: variants};
  return toChanged(await catchRefusal(admin.call(shop, profileVariants, {id: gid, profile})));
}

function toProfileInput(change: ProfileChange): object {
  switch (change.kind) {
    case 'zones':
      return {locationGroupsToUpdate: [{id: change.groupGid, zonesToCreate: change.rates.map(toZoneInput)}]};
    case 'prices': {
      const zonesToUpdate = change.rates.map(({zoneGid, methodGid, rateGid, newPrice: {price, currency}}) => ({
        id: zoneGid,
        methodDefinitionsToUpdate: [
          {id: methodGid, rateDefinition: {id: rateGid, price: toPriceInput(price, currency)}},
        ],
      }));
      return {locationGroupsToUpdate: [{id: change.groupGid, zonesToUpdate}]};
    }
    case 'delete_zones':
      return {zonesToDelete: change.zoneGids};
    case 'locations':
      return {locationGroupsToUpdate: [{id: change.groupGid, locationsToAdd: change.locations}]};
  }
}

const RemoveAnswer = z.object({
  deliveryProfileRemove: z.object({job: z.object({id: z.string()}).nullable(), userErrors: UserErrors}).nullable(),
});

/** Deletes a profile, in a job of Shopify's. */
export const profileRemove: Operation<{readonly id: string}, typeof RemoveAnswer> = {
  document: `mutation DeliveryProfileRemove($id: ID!) {
    deliveryProfileRemove(id: $id) { job { id } userErrors { field message } }
  }`,
  cost: 10,
  answer: RemoveAnswer,
  isWrite: true,
};

/** Asks Shopify to delete the profile; it is gone a little later. */
export async function removeProfile(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
): Promise<{readonly kind: 'asked'} | Refused> {
  const {job, userErrors} = (await admin.call(shop, profileRemove, {id: gid})).deliveryProfileRemove ?? {
    job: null,
    userErrors: [],
  };
  return job === null ? toRefused(userErrors) : {kind: 'asked'};
}
