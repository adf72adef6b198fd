// locationEdit: an app edits the location of its own fulfilment service, or, with another scope, one of the merchant.

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {locationById} from '../store/locations.ts';
import type {LocationRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {locationView} from '../views/location.ts';
import {asUserErrors, refuse} from './user-error.ts';

const Text = z.string().nullish();
const Input = z.strictObject({
  name: Text,
  fulfillsOnlineOrders: z.boolean().nullish(),
  address: z
    .strictObject({
      address1: Text,
      address2: Text,
      city: Text,
      zip: Text,
      countryCode: Text,
      provinceCode: Text,
      phone: Text,
    })
    .nullish(),
});

export function locationEdit(store: ShopStore, args: Readonly<Record<string, unknown>>): View {
  const {name, address, fulfillsOnlineOrders} = parseInput('LocationEditInput', Input, args['input']);
  return asUserErrors<View>(
    () => {
      const location = locationById(store, String(args['id']));
      if (location === undefined) throw refuse('NOT_FOUND', ['id'], 'Location not found.');
      checkMayEdit(store, location);
      if (fulfillsOnlineOrders === false && location.manager !== 'merchant') {
        // In the words of the schema's code.
        const message = 'Cannot modify the online order fulfillment preference for fulfillment service locations.';
        throw refuse(
          'CANNOT_MODIFY_ONLINE_ORDER_FULFILLMENT_FOR_FS_LOCATION',
          ['input', 'fulfillsOnlineOrders'],
          message,
        );
      }
      if (name?.trim() === '') throw refuse('BLANK', ['input', 'name'], 'Add a location name');
      location.name = name ?? location.name;
      if (address != null) location.address = withChanges(store, location, address);
      return {location: locationView(store, location), userErrors: []};
    },
    (userErrors) => ({location: null, userErrors}),
  );
}

function withChanges(
  store: ShopStore,
  {address}: LocationRecord,
  changes: Readonly<Record<string, string | null | undefined>>,
): NonNullable<LocationRecord['address']> {
  const {countryCode} = store.settings;
  const none = {address1: null, address2: null, city: null, zip: null, provinceCode: null, phone: null};
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {...none, ...(address ?? {countryCode}), ...given};
}

/** "Only the app that created the fulfillment service can edit its associated location" (schema). How it is said otherwise is invented. */
function checkMayEdit({scopes}: ShopStore, {manager}: LocationRecord): void {
  const scope = {merchant: 'write_locations', app: 'write_fulfillments', 'other app': null}[manager];
  if (scope !== null && scopes.includes(scope)) return;
  const text = scope === null ? 'the app that created the fulfillment service' : `\`${scope}\` access scope.`;
  throw new GraphQLError(`Access denied for locationEdit field. Required access: ${text}`, {
    extensions: {code: 'ACCESS_DENIED', requiredAccess: text},
  });
}
