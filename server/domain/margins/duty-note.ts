// Notes for the merchant about duties and transit time of a zone. Interface document, "Price and shipping rules".
import {type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import {isFromEu, recogniseOrigin} from '#domain/origin/recognise-origin.ts';

/**
 * The transit time as a text, such as "7–14 working days, without time in customs".
 * @param stated the working days that `a=stock` states for the zone; empty or left out: those of the supplier's table are used.
 */
export function transitNote(zone: ZoneCode, stated = ''): string {
  const days = `${stated || zones[zone].transit} working days`;
  return zone === 'EU' ? days : `${days}, without time in customs`;
}

/**
 * A note about duties; null for the EU's zone. @param origin the article's origin as its seller declares it; null: not stated;
 * undefined: the note is about no article.
 */
export function dutyNote(zone: ZoneCode, origin?: string | null): string | null {
  if (zone === 'EU') return null;
  const excluded =
    'Duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.';
  const japan = zone === 'JP' ? japaneseDuty(origin) : null;
  return japan === null ? excluded : `${excluded} ${japan}`;
}

/** The sentences about customs duty in Japan, by the article's declared origin; null: the origin is not recognised. */
function japaneseDuty(origin: string | null | undefined): string | null {
  if (origin === undefined) return null;
  if (origin === null || origin.trim() === '') {
    return 'Whether customs duty is due in Japan depends on the article’s origin, which the supplier does not state.';
  }
  const recognised = recogniseOrigin(origin);
  if (recognised === null) return null;
  const declared = `The declared origin is “${origin.trim()}”`;
  return isFromEu(recognised)
    ? `${declared}: goods of EU preferential origin may enter Japan without customs duty when a statement on origin accompanies them. Consumption tax and the carrier’s clearance fee remain.`
    : `${declared}, which is not in the EU, so customs duty may be due in Japan as well as consumption tax.`;
}

/** Reads a stored zone code; null if it is none of the supplier's zones. */
export const parseZone = (zone: string | null): ZoneCode | null => zoneCodes.find((code) => code === zone) ?? null;
