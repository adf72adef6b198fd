// Compares times of a store order, by Shopify's clock, with our own: the two clocks may differ by minutes.
import {day, minute} from '#domain/durations.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** Our clock and Shopify's may differ this much. */
const clockSkewMs = 5 * minute;

/** What our own row of the line says; times are by our own clock, null if not known or not relevant. */
export type OurTimes = {
  /** When the app was installed, if nothing is known about the time before. */
  readonly installedAt: Date | null;
  /** When the line was first seen: the order existed by then, whatever Shopify's clock says. */
  readonly seenAt: Date | null;
  /** The store order's note says, or does not rule out, that an earlier installation, whose rows are gone, sent it. */
  readonly sentBefore: boolean;
  /** Nothing but its SKU says that the line is ours. */
  readonly knownBySku: boolean;
};
export const noTimes: OurTimes = {installedAt: null, seenAt: null, sentBefore: false, knownBySku: false};

/**
 * When the buyer ordered, for all that asks how old an order is. What Shopify does itself with a new order (fraud analysis, assigning a
 * location), and how long it shows an order, goes by `createdAt`.
 */
export const boughtAt = ({createdAt, processedAt}: Pick<StoreOrder, 'createdAt' | 'processedAt'>): Date =>
  processedAt < createdAt ? processedAt : createdAt;

/** The order's time is by Shopify's clock, the installation's by ours. */
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
export function dueAt(
  order: Pick<StoreOrder, 'createdAt'>,
  {delayMinutes}: Pick<Settings['orders'], 'delayMinutes'>,
  seenAt: Date | null,
): Date {
  return new Date(placedAt(order, seenAt) + delayMinutes * minute);
}

/** Shopify never assesses some orders, so the wait for its assessment ends. */
const fraudAnalysisMs = 30 * minute;

/** When an order is no longer held back for Shopify's fraud analysis, by our clock. */
export const fraudWaitEndsAt = (order: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): Date =>
  new Date(placedAt(order, seenAt) + fraudAnalysisMs);

/** Shopify assigns the lines of a new order to locations in the background; the documentation does not say how long that may take. */
const routingMs = 10 * minute;

/** Until this time, by our clock, a line without a fulfilment order counts as not yet assigned to a location by Shopify. */
export const routingEndsAt = (order: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): Date =>
  new Date(placedAt(order, seenAt) + routingMs);

const placedAt = ({createdAt}: Pick<StoreOrder, 'createdAt'>, seenAt: Date | null): number =>
  Math.min(createdAt.getTime(), seenAt?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * How long Shopify shows an order without the scope read_all_orders (60 days), less one day for an order that ages during the check.
 * https://shopify.dev/docs/api/usage/access-scopes
 */
const shownForMs = 59 * day;

/** Whether an order may be so old that Shopify does not show it for that reason alone. */
export const isTooOldToBeShown = (orderedAt: Date, now: Date): boolean =>
  now.getTime() - orderedAt.getTime() > shownForMs;
