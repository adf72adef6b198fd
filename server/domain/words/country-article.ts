// Countries whose English name has an article within a sentence: "in the United Kingdom", and "in Norway".

/** ISO 3166-1 alpha-2, with withdrawn codes that Shopify still lists, and the zone EU. */
const withArticle: ReadonlySet<string> = new Set(
  'AE AN AX BQ BS CC CF CK DO EU FK FO GB GM HM IC IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VG VI'.split(' '),
);

/** The name as a part of a sentence. @param name the country's name, as its code `code` is written out. */
export const inSentence = (code: string, name: string): string => (withArticle.has(code) ? `the ${name}` : name);
