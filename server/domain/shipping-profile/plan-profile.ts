// Decides what is to be done next about a store's shipping profile. Each step can be repeated: after a lost answer or a killed worker the
// profile is read again, and the next step follows from what Shopify shows.
import type {ZoneCode} from '#domain/orders/zone.ts';
import {
  findChanges,
  findWritten,
  type ShownProfile,
  type ShownZone,
  shownPrice,
  type WrittenRate,
  type ZoneChange,
} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileRate} from '#domain/shipping-profile/profile-terms.ts';

/** What the merchant wants: none; the profile with three products, to try; the profile with all products. */
export const profileWishes = ['off', 'trial', 'on'] as const;
export type ProfileWish = (typeof profileWishes)[number];

/**
 * Why nothing more is done until something changes. `not_permitted`: the merchant has not allowed the app to write shipping settings.
 * `market_driven`: the store's rates are those of its markets. `covered`: another profile counts for all products. `no_rate`: no exchange
 * rate is set. `other_currency`: the surcharge was entered in another currency than the rates have now. `no_location`: no profile of the store has a location. `removed`: someone deleted the profile in Shopify. `refused`: Shopify
 * refused the change. `serviced`: variants are stocked at the location of the fulfilment service, which has no other rates.
 */
export const profileStops = [
  'not_permitted',
  'market_driven',
  'covered',
  'no_rate',
  'other_currency',
  'no_location',
  'removed',
  'refused',
  'serviced',
] as const;
export type ProfileStop = (typeof profileStops)[number];

export type ProfileFacts = {
  readonly want: ProfileWish;
  readonly isPermitted: boolean;
  /** Null: not known. */
  readonly isMarketDriven: boolean | null;
  /** Whether another profile of the store counts for all products. */
  readonly isCovered: boolean;
  /** Whether the app made a profile, so that it is missing if Shopify does not show it. */
  readonly isMade: boolean;
  /** Whether Shopify was asked to delete the profile. */
  readonly isRemoving: boolean;
  /** Null: Shopify shows none, or was not asked since it is not permitted. */
  readonly shown: ShownProfile | null;
  /** Null: they cannot be calculated. */
  readonly rates: readonly ProfileRate[] | null;
  /** Why not, where they cannot. */
  readonly noRates: 'no_rate' | 'other_currency';
  readonly written: readonly WrittenRate[];
  /** The zones in which the merchant wants the app's rate again. */
  readonly resets: readonly ZoneCode[];
  /** The zones that Shopify has just refused. */
  readonly refused: readonly ZoneCode[];
  /** Whether each zone is sent by itself, since Shopify refused several together. */
  readonly oneByOne: boolean;
  /** The locations that the profile is to ship from. */
  readonly locations: readonly string[];
  /** Whether variants that are to leave the profile are still stocked at the location of the fulfilment service. */
  readonly isServed: boolean;
  /** Whether variants are to be put into the profile, and whether some are to be given back to where they were. */
  readonly hasToMove: boolean;
  readonly hasToGiveBack: boolean;
};

/** A written rate with the one that is to replace it. */
export type PriceChange = WrittenRate & {readonly newPrice: ProfileRate};

export type ProfileStep =
  | {readonly kind: 'create'; readonly rates: readonly ProfileRate[]}
  | {readonly kind: 'add_locations'; readonly groupGid: string; readonly locations: readonly string[]}
  | {readonly kind: 'add_zones'; readonly groupGid: string; readonly rates: readonly ProfileRate[]}
  | {readonly kind: 'change_prices'; readonly groupGid: string; readonly rates: readonly PriceChange[]}
  /** Deletes zones; they are made again. */
  | {readonly kind: 'delete_zones'; readonly zoneGids: readonly string[]}
  | {readonly kind: 'give_back'}
  | {readonly kind: 'move'}
  | {readonly kind: 'remove'}
  | {readonly kind: 'await_removal'}
  | {readonly kind: 'settled'}
  | {readonly kind: 'stop'; readonly why: ProfileStop};

export type ProfilePlan = {
  readonly step: ProfileStep;
  /** What the app has written so far, as it is to be stored. */
  readonly written: readonly WrittenRate[];
  /** The zones that are still to be made again. */
  readonly resets: readonly ZoneCode[];
  /** What the merchant changed; those zones are left as they are. */
  readonly changes: readonly ZoneChange[];
};

/** Shopify advises at most five zones a call. https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/DeliveryProfileInput */
const zonesPerCall = 5;

