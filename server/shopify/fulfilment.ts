// A shipment of the supplier, told to the store: it fulfils the line and, where wanted, Shopify writes to the buyer.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/fulfillmentCreate

import {z} from 'zod';
import type {LineItemGid, ShopDomain} from '#domain/ids.ts';
import type {StoreFulfilmentOrder} from '#domain/orders/store-order.ts';
import type {Admin} from './admin.ts';
import * as operations from './fulfilment-operations.ts';
import {mutate} from './mutate.ts';
import {type Done, type Refused, refusalAsValue, refused, UserErrors} from './refusal.ts';

export type FulfilmentPart = {
  readonly fulfillmentOrderId: string;
  readonly fulfillmentOrderLineItems: readonly {readonly id: string; readonly quantity: number}[];
};

export type Fulfillable =
  | {readonly kind: 'parts'; readonly parts: readonly FulfilmentPart[]}
  /** Nothing of the line is left to fulfil. */
  | {readonly kind: 'nothing_left'}
  /** It is there and cannot be fulfilled now, e.g. because it is on hold. */
  | {readonly kind: 'closed'; readonly status: string};

/** Up to `quantity` pieces of one line, wherever they are assigned: the merchant's locations or, one day, one of ours. */
export function fulfillable(orders: readonly StoreFulfilmentOrder[], line: LineItemGid, quantity: number): Fulfillable {
  const parts: FulfilmentPart[] = [];
  let left = quantity;
  let closed: string | null = null;
  for (const order of orders) {
    const mine = order.lines.filter(({lineGid, remaining}) => lineGid === line && remaining > 0);
    if (mine.length === 0) continue;
    if (order.status !== 'OPEN' && order.status !== 'IN_PROGRESS') {
      closed = order.status;
      continue;
    }
    const taken = mine.flatMap(({gid, remaining}) => {
      const pieces = Math.min(left, remaining);
      left -= pieces;
      return pieces > 0 ? [{id: gid, quantity: pieces}] : [];
    });
    if (taken.length > 0) parts.push({fulfillmentOrderId: order.gid, fulfillmentOrderLineItems: taken});
  }
  if (parts.length > 0) return {kind: 'parts', parts};
  return closed === null ? {kind: 'nothing_left'} : {kind: 'closed', status: closed};
}

export type Tracking = {
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
};

const Answer = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.object({id: z.string()}).nullable(),
    userErrors: UserErrors,
  }),
});

/** Throws a Failure with `sent: true` where it is not known whether it was made: look at the order again then. */
export async function createFulfilment(
  admin: Admin,
  shop: ShopDomain,
  parts: readonly FulfilmentPart[],
  {tracking, notifyBuyer}: {readonly tracking: Tracking; readonly notifyBuyer: boolean},
): Promise<{readonly kind: 'created'; readonly gid: string} | Refused> {
  const trackingInfo = toTrackingInput(tracking);
  const fulfillment = {
    lineItemsByFulfillmentOrder: parts,
    notifyCustomer: notifyBuyer,
    ...(Object.keys(trackingInfo).length === 0 ? {} : {trackingInfo}),
  };
  const answer = await refusalAsValue(admin.call(shop, operations.fulfilmentCreate, {fulfillment}, Answer));
  if ('kind' in answer) return answer;
  const {fulfillment: made, userErrors} = answer.fulfillmentCreate;
  if (made === null || userErrors.length > 0) return refused(userErrors);
  return {kind: 'created', gid: made.id};
}

/** Takes the place of the tracking of a fulfilment that was made. Throws a Failure where it is not known whether it did. */
export function correctTracking(
  admin: Admin,
  shop: ShopDomain,
  gid: string,
  {tracking, notifyBuyer}: {readonly tracking: Tracking; readonly notifyBuyer: boolean},
): Promise<Done> {
  const variables = {id: gid, tracking: toTrackingInput(tracking), notify: notifyBuyer};
  return mutate(admin, shop, operations.fulfilmentTracking, variables);
}

const toTrackingInput = ({company, number, url}: Tracking) => ({
  ...(company === null ? {} : {company}),
  ...(number === null ? {} : {number}),
  ...(url === null ? {} : {url}),
});
