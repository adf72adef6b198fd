// Delivery profiles as others change them: the merchant in the admin, and another app. Webhooks follow where Shopify sends them.

import type {DeliveryMethod, DeliveryProfile, DeliveryZone, ProfileHolder} from '../store/delivery-profiles.ts';
import {draftOfProfile, merchantRates, newProfile, profilesNow, variantIdsOf} from '../store/delivery-profiles.ts';
import {gid, idOf} from '../store/gid.ts';
import {toMoney} from '../store/money.ts';
import {placeProfile, removeProfile, saveProfile} from '../store/profile-changes.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {changeProfile, findProfile, minorOf, type SetRates, toGroups, toZone} from './shipping-control.ts';

export type ProfileSnapshot = ReturnType<typeof profileSnapshot>;

/** Zones and rates are named by their names; without a name it is the zone's first rate. */
export type ProfileControl = {
  /** As the API shows them. */
  readonly all: () => readonly ProfileSnapshot[];
  /** As the merchant's admin shows them: with the rates that count at the checkout, in a market-driven store too. */
  readonly inAdmin: () => readonly ProfileSnapshot[];
  /** Its gid. `owner`: 'merchant' where left out; 'other app' takes variants as another app's profile does. */
  readonly create: (profile: {
    readonly name: string;
    readonly owner?: 'merchant' | 'other app';
    /** Only of an app's: it counts for all products, whichever profile they are in. */
    readonly coversAllItems?: boolean;
    readonly zones?: readonly SetRates[];
    readonly variantIds?: readonly string[];
  }) => string;
  readonly rename: (id: string, name: string) => void;
  readonly editRate: (
    id: string,
    at: {readonly zone: string; readonly rate?: string},
    edit: {readonly name?: string; readonly price?: string; readonly currency?: string; readonly active?: boolean},
  ) => void;
  readonly removeRate: (id: string, at: {readonly zone: string; readonly rate?: string}) => void;
  /** `countries` with null: the rest of the world. */
  readonly editZone: (
    id: string,
    zone: string,
    edit: {readonly name?: string; readonly countries?: readonly (string | null)[]},
  ) => void;
  readonly addZone: (id: string, zone: SetRates) => void;
  readonly removeZone: (id: string, zone: string) => void;
  /** At once. */
  readonly remove: (id: string) => void;
  /** Into a profile by its gid; null: back to the general one. */
  readonly moveVariants: (variantIds: readonly string[], to: string | null) => void;
  /** The store is moved to market-driven shipping with the rates that its merchant has now. There is no way back. */
  readonly toMarketDriven: () => void;
};

export function createProfileControl(store: ShopStore): ProfileControl {
  return {
    all: () => profilesNow(store).map((profile) => profileSnapshot(store, profile)),
    inAdmin() {
      const merchants = merchantRates(store);
      const ofApps = merchants === store ? [] : profilesNow(store).filter(({owner}) => owner !== 'merchant');
      return [
        ...profilesNow(merchants).map((profile) => profileSnapshot(merchants, profile)),
        ...ofApps.map((profile) => profileSnapshot(store, profile)),
      ];
    },
    create({name, owner = 'merchant', coversAllItems = false, zones = [], variantIds = []}) {
      if (coversAllItems && owner === 'merchant') throw new Error('Only the profile of an app can cover all items.');
      const profile = newProfile(store, name, owner, coversAllItems);
      profile.groups = toGroups(store, zones);
      const joining = variantIds.map(variantNumber);
      const isOfMarkets = owner === 'merchant' && store.marketShipping !== null;
      if (isOfMarkets) placeProfile(merchantRates(store), profile, {joining});
      else saveProfile(store, profile, {joining});
      return gid('DeliveryProfile', profile.id);
    },
    ...rateControl(store),
    remove(id) {
      const profile = findProfile(store, id);
      if (profile.isDefault) throw new Error('The general profile cannot be removed.');
      if (store.marketShipping?.get(profile.id) === profile) store.marketShipping.delete(profile.id);
      else removeProfile(store, profile, 0);
    },
    moveVariants(variantIds, to) {
      const draft = draftOfProfile(findProfile(store, to));
      const joining = variantIds.map(variantNumber);
      const isOfMarkets = store.marketShipping?.has(draft.id) ?? false;
      if (isOfMarkets) placeProfile(merchantRates(store), draft, {joining});
      else saveProfile(store, draft, {joining});
    },
    toMarketDriven() {
      const own = profilesNow(store).filter(({owner}) => owner === 'merchant');
      store.marketShipping ??= new Map(own.map((profile) => [profile.id, draftOfProfile(profile)]));
    },
  };
}

type RateControl = Pick<ProfileControl, 'addZone' | 'editRate' | 'editZone' | 'removeRate' | 'removeZone' | 'rename'>;

function rateControl(store: ShopStore): RateControl {
  return {
    rename: (id, name) =>
      changeProfile(store, id, (draft) => {
        draft.name = name;
      }),
    editRate: (id, {zone, rate}, edit) =>
      changeProfile(store, id, (draft) => {
        const method = methodIn(zoneIn(draft, zone), rate);
        method.name = edit.name ?? method.name;
        method.active = edit.active ?? method.active;
        method.currency = edit.currency ?? method.currency;
        if (edit.price !== undefined) method.price = minorOf(edit.price, method.currency);
      }),
    removeRate: (id, {zone, rate}) =>
      changeProfile(store, id, (draft) => {
        const found = zoneIn(draft, zone);
        found.methods.splice(found.methods.indexOf(methodIn(found, rate)), 1);
      }),
    editZone: (id, zone, {name, countries}) =>
      changeProfile(store, id, (draft) => {
        const found = zoneIn(draft, zone);
        found.name = name ?? found.name;
        found.countries = countries?.map((code) => ({id: store.newId(), code})) ?? found.countries;
      }),
    addZone: (id, zone) =>
      changeProfile(store, id, (draft) => {
        const [group] = draft.groups;
        if (group === undefined) draft.groups = toGroups(store, [zone]);
        else group.zones.push(toZone(store, zone));
      }),
    removeZone: (id, zone) =>
      changeProfile(store, id, (draft) => {
        const found = zoneIn(draft, zone);
        for (const group of draft.groups) group.zones = group.zones.filter((one) => one !== found);
      }),
  };
}

const variantNumber = (id: string): number => idOf('ProductVariant', id) ?? -1;

function zoneIn({name, groups}: DeliveryProfile, zone: string): DeliveryZone {
  const found = groups.flatMap(({zones}) => zones).find((one) => one.name === zone);
  if (found === undefined) throw new Error(`"${name}" has no zone "${zone}".`);
  return found;
}

function methodIn({name, methods}: DeliveryZone, rate?: string): DeliveryMethod {
  const found = methods.find((one) => rate === undefined || one.name === rate);
  if (found === undefined) throw new Error(`The zone "${name}" has no rate ${rate ?? ''}.`);
  return found;
}

function profileSnapshot(holder: ProfileHolder, profile: DeliveryProfile) {
  return {
    id: gid('DeliveryProfile', profile.id),
    name: profile.name,
    owner: profile.owner,
    isDefault: profile.isDefault,
    version: profile.version,
    variantIds: variantIdsOf(holder, profile).map((id) => gid('ProductVariant', id)),
    zones: profile.groups
      .flatMap(({zones}) => zones)
      .map(({name, countries, methods}) => ({
        name,
        countries: countries.map(({code}) => code),
        rates: methods.map((method) => ({
          name: method.name,
          price: method.price === null ? null : toMoney(method.price, method.currency),
          currency: method.currency,
          active: method.active,
        })),
      })),
  };
}
