// fulfillmentServiceCreate, fulfillmentServiceUpdate, fulfillmentServiceDelete. The refusals are recorded ones.

import {z} from 'zod';
import type {View} from '../field.ts';
import {gid, idOf} from '../store/gid.ts';
import {locationById, locationOf} from '../store/locations.ts';
import type {ServiceRecord} from '../store/service-records.ts';
import {createService, type DeletionOf, removeService, toHandle} from '../store/services.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {serviceView} from '../views/location.ts';
import {asUserErrors, Refusal, refuse, type UserError} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const Fields = z.object({
  name: z.string().nullish(),
  callbackUrl: z.string().nullish(),
  inventoryManagement: z.boolean().nullish(),
  trackingSupport: z.boolean().nullish(),
  requiresShippingMethod: z.boolean().nullish(),
});

export function fulfillmentServiceCreate(store: ShopStore, args: Args): View {
  const {name, callbackUrl, inventoryManagement, trackingSupport, requiresShippingMethod} = Fields.parse(args);
  return asUserErrors<View>(
    () => {
      refuseAll([...nameErrors(store, name ?? ''), ...addressErrors(callbackUrl)]);
      const service = createService(store, {
        owner: 'app',
        name: name ?? '',
        callbackUrl: callbackUrl ?? null,
        inventoryManagement: inventoryManagement ?? false,
        trackingSupport: trackingSupport ?? false,
        requiresShippingMethod: requiresShippingMethod ?? true,
      });
      return {fulfillmentService: serviceView(store, service), userErrors: []};
    },
    (userErrors) => ({fulfillmentService: null, userErrors}),
  );
}

/** Recorded: what is left out stays, but for requiresShippingMethod, which becomes true; the handle stays too. */
export function fulfillmentServiceUpdate(store: ShopStore, args: Args): View {
  const {name, callbackUrl, inventoryManagement, trackingSupport, requiresShippingMethod} = Fields.parse(args);
  return asUserErrors<View>(
    () => {
      const service = ownService(store, args['id']);
      refuseAll([...(name == null ? [] : nameErrors(store, name, service)), ...addressErrors(callbackUrl)]);
      service.name = name ?? service.name;
      service.location.name = name ?? service.location.name;
      if (callbackUrl !== undefined) service.callbackUrl = callbackUrl;
      service.inventoryManagement = inventoryManagement ?? service.inventoryManagement;
      service.trackingSupport = trackingSupport ?? service.trackingSupport;
      service.requiresShippingMethod = requiresShippingMethod ?? true;
      return {fulfillmentService: serviceView(store, service), userErrors: []};
    },
    (userErrors) => ({fulfillmentService: null, userErrors}),
  );
}

export function fulfillmentServiceDelete(store: ShopStore, args: Args): View {
  return asUserErrors<View>(
    () => {
      const service = ownService(store, args['id']);
      removeService(store, service, deletionOf(store, service, args));
      return {deletedId: gid('FulfillmentService', service.id), userErrors: []};
    },
    (userErrors) => ({deletedId: null, userErrors}),
  );
}

/** Where no destination is named, it is the shop's own location (invented; the schema leaves it out). */
function deletionOf(store: ShopStore, {location}: ServiceRecord, args: Args): DeletionOf {
  const to = z.string().nullish().parse(args['destinationLocationId']);
  const stock = z.enum(['DELETE', 'KEEP', 'TRANSFER']).parse(args['inventoryAction'] ?? 'TRANSFER');
  if (stock !== 'TRANSFER') {
    if (to == null) return {stock};
    const words =
      'Destination location id should not be present when deleting/keeping the inventory of the fulfillment service.';
    throw refuse(null, ['inventoryAction'], `Inventory action ${words}`);
  }
  const destination = to == null ? locationOf(store) : locationById(store, to);
  if (destination === undefined || destination === location) throw refuse(null, null, 'Invalid destination location.');
  return {stock, to: destination};
}

/** Ids are taken with their ending and without it. Of another app's service the words are invented to be the same. */
export function findService(store: ShopStore, id: unknown): ServiceRecord | undefined {
  return store.services.get(idOf('FulfillmentService', String(id).replace(/\?.*$/, '')) ?? -1);
}

function ownService(store: ShopStore, id: unknown): ServiceRecord {
  const service = findService(store, id);
  if (service?.owner !== 'app') throw refuse(null, ['id'], 'Fulfillment service could not be found.');
  return service;
}

const reserved = new Set(['manual', 'gift_card', 'shopify', 'amazon']);

/** A name is unique by its handle, across the services of all apps, whatever became of the name since. */
function nameErrors(store: ShopStore, name: string, own?: ServiceRecord): readonly UserError[] {
  const wrong = (message: string): UserError => ({field: ['name'], message: `Name ${message}`});
  if (name.trim() === '') return [wrong("can't be blank")];
  const blanks = [
    ...(/^\s/.test(name) ? [wrong('cannot begin with a whitespace character')] : []),
    ...(/\s$/.test(name) ? [wrong('cannot end with a whitespace character')] : []),
  ];
  if (blanks.length > 0) return blanks;
  const handle = toHandle(name);
  if (reserved.has(handle)) return [wrong('is reserved')];
  const others = [...store.services.values()].filter((service) => service !== own);
  const isTaken = others.some((other) => [other.handle, toHandle(other.name)].includes(handle));
  return isTaken ? [wrong('has already been taken')] : [];
}

const refusedHosts = /(^|\.)(example\.com|shopify\.com)$/;

function addressErrors(callbackUrl: string | null | undefined): readonly UserError[] {
  if (callbackUrl == null) return [];
  const wrong = (message: string): readonly UserError[] => [
    {field: ['callbackUrl'], message: `Callback url ${message}`},
  ];
  const {protocol, hostname} = new URL(callbackUrl);
  if (protocol !== 'https:' && protocol !== 'http:') return wrong(`protocol ${protocol}// is not supported`);
  return refusedHosts.test(hostname) ? wrong('is not allowed') : [];
}

function refuseAll(userErrors: readonly UserError[]): void {
  if (userErrors.length > 0) throw new Refusal(userErrors);
}
