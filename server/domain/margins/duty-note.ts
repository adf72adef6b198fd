// What the destination means for duties and time, said before the merchant pays. Interface document, "Price and shipping rules".
import {euMembers, type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';

/** "7–14 working days, without time in customs". */
export function transitNote(zone: ZoneCode): string {
  const {transit} = zones[zone];
  return zone === 'EU' ? `${transit} working days` : `${transit} working days, without time in customs`;
}

/**
 * Null inside the EU's zone. @param origin the article's origin as its seller declares it; null: not stated; undefined: the caller does not
 * know it, and the text refers to the page of the order.
 */
export function dutyNote(zone: ZoneCode, origin?: string | null): string | null {
  if (zone === 'EU') return null;
  const excluded =
    'Duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.';
  return zone === 'JP' ? `${excluded} ${japaneseDuty(origin)}` : excluded;
}

function japaneseDuty(origin: string | null | undefined): string {
  if (origin === undefined) {
    return 'Whether customs duty is due in Japan depends on the article’s origin, which the page of the order states.';
  }
  if (origin === null || origin.trim() === '') {
    return 'Whether customs duty is due in Japan depends on the article’s origin, which the supplier does not state.';
  }
  const declared = `The declared origin is “${origin.trim()}”`;
  return isEuropean(origin)
    ? `${declared}: goods of EU preferential origin may enter Japan without customs duty when a statement on origin accompanies them. Consumption tax and the carrier’s clearance fee remain.`
    : `${declared}, which is not in the EU, so customs duty may be due in Japan as well as consumption tax.`;
}

const names = new Intl.DisplayNames('en', {type: 'region', fallback: 'code'});
const european = ['EU', 'European Union', ...euMembers.map((code) => names.of(code) ?? code)].map((name) =>
  inWords(name),
);

/** The origin is free text: "Italy", "Made in Portugal", "EU". A text that names a place elsewhere as well still counts as European. */
const isEuropean = (origin: string): boolean => {
  const text = inWords(origin);
  return european.some((name) => text.includes(name));
};

/** Lower case, with one blank for whatever is no letter, and one at each end. */
function inWords(text: string): string {
  return ` ${text.toLowerCase()} `.replaceAll(/\P{L}+/gu, ' ');
}

/** Null if the text is none of the supplier's zones. */
export const readZone = (zone: string | null): ZoneCode | null => zoneCodes.find((code) => code === zone) ?? null;
