// The parts of a delivery profile: groups of locations, their zones, the zones' methods and rates.

import {notImplemented} from '../not-implemented.ts';
import type {DeliveryMethod, DeliveryProfile, DeliveryZone, LocationGroup} from '../store/delivery-profiles.ts';
import {idOf} from '../store/gid.ts';
import {parseAmount} from '../store/money.ts';
import type {ShopStore} from '../store/shop-store.ts';
import type {Group, Method, ProfileInput, Zone} from './delivery-profile-input.ts';
import {refuse} from './user-error.ts';

export function addGroup(store: ShopStore, draft: DeliveryProfile, input: Group): void {
  const locationIds = [...new Set([...(input.locations ?? []), ...(input.locationsToAdd ?? [])])];
  const group = {id: store.newId(), locationIds: locationIds.map((id) => locationOf(store, id)), zones: []};
  changeZones(store, group, input);
  draft.groups.push(group);
}

export function updateGroup(store: ShopStore, draft: DeliveryProfile, input: Group): void {
  const group = partOf(draft.groups, 'DeliveryLocationGroup', input.id);
  const added = (input.locationsToAdd ?? []).map((id) => locationOf(store, id));
  const removed = (input.locationsToRemove ?? []).map((id) => locationOf(store, id));
  group.locationIds = [...new Set([...group.locationIds, ...added])].filter((id) => !removed.includes(id));
  changeZones(store, group, input);
}

function changeZones(store: ShopStore, group: LocationGroup, {zonesToCreate, zonesToUpdate}: Group): void {
  for (const input of zonesToCreate ?? []) {
    if ((input.countries ?? []).length === 0) {
      throw refuse(null, null, 'Profile is invalid: cannot create LocationGroupZone without countries.');
    }
    const zone = {id: store.newId(), name: input.name ?? '', countries: toCountries(store, input), methods: []};
    changeMethods(store, zone, input);
    group.zones.push(zone);
  }
  for (const input of zonesToUpdate ?? []) {
    const zone = partOf(group.zones, 'DeliveryZone', input.id);
    if (input.name != null) zone.name = input.name;
    if (input.countries != null) zone.countries = toCountries(store, input);
    changeMethods(store, zone, input);
  }
}

/** Recorded: they come back by their codes, whatever their order was. The rest of the world is taken to come last. */
function toCountries(store: ShopStore, {countries}: Zone): DeliveryZone['countries'] {
  return (countries ?? [])
    .map(({code, restOfWorld}) => ({id: store.newId(), code: restOfWorld === true ? null : (code ?? null)}))
    .toSorted((a, b) => (a.code ?? '~').localeCompare(b.code ?? '~', 'en'));
}

function changeMethods(store: ShopStore, zone: DeliveryZone, input: Zone): void {
  for (const given of input.methodDefinitionsToCreate ?? []) {
    if (given.rateDefinition == null) throw notImplemented('a delivery method without a rate of its own');
    const method: DeliveryMethod = {
      id: store.newId(),
      name: given.name ?? '',
      description: given.description ?? null,
      active: given.active ?? true,
      rateId: store.newId(),
      price: 0,
      currency: given.rateDefinition.price.currencyCode,
      conditions: [],
    };
    changeMethod(store, method, given);
    zone.methods.push(method);
  }
  for (const given of input.methodDefinitionsToUpdate ?? []) {
    changeMethod(store, partOf(zone.methods, 'DeliveryMethodDefinition', given.id), given);
  }
}

function changeMethod(store: ShopStore, method: DeliveryMethod, given: Method): void {
  if (given.name != null) method.name = given.name;
  if (given.description !== undefined) method.description = given.description;
  if (given.active != null) method.active = given.active;
  if (given.rateDefinition != null) {
    const {amount, currencyCode} = given.rateDefinition.price;
    method.price = toMinor(amount, currencyCode);
    method.currency = currencyCode;
  }
  for (const {operator, criteria} of given.weightConditionsToCreate ?? []) {
    const weight = {kind: 'weight', ...criteria} as const;
    method.conditions.push({id: store.newId(), field: 'TOTAL_WEIGHT', operator, criteria: weight});
  }
  for (const {operator, criteria} of given.priceConditionsToCreate ?? []) {
    const amount = toMinor(criteria.amount, criteria.currencyCode);
    const money = {kind: 'money', amount, currency: criteria.currencyCode} as const;
    method.conditions.push({id: store.newId(), field: 'TOTAL_PRICE', operator, criteria: money});
  }
}

/** Ids of what the profile does not have are passed over. */
export function deleteParts(draft: DeliveryProfile, input: ProfileInput): void {
  const without = <T extends {readonly id: number}>(parts: readonly T[], type: string, gids: readonly string[]) =>
    parts.filter(({id}) => !gids.some((given) => numberIn(type, given) === id));
  draft.groups = without(draft.groups, 'DeliveryLocationGroup', input.locationGroupsToDelete ?? []);
  for (const group of draft.groups) {
    group.zones = without(group.zones, 'DeliveryZone', input.zonesToDelete ?? []);
    for (const zone of group.zones) {
      zone.methods = without(zone.methods, 'DeliveryMethodDefinition', input.methodDefinitionsToDelete ?? []);
      for (const method of zone.methods) {
        method.conditions = without(method.conditions, 'DeliveryCondition', input.conditionsToDelete ?? []);
      }
    }
  }
}

/** A condition's id carries its operator: `…/DeliveryCondition/1?operator=greater_than_or_equal_to`. */
const numberIn = (type: string, gid: string): number | null => idOf(type, gid.replace(/\?.*$/, ''));

function partOf<T extends {readonly id: number}>(parts: readonly T[], type: string, gid: string | null | undefined): T {
  const found = parts.find(({id}) => id === numberIn(type, gid ?? ''));
  if (found === undefined) throw notImplemented(`changing a ${type} that the profile does not have`);
  return found;
}

function locationOf(store: ShopStore, gid: string): number {
  const location = store.locations.find(({id}) => id === idOf('Location', gid));
  if (location === undefined) throw refuse(null, null, 'The Location could not be found for this shop.');
  return location.id;
}

function toMinor(amount: string | number, currency: string): number {
  const minor = parseAmount(amount, currency);
  if (minor === null || minor < 0) throw notImplemented(`a delivery rate of ${amount}`);
  return minor;
}
