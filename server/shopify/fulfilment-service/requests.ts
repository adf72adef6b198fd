// Reads the requests that Shopify has for the app's fulfilment service, and answers them.
// https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services
import {z} from 'zod';
import type {RejectionReason} from '#domain/fulfilment-requests/rejection-reasons.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation} from '../client/operation.ts';
import {
  catchRefusal,
  type Mutation,
  type Refused,
  toRefused,
  UserErrorsOnly,
  type WriteOutcome,
} from '../client/user-errors.ts';

/** What Shopify waits for. https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderAssignmentStatus */
export const assignmentStatuses = ['FULFILLMENT_REQUESTED', 'CANCELLATION_REQUESTED'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

const gid = <T extends string>() => z.custom<T>((id) => typeof id === 'string');

const AssignedAnswer = z.object({
  assignedFulfillmentOrders: z.object({
    pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()}),
    nodes: z.array(z.object({id: z.string(), orderId: gid<OrderGid>()})),
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
      nodes { id orderId }
    }
  }`,
  cost: connectionPoints(50, 1),
  answer: AssignedAnswer,
  isWrite: false,
};

/** A fulfilment order that waits for an answer. */
export type AssignedOrder = {readonly gid: string; readonly orderGid: OrderGid};

/** All fulfilment orders at the location that wait for an answer of this kind. */
export async function fetchAssignedOrders(
  admin: Admin,
  shop: ShopDomain,
  location: string,
  status: AssignmentStatus,
): Promise<readonly AssignedOrder[]> {
  const found: AssignedOrder[] = [];
  let after: string | null = null;
  do {
    const variables = {status, locations: [location], after};
    const {pageInfo, nodes}: z.infer<typeof AssignedAnswer>['assignedFulfillmentOrders'] = (
      await admin.call(shop, assignedOrders, variables)
    ).assignedFulfillmentOrders;
    found.push(...nodes.map(({id, orderId}) => ({gid: id, orderGid: orderId})));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

const RequestAnswer = z.object({
  fulfillmentOrder: z
    .object({
      status: z.string(),
      requestStatus: z.string(),
      merchantRequests: z.object({nodes: z.array(z.object({sentAt: z.coerce.date()}))}),
      lineItems: z.object({
        nodes: z.array(
          z.object({
            remainingQuantity: z.number(),
            productTitle: z.string(),
            lineItem: z.object({id: gid<LineItemGid>()}),
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
      status requestStatus
      merchantRequests(last: 1) { nodes { sentAt } }
      lineItems(first: 100) { nodes { remainingQuantity productTitle lineItem { id } } }
    }
  }`,
  cost: 2 + connectionPoints(1, 1) + connectionPoints(100, 2),
  answer: RequestAnswer,
  isWrite: false,
};

/** A request as Shopify shows it. */
export type ShownRequest = {
  /** https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderRequestStatus */
  readonly requestStatus: string;
  /** When the merchant, or the store by itself, sent it; null: Shopify does not say. */
  readonly sentAt: Date | null;
  /** The lines with pieces that are still to be fulfilled. */
  readonly lines: readonly {readonly gid: LineItemGid; readonly title: string}[];
};

/** The request; null: Shopify shows the app no such fulfilment order. */
export async function fetchRequest(admin: Admin, shop: ShopDomain, id: string): Promise<ShownRequest | null> {
  const {fulfillmentOrder: shown} = await admin.call(shop, requestedOrder, {id});
  if (shown === null) return null;
  return {
    requestStatus: shown.requestStatus,
    sentAt: shown.merchantRequests.nodes[0]?.sentAt ?? null,
    lines: shown.lineItems.nodes
      .filter(({remainingQuantity}) => remainingQuantity > 0)
      .map(({productTitle: title, lineItem}) => ({gid: lineItem.id, title})),
  };
}

type AnswerVariables = {readonly id: string; readonly message: string};

/** Makes a mutation that answers with a message. After a lost answer the request is read: sent twice, it is refused, and changes nothing. */
const toAnswerMutation = (name: string): Mutation<AnswerVariables> => ({
  document: `mutation Answer${name}($id: ID!, $message: String!) {
    fulfillmentOrder${name}(id: $id, message: $message) { userErrors { field message } }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
});

export const acceptRequest = toAnswerMutation('AcceptFulfillmentRequest');
export const acceptCancellation = toAnswerMutation('AcceptCancellationRequest');
export const rejectCancellation = toAnswerMutation('RejectCancellationRequest');

export const rejectRequest: Mutation<AnswerVariables & {readonly reason: RejectionReason}> = {
  document: `mutation AnswerRejectFulfillmentRequest($id: ID!, $message: String!, $reason: FulfillmentOrderRejectionReason!) {
    fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: $reason) { userErrors { field message } }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
};

/** Requests the fulfilment of all pieces of a fulfilment order, as the merchant's button in the store does. */
export const submitRequest: Mutation<AnswerVariables> = {
  document: `mutation SubmitFulfilmentRequest($id: ID!, $message: String!) {
    fulfillmentOrderSubmitFulfillmentRequest(id: $id, message: $message, notifyCustomer: true) { userErrors { field message } }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
};

/** An answer to a request, or a request of the app's own, as it is sent. `message`: what the merchant reads in the store. */
export type RequestWrite =
  | {readonly kind: 'accept' | 'accept_cancellation' | 'reject_cancellation' | 'submit'; readonly message: string}
  | {readonly kind: 'reject'; readonly message: string; readonly reason: RejectionReason};

const mutations = {
  accept: acceptRequest,
  accept_cancellation: acceptCancellation,
  reject_cancellation: rejectCancellation,
  submit: submitRequest,
} as const;

/** Sends it. Throws a Failure with `sent: true` where it is unknown whether it arrived: then read the request again. */
export async function writeRequest(
  admin: Admin,
  shop: ShopDomain,
  id: string,
  write: RequestWrite,
): Promise<WriteOutcome | Refused> {
  const {message} = write;
  const sent =
    write.kind === 'reject'
      ? admin.call(shop, rejectRequest, {id, message, reason: write.reason})
      : admin.call(shop, mutations[write.kind], {id, message});
  const answer = await catchRefusal(sent);
  if ('kind' in answer) return answer;
  return answer.length > 0 ? toRefused(answer) : {kind: 'done'};
}
