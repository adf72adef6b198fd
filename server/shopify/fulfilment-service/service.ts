// Registers the app's fulfilment service in a store, and takes it away: needs the optional scope `write_fulfillments`.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/FulfillmentService
import {z} from 'zod';
import type {ShownService} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import type {NoVariables, Operation} from '../client/operation.ts';
import {
  catchRefusal,
  type Mutation,
  type Refused,
  toRefused,
  UserErrors,
  UserErrorsOnly,
  type WriteOutcome,
} from '../client/user-errors.ts';

const Service = z
  .object({
    id: z.string(),
    serviceName: z.string(),
    callbackUrl: z.string().nullable(),
    location: z.object({id: z.string()}).nullable(),
  })
  .transform(
    ({id, serviceName, callbackUrl, location}): ShownService => ({
      gid: id,
      name: serviceName,
      callbackUrl,
      locationGid: location?.id ?? null,
    }),
  );

const serviceFields = 'id serviceName callbackUrl location { id }';

const ServicesAnswer = z.object({
  shop: z.object({fulfillmentServices: z.array(Service)}),
  location: z.object({id: z.string()}).nullable(),
});

/** Reads the store's fulfilment services, and its main location, which Shopify gives where no id is asked for. */
export const fulfilmentServices: Operation<NoVariables, typeof ServicesAnswer> = {
  document: `query FulfilmentServices {
    shop { fulfillmentServices { ${serviceFields} } }
    location { id }
  }`,
  cost: 5,
  answer: ServicesAnswer,
  isWrite: false,
};

export type StoreServices = {
  readonly services: readonly ShownService[];
  /** The location that the store ships from by default; null: Shopify names none. */
  readonly mainLocation: string | null;
};

/** The fulfilment services of all apps in the store. */
export async function fetchServices(admin: Admin, shop: ShopDomain): Promise<StoreServices> {
  const {shop: found, location} = await admin.call(shop, fulfilmentServices, {});
  return {services: found.fulfillmentServices, mainLocation: location?.id ?? null};
}

const CreateAnswer = z.object({
  fulfillmentServiceCreate: z.object({fulfillmentService: Service.nullable(), userErrors: UserErrors}).nullable(),
});

/** Registers a service, with a location of its own. Never repeated by itself: after a lost answer the services are read. */
export const serviceCreate: Operation<{readonly name: string; readonly callbackUrl: string}, typeof CreateAnswer> = {
  document: `mutation FulfilmentServiceCreate($name: String!, $callbackUrl: URL!) {
    fulfillmentServiceCreate(
      name: $name, callbackUrl: $callbackUrl, inventoryManagement: false, trackingSupport: false, requiresShippingMethod: true
    ) { fulfillmentService { ${serviceFields} } userErrors { field message } }
  }`,
  cost: 11,
  answer: CreateAnswer,
  isWrite: true,
};

/** What became of a service; the refusal says why not. */
export type ServiceOutcome = {readonly kind: 'done'; readonly service: ShownService} | Refused;

/** Registers the service. Its location has the address of the store. */
export async function createService(
  admin: Admin,
  shop: ShopDomain,
  wanted: {readonly name: string; readonly callbackUrl: string},
): Promise<ServiceOutcome> {
  const answer = await catchRefusal(admin.call(shop, serviceCreate, wanted));
  return 'kind' in answer ? answer : toOutcome(answer.fulfillmentServiceCreate);
}

type ServicePayload = z.infer<typeof CreateAnswer>['fulfillmentServiceCreate'];

function toOutcome(payload: ServicePayload): ServiceOutcome {
  const service = payload?.fulfillmentService ?? null;
  return service === null ? toRefused(payload?.userErrors ?? []) : {kind: 'done', service};
}

const UpdateAnswer = z.object({
  fulfillmentServiceUpdate: z.object({fulfillmentService: Service.nullable(), userErrors: UserErrors}).nullable(),
});

/** Changes the address that Shopify calls. Where `requiresShippingMethod` is left out, Shopify sets it to true. */
export const serviceUpdate: Operation<{readonly id: string; readonly callbackUrl: string}, typeof UpdateAnswer> = {
  document: `mutation FulfilmentServiceUpdate($id: ID!, $callbackUrl: URL!) {
    fulfillmentServiceUpdate(id: $id, callbackUrl: $callbackUrl, requiresShippingMethod: true) {
      fulfillmentService { ${serviceFields} } userErrors { field message }
    }
  }`,
  cost: 11,
  answer: UpdateAnswer,
  isWrite: true,
  isRepeatable: true,
};

/** Has Shopify call this address about the service. Shopify refuses that for another app's service. */
export async function updateService(
  admin: Admin,
  shop: ShopDomain,
  {gid, callbackUrl}: {readonly gid: string; readonly callbackUrl: string},
): Promise<ServiceOutcome> {
  const answer = await catchRefusal(admin.call(shop, serviceUpdate, {id: gid, callbackUrl}));
  return 'kind' in answer ? answer : toOutcome(answer.fulfillmentServiceUpdate);
}

/** Deletes a service with its location. What is still stocked there goes to the location `to`. */
export const serviceDelete: Mutation<{readonly id: string; readonly to: string | null}> = {
  document: `mutation FulfilmentServiceDelete($id: ID!, $to: ID) {
    fulfillmentServiceDelete(id: $id, inventoryAction: TRANSFER, destinationLocationId: $to) {
      deletedId userErrors { field message }
    }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
};

/** Deletes the service. What others have stocked at its location goes to the location `to`. */
export const deleteService = (
  admin: Admin,
  shop: ShopDomain,
  {gid, to}: {readonly gid: string; readonly to: string | null},
): Promise<WriteOutcome> => mutate(admin, shop, serviceDelete, {id: gid, to});
