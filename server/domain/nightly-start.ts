// Decides when a shop's nightly run starts: spread over an hour, so that not all shops call the supplier in the same minute.
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';

/** A nightly run counts as missed if the last complete one ended longer ago than this, in milliseconds. */
export const lateAfterMs = 26 * hour;

/** Nightly runs are spread over this many minutes. */
const spreadMinutes = 60;
const dayMinutes = 24 * 60;

/**
 * How many minutes later than the set time a shop's nightly run starts, if a whole hour is left for the spread, and than the full hour its
 * runs by day. The same for a shop every day, and evenly spread over many shops by a hash.
 * FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function startDelayMinutes(shop: ShopDomain): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(shop)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % spreadMinutes;
}

/** Clocks in this zone change by half an hour. Across a change, BullMQ finds no next start in the first half of any hour. */
const halfHourTimeZone = 'Australia/Lord_Howe';

/**
 * The local time at which a shop's nightly run starts.
 * @param nightlyAt HH:MM in local time, as the merchant set it.
 * @returns HH:MM in local time, at most 59 minutes later and never past midnight, because clock changes skip or repeat the hours after it.
 */
export function nightlyStart(nightlyAt: string, shop: ShopDomain, timeZone: string): string {
  const [hours = 0, minutes = 0] = nightlyAt.split(':').map(Number);
  const isHalf = timeZone === halfHourTimeZone;
  const from = hours * 60 + (isHalf ? Math.max(minutes, 30) : minutes);
  const end = isHalf ? (hours + 1) * 60 : Math.min(from + spreadMinutes, dayMinutes);
  const start = from + (startDelayMinutes(shop) % (end - from));
  return [Math.floor(start / 60), start % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