/** The next step, and what to store with it. */
export function planProfile(facts: ProfileFacts): ProfilePlan {
  const {shown, want, isPermitted, isMade} = facts;
  const {written: known, resets: asked} = facts;
  if (!isPermitted) {
    const step: ProfileStep = isMade || want !== 'off' ? {kind: 'stop', why: 'not_permitted'} : {kind: 'settled'};
    return {step, written: known, resets: asked, changes: []};
  }
  if (shown === null) return {step: planWithoutProfile(facts), written: known, resets: [], changes: []};
  const found = findWritten(known, facts.rates ?? [], shown);
  const all = findChanges(found, shown);
  // A price is written over; a zone that is otherwise changed is deleted and made again. Both need the new rate.
  const isReset = ({zone}: {readonly zone: ZoneCode}) => facts.rates !== null && asked.includes(zone);
  const toDelete = all.filter((change) => isReset(change) && change.what !== 'price' && change.what !== 'removed');
  const gone = new Set(all.filter((change) => isReset(change) && change.what === 'removed').map(({zone}) => zone));
  const written = found.filter(({zone}) => !gone.has(zone));
  const changes = all.filter((change) => !isReset(change));
  const resets = asked.filter((zone) => !gone.has(zone) && all.some((change) => change.zone === zone));
  const zoneGids = toDelete.flatMap(({zone}) => written.find((rate) => rate.zone === zone)?.zoneGid ?? []);
  const step = facts.isRemoving
    ? ({kind: 'await_removal'} as const)
    : want === 'off'
      ? planRemoval(facts)
      : zoneGids.length > 0
        ? ({kind: 'delete_zones', zoneGids} as const)
        : planUpkeep({...facts, shown, written}, changes);
  return {step, written, resets, changes};
}

function planWithoutProfile(facts: ProfileFacts): ProfileStep {
  const {want, rates, locations} = facts;
  // With the profile, its variants went to the general one: those that came from another one go back there.
  if (facts.hasToGiveBack) return {kind: 'give_back'};
  if (facts.isRemoving) return {kind: 'await_removal'};
  if (want === 'off') return {kind: 'settled'};
  if (facts.isMarketDriven === true) return {kind: 'stop', why: 'market_driven'};
  if (facts.isMade) return {kind: 'stop', why: 'removed'};
  if (facts.isCovered) return {kind: 'stop', why: 'covered'};
  if (rates === null) return {kind: 'stop', why: facts.noRates};
  if (locations.length === 0) return {kind: 'stop', why: 'no_location'};
  const next = nextZones(rates, facts);
  return next.length === 0 ? {kind: 'stop', why: 'refused'} : {kind: 'create', rates: next};
}

function planRemoval({isServed, hasToGiveBack}: ProfileFacts): ProfileStep {
  if (isServed) return {kind: 'stop', why: 'serviced'};
  return hasToGiveBack ? {kind: 'give_back'} : {kind: 'remove'};
}

/** The zones to be sent with one call. */
const nextZones = (rates: readonly ProfileRate[], {refused, oneByOne}: ProfileFacts): readonly ProfileRate[] =>
  rates.filter(({zone}) => !refused.includes(zone)).slice(0, oneByOne ? 1 : zonesPerCall);

type ShownFacts = ProfileFacts & {readonly shown: ShownProfile};

function planUpkeep({written, rates, ...facts}: ShownFacts, changes: readonly ZoneChange[]): ProfileStep {
  const {shown} = facts;
  const group = groupOf(shown, written);
  const present = new Set(written.map(({zone}) => zone));
  const missing = nextZones(
    (rates ?? []).filter(({zone}) => !present.has(zone)),
    {...facts, rates, written},
  );
  const far = facts.locations.filter((location) => group?.locations.includes(location) === false);
  const outdated = planPrices(rates ?? [], written, changes, group?.zones ?? []);
  if (group !== undefined) {
    const {gid: groupGid} = group;
    if (far.length > 0) return {kind: 'add_locations', groupGid, locations: far};
    if (missing.length > 0) return {kind: 'add_zones', groupGid, rates: missing};
    if (outdated.length > 0) return {kind: 'change_prices', groupGid, rates: outdated.slice(0, zonesPerCall)};
  }
  if (facts.hasToGiveBack && !facts.isServed) return {kind: 'give_back'};
  if (facts.hasToMove) return {kind: 'move'};
  if (facts.isServed) return {kind: 'stop', why: 'serviced'};
  if (facts.isCovered) return {kind: 'stop', why: 'covered'};
  return rates === null ? {kind: 'stop', why: facts.noRates} : {kind: 'settled'};
}

/** The group of locations that has the app's zones; before there are any, the first. */
const groupOf = ({groups}: ShownProfile, written: readonly WrittenRate[]): ShownProfile['groups'][number] | undefined =>
  groups.find(({zones}) => zones.some(({gid}) => written.some(({zoneGid}) => zoneGid === gid))) ?? groups[0];

/** The written rates that are still ours and that Shopify shows with another price than the planned one. */
function planPrices(
  rates: readonly ProfileRate[],
  written: readonly WrittenRate[],
  changes: readonly ZoneChange[],
  zones: readonly ShownZone[],
): readonly PriceChange[] {
  const theirs = new Set(changes.map(({zone}) => zone));
  return written.flatMap((rate) => {
    const newPrice = rates.find(({zone}) => zone === rate.zone);
    const shown = shownPrice(rate, zones);
    if (newPrice === undefined || shown === null || theirs.has(rate.zone)) return [];
    const isSame = newPrice.price === shown.minor && newPrice.currency === shown.currency;
    return isSame ? [] : [{...rate, newPrice}];
  });
}
