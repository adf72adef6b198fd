// Calculates when waits for a store order end. Its times are by Shopify's clock, and our own clock may differ by minutes.

import {day, minute} from '#domain/durations.ts';
import type {RequestEndReason} from '#domain/fulfilment-requests/request-end.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** Our clock and Shopify's may differ by this much. */
const clockSkewMs = 5 * minute;

/** What our database says about the line; times are by our own clock, null if not known or not relevant. */
export type OurTimes = {
  /** When the app was installed, if the database has no orders from before. */
  readonly installedAt: Date | null;
  /** When the app first saw the line. The order existed by then, whatever Shopify's clock says. */
  readonly seenAt: Date | null;
  /** Whether an earlier installation, whose rows are gone, sent the line or may have sent it, by the metafield on the store order. */
  readonly sentBefore: boolean;
  /** Whether only its SKU says that the line is ours. */
  readonly knownBySku: boolean;
  /** Why the line is not sent by itself after its fulfilment request; null or left out: there is no such reason. */
  readonly afterRequest?: RequestEndReason | null;
};
/** What is assumed if the database says nothing about the line. */
export const noTimes: OurTimes = {installedAt: null, seenAt: null, sentBefore: false, knownBySku: false};

/**
 * When the buyer ordered; an imported order has an earlier `processedAt`. How long Shopify takes for a new order (fraud analysis, assigning
 * a location), and how long it shows an order, depends on `createdAt` instead.
 */
export const boughtAt = ({createdAt, processedAt}: Pick<StoreOrder, 'createdAt' | 'processedAt'>): Date =>
  processedAt < createdAt ? processedAt : createdAt;

/** Whether the buyer ordered before the app was installed. Allows for the difference between Shopify's clock and ours. */
export function isBeforeInstall(
  order: Pick<StoreOrder, 'createdAt' | 'processedAt'>,
  installedAt: Date | null,
): boolean {
  return installedAt !== null && boughtAt(order).getTime() < installedAt.getTime() - clockSkewMs;
}

/**
 * When the merchant's delay is over, by our clock. If our clock is behind Shopify's, the order appears to be seen before it was
 * created; the delay then counts from that earlier time, not from one in the future.
 */
export function delayEndsAt(
  order: Pick<StoreOrder, 'createdAt'>,
  {delayMinutes}: Pick<Settings['orders'], 'delayMinutes'>,
  seenAt: Date | null,
): Date {
  return new Date(placedAtMs(order, seenAt) + delayMinutes * minute);
}

/** How long an order waits for Shopify's fraud analysis. The wait is limited because Shopify never analyses some orders. */
const fraudWaitMs = 30 * minute;

/** When an order stops waiting for Shopify's fraud analysis, by our clock. */
export const fraudWaitEndsAt = (order: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): Date =>
  new Date(placedAtMs(order, seenAt) + fraudWaitMs);

/** How long a line waits until Shopify has assigned it to a location, which happens in the background. Shopify documents no limit. */
const routingMs = 10 * minute;

/** Until this time, by our clock, a line without a fulfilment order counts as not yet assigned to a location by Shopify. */
export const routingEndsAt = (order: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): Date =>
  new Date(placedAtMs(order, seenAt) + routingMs);

/** When the order was placed, by the earlier of Shopify's time and our first sight of the line; milliseconds since 1970. */
const placedAtMs = ({createdAt}: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): number =>
  Math.min(createdAt.getTime(), seenAt?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * How long Shopify shows an order without the scope read_all_orders (60 days), less one day for an order that ages during the check.
 * https://shopify.dev/docs/api/usage/access-scopes
 */
const shownForMs = 59 * day;

/** Whether an order may be so old that Shopify does not show it for that reason alone. */
export const isTooOldToBeShown = (orderedAt: Date, now: Date): boolean =>
  now.getTime() - orderedAt.getTime() > shownForMs;
