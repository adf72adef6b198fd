// Reads the requests that Shopify has for the app's fulfilment service.
// https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services
import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {ShownState} from '#domain/fulfilment-requests/request-status.ts';
import {serviceName} from '#domain/fulfilment-service/plan-service.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation} from '../client/operation.ts';

/** What Shopify waits for. https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderAssignmentStatus */
export const assignmentStatuses = ['FULFILLMENT_REQUESTED', 'CANCELLATION_REQUESTED'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

const gid = <T extends string>() => z.custom<T>((id) => typeof id === 'string');

const AssignedAnswer = z.object({
  assignedFulfillmentOrders: z.object({
    pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()}),
    nodes: z.array(z.object({id: z.string(), status: z.string(), orderId: gid<OrderGid>()})),
  }),
});

type AssignedVariables = {
  readonly status: AssignmentStatus;
  readonly locations: readonly string[];
  readonly after: string | null;
};

/** Reads one page of the fulfilment orders that wait for an answer. */
export const assignedOrders: Operation<AssignedVariables, typeof AssignedAnswer> = {
  document: `query AssignedFulfilmentOrders($status: FulfillmentOrderAssignmentStatus!, $locations: [ID!]!, $after: String) {
    assignedFulfillmentOrders(first: 50, after: $after, assignmentStatus: $status, locationIds: $locations, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes { id status orderId }
    }
  }`,
  cost: connectionPoints(50, 1),
  answer: AssignedAnswer,
  isWrite: false,
};

/** A fulfilment order that waits for an answer. */
export type AssignedOrder = {readonly gid: string; readonly orderGid: OrderGid};

/** What Shopify answers where the app has no fulfilment service, because someone deleted it (recorded). */
const noServicePattern = /not associated with any fulfillment service/;

/**
 * All fulfilment orders at the location that wait for an answer of this kind. One that the merchant cancelled alone waits for none, and at a
 * service that someone deleted none does.
 */
export async function fetchAssignedOrders(
  admin: Admin,
  shop: ShopDomain,
  location: string,
  status: AssignmentStatus,
): Promise<readonly AssignedOrder[]> {
  const found: AssignedOrder[] = [];
  let after: string | null = null;
  do {
    const variables: AssignedVariables = {status, locations: [location], after};
    const page = await admin.call(shop, assignedOrders, variables).catch((error: unknown) => {
      if (error instanceof Failure && noServicePattern.test(error.remoteMessage ?? '')) return null;
      throw error;
    });
    if (page === null) return [];
    const {pageInfo, nodes}: z.infer<typeof AssignedAnswer>['assignedFulfillmentOrders'] =
      page.assignedFulfillmentOrders;
    const open = nodes.filter((node) => node.status !== 'CLOSED');
    found.push(...open.map(({id, orderId}) => ({gid: id, orderGid: orderId})));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

const RequestAnswer = z.object({
  fulfillmentOrder: z
    .object({
      status: z.string(),
      requestStatus: z.string(),
      assignedLocation: z.object({name: z.string()}),
      merchantRequests: z.object({nodes: z.array(z.object({sentAt: z.coerce.date()}))}),
      lineItems: z.object({
        nodes: z.array(
          z.object({
            totalQuantity: z.number(),
            remainingQuantity: z.number(),
            lineItem: z.object({id: gid<LineItemGid>(), title: z.string()}),
          }),
        ),
      }),
    })
    .nullable(),
});

/** Reads one fulfilment order: how far its request is, and its lines. An order has at most 500 lines; more than 100 of one are not seen. */
export const requestedOrder: Operation<{readonly id: string}, typeof RequestAnswer> = {
  document: `query RequestedFulfilmentOrder($id: ID!) {
    fulfillmentOrder(id: $id) {
      status requestStatus assignedLocation { name }
      merchantRequests(last: 1) { nodes { sentAt } }
      lineItems(first: 100) { nodes { totalQuantity remainingQuantity lineItem { id title } } }
    }
  }`,
  cost: 3 + connectionPoints(1, 1) + connectionPoints(100, 2),
  answer: RequestAnswer,
  isWrite: false,
};

/** A request as Shopify shows it. */
export type ShownRequest = ShownState & {
  /** When the merchant, or the store by itself, sent it; null: Shopify does not say. */
  readonly sentAt: Date | null;
  /** All its lines. */
  readonly all: readonly LineItemGid[];
  /** The lines with pieces that are still to be fulfilled. */
  readonly lines: readonly {readonly gid: LineItemGid; readonly title: string}[];
};

/** The request; null: Shopify shows the app no such fulfilment order. */
export async function fetchRequest(admin: Admin, shop: ShopDomain, id: string): Promise<ShownRequest | null> {
  const {fulfillmentOrder: shown} = await admin.call(shop, requestedOrder, {id});
  if (shown === null) return null;
  return {
    requestStatus: shown.requestStatus,
    isClosed: shown.status === 'CLOSED',
    isServed: shown.lineItems.nodes.some(({totalQuantity, remainingQuantity}) => remainingQuantity < totalQuantity),
    isHere: shown.assignedLocation.name === serviceName,
    sentAt: shown.merchantRequests.nodes[0]?.sentAt ?? null,
    all: shown.lineItems.nodes.map(({lineItem}) => lineItem.id),
    lines: shown.lineItems.nodes
      .filter(({remainingQuantity}) => remainingQuantity > 0)
      .map(({lineItem: {id: line, title}}) => ({gid: line, title})),
  };
}
