// Answers requests to the app's fulfilment service, and requests fulfilments itself.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/fulfillmentOrderAcceptFulfillmentRequest
import type {RejectionReason} from '#domain/fulfilment-requests/rejection-reasons.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {
  catchRefusal,
  type Mutation,
  type Refused,
  toRefused,
  UserErrorsOnly,
  type WriteOutcome,
} from '../client/user-errors.ts';

type AnswerVariables = {readonly id: string; readonly message: string};

/** What all answers have in common. After a lost one the request is read: sent twice, an answer is refused, and changes nothing. */
const answerMutation = {cost: 10, answer: UserErrorsOnly, isWrite: true} as const;

export const acceptRequest: Mutation<AnswerVariables> = {
  ...answerMutation,
  document: `mutation AnswerAcceptRequest($id: ID!, $message: String!) {
    fulfillmentOrderAcceptFulfillmentRequest(id: $id, message: $message) { userErrors { field message } }
  }`,
};

export const acceptCancellation: Mutation<AnswerVariables> = {
  ...answerMutation,
  document: `mutation AnswerAcceptCancellation($id: ID!, $message: String!) {
    fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) { userErrors { field message } }
  }`,
};

export const rejectCancellation: Mutation<AnswerVariables> = {
  ...answerMutation,
  document: `mutation AnswerRejectCancellation($id: ID!, $message: String!) {
    fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { userErrors { field message } }
  }`,
};

export const rejectRequest: Mutation<AnswerVariables & {readonly reason: RejectionReason}> = {
  document: `mutation AnswerRejectRequest($id: ID!, $message: String!, $reason: FulfillmentOrderRejectionReason!) {
    fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: $reason) { userErrors { field message } }
  }`,
  ...answerMutation,
};

/** Gives up a request that was accepted. The merchant may request the fulfilment again. */
export const closeRequest: Mutation<AnswerVariables> = {
  ...answerMutation,
  document: `mutation AnswerClose($id: ID!, $message: String!) {
    fulfillmentOrderClose(id: $id, message: $message) { userErrors { field message } }
  }`,
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
  | {readonly kind: keyof typeof mutations; readonly message: string}
  | {readonly kind: 'reject'; readonly message: string; readonly reason: RejectionReason};

const mutations = {
  accept: acceptRequest,
  accept_cancellation: acceptCancellation,
  reject_cancellation: rejectCancellation,
  close: closeRequest,
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
