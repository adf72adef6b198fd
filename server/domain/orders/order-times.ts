// Times of a store order, which are Shopify's, beside our own: the two clocks may differ by minutes.
import {minute} from '#domain/durations.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Settings} from '#domain/settings.ts';

/** Our clock and Shopify's may differ this much. */
const clockSkewMs = 5 * minute;

/** What is known of the line's past. Times are of our own clock; null where not known, or where they do not matter. */
export type OurTimes = {
  /** When the app was installed, where nothing is known of what was before. */
  readonly installedAt: Date | null;
  /** When the line was first seen: the order was placed by then, whatever Shopify's clock says. */
  readonly seenAt: Date | null;
  /** An installation of which no record is left has sent it, says the store order's note. */
  readonly sentBefore: boolean;
};
export const noTimes: OurTimes = {installedAt: null, seenAt: null, sentBefore: false};

/** The order's time is Shopify's, the installation's is ours. */
export function isBeforeInstall({createdAt}: Pick<StoreOrder, 'createdAt'>, installedAt: Date | null): boolean {
  return installedAt !== null && createdAt.getTime() < installedAt.getTime() - clockSkewMs;
}

/**
 * When the merchant's own delay is over, by our clock. Where that is behind Shopify's, the order was first seen before it was
 * placed; the delay counts from then, and not from a time to come.
 */
export function dueAt(
  order: Pick<StoreOrder, 'createdAt'>,
  {delayMinutes}: Pick<Settings['orders'], 'delayMinutes'>,
  seenAt: Date | null,
): Date {
  const placedAt = Math.min(order.createdAt.getTime(), seenAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return new Date(placedAt + delayMinutes * minute);
}
