// Notes for the merchant about duties and transit time of a zone. Interface document, "Price and shipping rules".
import {euMembers, type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';

/** The zone's transit time as a text, such as "7–14 working days, without time in customs". */
export function transitNote(zone: ZoneCode): string {
  const {transit} = zones[zone];
  return zone === 'EU' ? `${transit} working days` : `${transit} working days, without time in customs`;
}

/**
 * A note about duties; null for the EU's zone. @param origin the article's origin as its seller declares it; null: not stated;
 * undefined: the caller does not know it, and the note refers to the page of the order.
 */
export function dutyNote(zone: ZoneCode, origin?: string | null): string | null {
  if (zone === 'EU') return null;
  const excluded =
    'Duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.';
  return zone === 'JP' ? `${excluded} ${japaneseDuty(origin)}` : excluded;
}

/** The sentences about customs duty in Japan, by the article's declared origin. */
function japaneseDuty(origin: string | null | undefined): string {
  if (origin === undefined) {
    return 'Whether customs duty is due in Japan depends on the article’s origin, which the page of the order states.';
  }
  if (origin === null || origin.trim() === '') {
    return 'Whether customs duty is due in Japan depends on the article’s origin, which the supplier does not state.';
  }
  const declared = `The declared origin is “${origin.trim()}”`;
  return isEuropeanOrigin(origin)
    ? `${declared}: goods of EU preferential origin may enter Japan without customs duty when a statement on origin accompanies them. Consumption tax and the carrier’s clearance fee remain.`
    : `${declared}, which is not in the EU, so customs duty may be due in Japan as well as consumption tax.`;
}

const regionNames = new Intl.DisplayNames('en', {type: 'region', fallback: 'code'});
/** The names of the EU and of its members, as `toPlainWords` writes them. */
const europeanNames = ['EU', 'European Union', ...euMembers.map((code) => regionNames.of(code) ?? code)].map((name) =>
  toPlainWords(name),
);

/** Whether a free text such as "Italy" or "Made in Portugal" names an EU country. Naming another place as well does not matter. */
const isEuropeanOrigin = (origin: string): boolean => {
  const text = toPlainWords(origin);
  return europeanNames.some((name) => text.includes(name));
};

/** Lower-cases a text, replaces every run of characters that are not letters by one blank, and puts a blank at each end. */
function toPlainWords(text: string): string {
  return ` ${text.toLowerCase()} `.replaceAll(/\P{L}+/gu, ' ');
}

/** Reads a stored zone code; null if it is none of the supplier's zones. */
export const parseZone = (zone: string | null): ZoneCode | null => zoneCodes.find((code) => code === zone) ?? null;
