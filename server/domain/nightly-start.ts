// When a shop's nightly run starts: spread over an hour, so that not all shops call the supplier in the same minute.
import type {ShopDomain} from '#domain/ids.ts';

const spreadMinutes = 60;
const dayMinutes = 24 * 60;

/**
 * The minutes by which a shop's nightly run starts later than the time that was set, if a whole hour is left for the spread: always the
 * same for a shop, and evenly spread over many shops. FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function startsLaterBy(shop: ShopDomain): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(shop)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % spreadMinutes;
}

/** Its clocks change by half an hour. Across a change BullMQ finds no next start in the first half of any hour, 04:00 included. */
const changesByHalfAnHour = 'Australia/Lord_Howe';

/**
 * @param nightlyAt HH:MM in local time, as the merchant set it.
 * @returns HH:MM, at most 59 minutes later and never past midnight: the hours after it may occur twice or not at all.
 */
export function nightlyStart(nightlyAt: string, shop: ShopDomain, timeZone: string): string {
  const [hours = 0, minutes = 0] = nightlyAt.split(':').map(Number);
  const isHalf = timeZone === changesByHalfAnHour;
  const from = hours * 60 + (isHalf ? Math.max(minutes, 30) : minutes);
  const end = isHalf ? (hours + 1) * 60 : Math.min(from + spreadMinutes, dayMinutes);
  const start = from + (startsLaterBy(shop) % (end - from));
  return [Math.floor(start / 60), start % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
