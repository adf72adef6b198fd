// Delivery profiles as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {
  type DeliveryCondition,
  type DeliveryCountry,
  type DeliveryMethod,
  type DeliveryProfile,
  type DeliveryZone,
  type LocationGroup,
  variantIdsOf,
} from '../store/delivery-profiles.ts';
import {gid} from '../store/gid.ts';
import {toDecimal} from '../store/money.ts';
import type {LocationRecord, ProductRecord, VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {locationView} from './location.ts';

export type ItemViews = {
  readonly product: (store: ShopStore, product: ProductRecord) => View;
  readonly variant: (store: ShopStore, product: ProductRecord, variant: VariantRecord) => View;
};

export function profileView(store: ShopStore, profile: DeliveryProfile, views: ItemViews): View {
  const zones = profile.groups.flatMap((group) => group.zones);
  const used = new Set(profile.groups.flatMap(({locationIds}) => locationIds));
  const unassigned = store.locations.filter(({id}) => !used.has(id));
  return {
    __typename: 'DeliveryProfile',
    id: gid('DeliveryProfile', profile.id),
    name: profile.name,
    default: profile.isDefault,
    version: profile.version,
    coversAllItems: profile.coversAllItems,
    activeMethodDefinitionsCount: zones.flatMap(({methods}) => methods).filter(({active}) => active).length,
    originLocationCount: used.size,
    locationsWithoutRatesCount: unassigned.length,
    zoneCountryCount: zones.reduce((sum, {countries}) => sum + countries.length, 0),
    get productVariantsCount() {
      return toCount(variantIdsOf(store, profile).length);
    },
    profileItems: withArgs(pageArgs, (args) => connection(itemsOf(store, profile, views), args)),
    profileLocationGroups: withArgs(['locationGroupId'], ({locationGroupId: asked}) =>
      profile.groups
        .filter(({id}) => asked == null || gid('DeliveryLocationGroup', id) === asked)
        .map((group) => groupView(store, group)),
    ),
    unassignedLocations: unassigned.map((location) => locationView(store, location)),
    unassignedLocationsPaginated: withArgs(pageArgs, (args) => connection(locationList(store, unassigned), args)),
    // No selling plans are modelled.
    sellingPlanGroups: withArgs(pageArgs, (args) =>
      connection({items: [], position: () => [0, 0], view: () => ({})}, args),
    ),
  };
}

/** Recorded: from 500 on the count is only a lower bound. */
const toCount = (count: number): View =>
  count >= 500 ? {count: 500, precision: 'AT_LEAST'} : {count, precision: 'EXACT'};

/** The products with a variant in the profile, and of each those variants. */
function itemsOf(store: ShopStore, profile: DeliveryProfile, views: ItemViews) {
  const ids = new Set(variantIdsOf(store, profile));
  const products = [...store.products.values()].filter(({variants}) => variants.some(({id}) => ids.has(id)));
  return {
    items: products,
    position: ({id}: (typeof products)[number]) => [id, id] as const,
    view: (product: (typeof products)[number]): View => ({
      __typename: 'DeliveryProfileItem',
      id: gid('DeliveryProfileItem', product.id),
      product: views.product(store, product),
      variants: withArgs(pageArgs, (args) =>
        connection(
          {
            items: product.variants.filter(({id}) => ids.has(id)),
            position: ({id}) => [id, id],
            view: (variant) => views.variant(store, product, variant),
          },
          args,
        ),
      ),
    }),
  };
}

const locationList = (store: ShopStore, locations: readonly LocationRecord[]) => ({
  items: locations,
  position: ({id}: LocationRecord) => [id, id] as const,
  view: (location: LocationRecord) => locationView(store, location),
});

function groupView(store: ShopStore, group: LocationGroup): View {
  const locations = store.locations.filter(({id}) => group.locationIds.includes(id));
  return {
    countriesInAnyZone: group.zones.flatMap(({name, countries}) =>
      countries.map((country) => ({zone: name, country: countryView(country)})),
    ),
    locationGroup: {
      __typename: 'DeliveryLocationGroup',
      id: gid('DeliveryLocationGroup', group.id),
      locations: withArgs(pageArgs, (args) => connection(locationList(store, locations), args)),
      locationsCount: {count: locations.length, precision: 'EXACT'},
    },
    locationGroupZones: withArgs(pageArgs, (args) =>
      connection({items: group.zones, position: ({id}) => [id, id], view: zoneView}, args),
    ),
  };
}

function zoneView(zone: DeliveryZone): View {
  return {
    zone: {
      __typename: 'DeliveryZone',
      id: gid('DeliveryZone', zone.id),
      name: zone.name,
      countries: zone.countries.map(countryView),
    },
    methodDefinitions: withArgs(pageArgs, (args) =>
      connection({items: zone.methods, position: ({id}) => [id, id], view: methodView}, args),
    ),
  };
}

const names = new Intl.DisplayNames('en', {type: 'region'});

function countryView({id, code}: DeliveryCountry): View {
  const name = code === null ? 'Rest of world' : (names.of(code) ?? code);
  return {
    __typename: 'DeliveryCountry',
    id: gid('DeliveryCountry', id),
    code: {countryCode: code, restOfWorld: code === null},
    name,
    translatedName: name,
  };
}

function methodView(method: DeliveryMethod): View {
  return {
    __typename: 'DeliveryMethodDefinition',
    id: gid('DeliveryMethodDefinition', method.id),
    name: method.name,
    description: method.description,
    active: method.active,
    rateProvider: rateView(method),
    methodConditions: method.conditions.map(conditionView),
  };
}

const rateView = ({rateId, price, currency}: DeliveryMethod): View =>
  price === null
    ? {__typename: 'DeliveryParticipant', id: gid('DeliveryParticipant', rateId)}
    : {
        __typename: 'DeliveryRateDefinition',
        id: gid('DeliveryRateDefinition', rateId),
        price: {amount: toDecimal(price, currency), currencyCode: currency},
      };

function conditionView({id, field, operator, criteria}: DeliveryCondition): View {
  return {
    __typename: 'DeliveryCondition',
    id: `${gid('DeliveryCondition', id)}?operator=${operator.toLowerCase()}`,
    field,
    operator,
    conditionCriteria:
      criteria.kind === 'weight'
        ? {__typename: 'Weight', value: criteria.value, unit: criteria.unit}
        : {
            __typename: 'MoneyV2',
            amount: toDecimal(criteria.amount, criteria.currency),
            currencyCode: criteria.currency,
          },
  };
}
