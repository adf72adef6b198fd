// Names of countries for the merchant, and those that have an article within a sentence: "in the United Kingdom", but "in Norway".

const regionNames = new Intl.DisplayNames('en', {type: 'region', fallback: 'code'});
/** Names of withdrawn country codes that Shopify still lists. Intl would name them after one of their successor countries. */
const withdrawnCodeNames: Readonly<Record<string, string>> = {AN: 'Netherlands Antilles'};

/** "Norway (NO)". An unknown code is returned unchanged; a malformed one is cut to 20 characters and quoted, without control characters. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code))
    return `"${code
      .slice(0, 20)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')}"`;
  const name = withdrawnCodeNames[code] ?? regionNames.of(code);
  return name === undefined || name === code ? code : `${name} (${code})`;
}

/** ISO 3166-1 alpha-2, with withdrawn codes that Shopify still lists, and the zone EU. */
const withArticle: ReadonlySet<string> = new Set(
  'AE AN AX BQ BS CC CF CK DO EU FK FO GB GM HM IC IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VG VI'.split(' '),
);

/** The name as a part of a sentence. @param name the country's name, as its code `code` is written out. */
export const inSentence = (code: string, name: string): string => (withArticle.has(code) ? `the ${name}` : name);
