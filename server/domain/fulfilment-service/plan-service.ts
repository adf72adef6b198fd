// Decides what is to be done next about a store's fulfilment service. Each step can be repeated: after a lost answer or a killed worker
// the store is read again, and the next step follows from what Shopify shows.
import {hour} from '#domain/durations.ts';

/** What the merchant wants: no service; the service with three products, to try; the service with all products. */
export const serviceWishes = ['off', 'trial', 'on'] as const;
export type ServiceWish = (typeof serviceWishes)[number];

/**
 * Why nothing more is done until something changes. `not_permitted`: the merchant has not allowed the app what it needs. `name_taken`:
 * another service has the name. `no_profile`: products at the service's location would have no shipping rates, since the app's shipping
 * profile does not take them. `removed`: someone deleted the service in Shopify. `refused`: Shopify refused the change.
 */
export const serviceStops = ['not_permitted', 'name_taken', 'no_profile', 'removed', 'refused'] as const;
export type ServiceStop = (typeof serviceStops)[number];

/** A fulfilment service of the store, the app's or another one. Ids may come with a query, which counts for nothing. */
export type ShownService = {
  readonly gid: string;
  readonly locationGid: string | null;
  readonly name: string;
  readonly callbackUrl: string | null;
};

/** The app's service among those of a store; null: there is none. */
export type FoundService = {
  readonly service: ShownService;
  /** False: only its name is the app's, so that it may be another app's. */
  readonly isOurs: boolean;
};

/**
 * Whether the app's shipping profile has rates at the service's location. `yes`: it has. `soon`: its worker has still to put the location
 * into it. `no`: there is no such profile, or it does not work.
 */
export type RatesThere = 'yes' | 'soon' | 'no';

export type ServiceFacts = {
  readonly want: ServiceWish;
  readonly isPermitted: boolean;
  /** Whether the app has a service, so that it is missing if Shopify does not show it. */
  readonly isMade: boolean;
  /** Null: Shopify shows none, or was not asked since it is not permitted. */
  readonly found: FoundService | null;
  /** The address that Shopify is to call about the service. */
  readonly callbackUrl: string;
  readonly rates: RatesThere;
  /** Whether variants that have rates at the location are still stocked elsewhere. */
  readonly hasToMove: boolean;
  /** Of the wanted variants that are not in the shipping profile: whether it takes them soon, or never; `none`: there are none. */
  readonly withoutRates: 'none' | RatesThere;
  /** Whether variants go back to the locations that stocked them before. */
  readonly hasToGiveBack: boolean;
  /** Whether Shopify refused to move some back, which is tried again later. */
  readonly hasRefused: boolean;
};

export type ServiceStep =
  | {readonly kind: 'create'}
  /** Has Shopify call the app about a service that was registered before, maybe under another address. */
  | {readonly kind: 'reattach'; readonly gid: string; readonly isOurs: boolean}
  /** Stores the ids of a service that was found. */
  | {readonly kind: 'adopt'; readonly service: ShownService}
  /** Waits until the shipping profile has rates at the location. */
  | {readonly kind: 'await_rates'}
  | {readonly kind: 'move'}
  | {readonly kind: 'give_back'}
  | {readonly kind: 'remove'; readonly gid: string}
  | {readonly kind: 'forget'}
  | {readonly kind: 'settled'}
  | {readonly kind: 'stop'; readonly why: ServiceStop};

/** The next step. */
export function planService(facts: ServiceFacts): ServiceStep {
  const {want, isPermitted, isMade, found} = facts;
  if (!isPermitted) return isMade || want !== 'off' ? {kind: 'stop', why: 'not_permitted'} : {kind: 'settled'};
  if (found === null || (!found.isOurs && (isMade || want === 'off'))) return planWithoutService(facts);
  const {service, isOurs} = found;
  if (!isMade && isOurs) return {kind: 'adopt', service};
  if (want === 'off') return planEnd(facts, service);
  if (!isOurs || service.callbackUrl !== facts.callbackUrl) return {kind: 'reattach', gid: service.gid, isOurs};
  return planStock(facts);
}

function planWithoutService({want, isMade, hasToGiveBack, hasRefused}: ServiceFacts): ServiceStep {
  if (hasToGiveBack) return {kind: 'give_back'};
  if (want === 'off' && hasRefused) return {kind: 'stop', why: 'refused'};
  if (want === 'off') return {kind: isMade ? 'forget' : 'settled'};
  return isMade ? {kind: 'stop', why: 'removed'} : {kind: 'create'};
}

/** The service goes once all variants are back: with it, Shopify would move them to one location. */
function planEnd({hasToGiveBack, hasRefused}: ServiceFacts, {gid}: ShownService): ServiceStep {
  if (hasToGiveBack) return {kind: 'give_back'};
  return hasRefused ? {kind: 'stop', why: 'refused'} : {kind: 'remove', gid};
}

/** Stocks variants at the location only where it has rates: elsewhere nothing of them could be sold. */
function planStock({rates, hasToMove, withoutRates, hasToGiveBack}: ServiceFacts): ServiceStep {
  if (hasToGiveBack) return {kind: 'give_back'};
  const isLacking = hasToMove || withoutRates !== 'none';
  if (isLacking && rates === 'no') return {kind: 'stop', why: 'no_profile'};
  if (isLacking && rates === 'soon') return {kind: 'await_rates'};
  if (hasToMove) return {kind: 'move'};
  if (withoutRates === 'none') return {kind: 'settled'};
  return withoutRates === 'no' ? {kind: 'stop', why: 'no_profile'} : {kind: 'await_rates'};
}

/** What Shopify refused is tried again after this many milliseconds: at the next daily look. */
export const retryRefusedMs = 20 * hour;

/** The name of the app's service, and of its location, in the store. */
export const serviceName = 'Piecewise';

/** The address under which Shopify calls the app about the service. @param host the app's public address. */
export const toCallbackUrl = (host: string): string => `${host}/fulfilment`;

/** The part of an id that stays the same: Shopify adds `?id=true` to those of services, and leaves it out once they are deleted. */
export const bareGid = (gid: string): string => gid.split('?', 1)[0] ?? gid;

/** Whether both ids are of the same thing. */
export const isSameGid = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && bareGid(one) === bareGid(other);

/** Finds the app's service by its stored id, by the address that Shopify calls, or by its name, as Shopify compares names. */
export function findService(
  services: readonly ShownService[],
  {gid, callbackUrl}: {readonly gid: string | null; readonly callbackUrl: string},
): FoundService | null {
  const ours =
    services.find((service) => isSameGid(service.gid, gid)) ??
    services.find((service) => service.callbackUrl?.startsWith(callbackUrl));
  if (ours !== undefined) return {service: ours, isOurs: true};
  const namesake = services.find(({name}) => toHandle(name) === toHandle(serviceName));
  return namesake === undefined ? null : {service: namesake, isOurs: false};
}

/** Shopify refuses a name that differs from another one only in case and punctuation. */
const toHandle = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
