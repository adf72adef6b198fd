// Writes a shipment of the supplier to the store: it fulfils the line and, if wanted, Shopify writes to the buyer.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/fulfillmentCreate

import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {ShipmentPart, Tracking} from '#domain/orders/plan-shipment.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {catchRefusal, type Refused, toRefused, UserErrors, type WriteOutcome} from '../client/user-errors.ts';

const FulfilmentAnswer = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.object({id: z.string()}).nullable(),
    userErrors: UserErrors,
  }),
});

const TrackingAnswer = z.object({
  fulfillmentTrackingInfoUpdate: z.object({
    fulfillment: z.object({status: z.string()}).nullable(),
    userErrors: UserErrors,
  }),
});

type TrackingInput = {readonly company?: string; readonly number?: string; readonly url?: string};

/** The mutation's input: pieces by fulfilment order, tracking, and whether Shopify writes to the buyer. */
type FulfilmentInput = {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems: readonly {readonly id: string; readonly quantity: number}[];
  }[];
  readonly notifyCustomer: boolean;
  readonly trackingInfo?: TrackingInput;
};

/** Variables of the mutation: gid of the fulfilment, its tracking, and whether Shopify writes to the buyer. */
type TrackingVariables = {readonly id: string; readonly tracking: TrackingInput; readonly notify: boolean};

/** Fulfils pieces of a line. Not repeatable: sent twice, it would fulfil twice and write to the buyer twice. */
export const fulfilmentCreate: Operation<{readonly fulfillment: FulfilmentInput}, typeof FulfilmentAnswer> = {
  document: `mutation FulfilmentCreate($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id }
      userErrors { field message }
    }
  }`,
  cost: 12,
  answer: FulfilmentAnswer,
  isWrite: true,
};

/**
 * Replaces the tracking of a fulfilment. A repetition changes nothing, but is not done automatically, since Shopify may write to the buyer.
 * The mutation costs 50 points (recorded since June 2026); with the documented 10 the app would send five times as many requests as it may.
 */
export const fulfilmentTracking: Operation<TrackingVariables, typeof TrackingAnswer> = {
  document: `mutation FulfilmentTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
      fulfillment { status }
      userErrors { field message }
    }
  }`,
  cost: 50,
  answer: TrackingAnswer,
  isWrite: true,
};

/**
 * Fulfils pieces of a line, and returns the fulfilment's gid or Shopify's refusal. Throws a Failure with `sent: true` where it is unknown
 * whether the fulfilment was made: then read the order again. @param parts all of one location, or Shopify refuses the fulfilment.
 */
export async function createFulfilment(
  admin: Admin,
  shop: ShopDomain,
  parts: readonly ShipmentPart[],
  {tracking, notifyBuyer}: {readonly tracking: Tracking; readonly notifyBuyer: boolean},
): Promise<{readonly kind: 'created'; readonly gid: string} | Refused> {
  const trackingInfo = toTrackingInput(tracking);
  const fulfillment = {
    lineItemsByFulfillmentOrder: parts.map(({fulfilmentOrder, lines}) => ({
      fulfillmentOrderId: fulfilmentOrder,
      fulfillmentOrderLineItems: lines.map(({gid: id, quantity}) => ({id, quantity})),
    })),
    notifyCustomer: notifyBuyer,
    ...(Object.keys(trackingInfo).length === 0 ? {} : {trackingInfo}),
  };
  const answer = await catchRefusal(admin.call(shop, fulfilmentCreate, {fulfillment}));
  if ('kind' in answer) return answer;
  const {fulfillment: made, userErrors} = answer.fulfillmentCreate;
  if (made === null || userErrors.length > 0) return toRefused(userErrors);
  return {kind: 'created', gid: made.id};
}

/** Why new tracking does not reach the buyer. `cancelled`: the tracking is stored in Shopify, but the fulfilment ships nothing. */
export type TrackingNotApplied = Refused | {readonly kind: 'cancelled'};

/**
 * Replaces the tracking of an existing fulfilment. Shopify accepts this for a cancelled fulfilment too, without a user error. Throws a
 * Failure where it is unknown whether the tracking was replaced.
 */
export async function correctTracking(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
  {tracking, notifyBuyer}: {readonly tracking: Tracking; readonly notifyBuyer: boolean},
): Promise<WriteOutcome | TrackingNotApplied> {
  const variables = {id: gid, tracking: toTrackingInput(tracking), notify: notifyBuyer};
  const answer = await catchRefusal(admin.call(shop, fulfilmentTracking, variables));
  if ('kind' in answer) return answer;
  const {fulfillment, userErrors} = answer.fulfillmentTrackingInfoUpdate;
  if (userErrors.length > 0) return toRefused(userErrors);
  return fulfillment?.status === 'CANCELLED' ? {kind: 'cancelled'} : {kind: 'done'};
}

/** The tracking as Shopify's input; null parts are not sent. */
const toTrackingInput = ({company, number, url}: Tracking): TrackingInput => ({
  ...(company === null ? {} : {company}),
  ...(number === null ? {} : {number}),
  ...(url === null ? {} : {url}),
});
