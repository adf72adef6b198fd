// The names by which a free text may call a country: those of Unicode in five languages, and the usual others, as `plainName` writes them.
import {plainKey} from '#domain/words/same-word.ts';

/** A country's ISO 3166-1 alpha-2 code, or `EU` for the European Union as a whole. */
export type OriginCode = string;

/** Writes a name in lower case, without accents, and with one blank for all that is not a letter: "cote d ivoire". */
export const plainName = (text: string): string =>
  plainKey(text)
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

/** Codes that Unicode has names for, but that are no country of ISO 3166-1, and XK, which is none either but has goods of its own. */
const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** The codes of all countries, and `EU`. A withdrawn code is left out: Unicode writes its successor for it. */
const originCodes: ReadonlySet<OriginCode> = new Set(
  alphabet
    .flatMap((first) => alphabet.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .filter((code) => new Intl.DisplayNames('en', {type: 'region', fallback: 'none'}).of(code) !== undefined),
);

/** Names that also mean something else: a fabric, a state of the USA, one of two countries. */
const ambiguousNames = new Set(['jersey', 'guernsey', 'georgia', 'congo', 'america', 'samoa', 'dominica', 'guinea']);

/** Usual names that Unicode does not have, in the five languages; misspellings only where they can mean nothing else. */
const otherNames: Readonly<Record<OriginCode, string>> = {
  EU: 'eu, ue, e u, european community, europaische gemeinschaft',
  AE: 'uae, emirates, emirati',
  AT: 'republic of austria, republik osterreich',
  BA: 'bosnia, bosnia and herzegovina, bosnien',
  BD: 'bangladesch, bangla desh, bengladesh',
  BG: 'bulgarien, bulgary',
  BY: 'weissrussland, belorussia, bielorussie',
  CH: 'swiss confederation, schweizerische eidgenossenschaft, swizerland, switzerand',
  CI: 'ivory coast, elfenbeinkuste',
  CN: `prc, p r c, pr china, p r china, people s republic of china, peoples republic of china, china prc, mainland china, volksrepublik china,
    vr china, repubblica popolare cinese, republique populaire de chine, republica popular china`,
  CV: 'cabo verde',
  CZ: `czech republic, czech rep, czechia, tschechische republik, repubblica ceca, republique tcheque, republica checa, tschechei,
    czech repulic, chech republic`,
  DE: 'federal republic of germany, bundesrepublik deutschland, brd, germay, germnay',
  DK: 'denmak',
  ES: 'kingdom of spain, spanje',
  FR: 'french republic, frankreich',
  GB: `uk, great britain, britain, england, scotland, wales, gran bretagna, grossbritannien, grande bretagne, gran bretana, inghilterra,
    angleterre, inglaterra, schottland, scozia, ecosse, escocia, untied kingdom`,
  GR: 'hellas, hellenic republic, grece',
  HK: 'hong kong, hongkong, hong kong sar',
  HU: 'hungria',
  IE: 'republic of ireland, eire',
  IT: 'repubblica italiana, italian republic, itlay, itally',
  KR: 'korea, republic of korea, korea south, s korea, corea, coree, rok',
  LK: 'ceylon, srilanka',
  MA: 'kingdom of morocco, morroco, marocko',
  MD: 'republic of moldova, moldavia',
  MK: 'macedonia, mazedonien, fyrom',
  MM: 'myanmar, burma, birma, birmania, birmanie',
  MO: 'macau, macao',
  NL: 'holland, the netherlands, netherland, nederland, olanda, hollande, holanda, niederlanden',
  PH: 'philipines, phillipines, philippinen',
  PL: 'republic of poland, polska',
  PT: 'portuguese republic, portual, portugual, portugl',
  RO: 'roumania, rumania, romaina',
  RU: 'russian federation, russische foderation, federazione russa, federation de russie, federacion rusa',
  SK: 'slovak republic, slowakische republik, repubblica slovacca, republique slovaque, republica eslovaca',
  SZ: 'swaziland, swasiland',
  TN: 'tunesia, tunisa',
  TR: 'turkey, turkiye, turky, tukey, republic of turkey',
  TW: 'taiwan roc, republic of china taiwan, formosa',
  US: 'usa, u s a, united states of america, vereinigte staaten von amerika, stati uniti d america, etats unis d amerique, estados unidos de america',
  VN: 'viet nam, vietman',
};

/** ISO 3166-1 alpha-3 codes of the EU's members and of the countries that most clothing and shoes come from. */
const threeLetters = `AT AUT, BE BEL, BG BGR, CY CYP, CZ CZE, DE DEU, DK DNK, EE EST, ES ESP, FI FIN, FR FRA, GR GRC, HR HRV, HU HUN, IE IRL,
  IT ITA, LT LTU, LU LUX, LV LVA, MT MLT, NL NLD, PL POL, PT PRT, RO ROU, SE SWE, SI SVN, SK SVK, AL ALB, BD BGD, CH CHE, CN CHN, EG EGY,
  GB GBR, ID IDN, IN IND, JP JPN, KH KHM, KR KOR, LK LKA, MA MAR, MD MDA, MM MMR, MX MEX, PH PHL, PK PAK, RS SRB, TH THA, TN TUN, TR TUR,
  TW TWN, UA UKR, US USA, VN VNM`;

/** Codes in capital letters. NO and NA are left out: they also mean "no" and "not available". */
const codeNames: ReadonlyMap<string, OriginCode> = new Map([
  ...[...originCodes].filter((code) => code !== 'NO' && code !== 'NA').map((code) => [code, code] as const),
  ...threeLetters.split(',').map((pair) => {
    const [two = '', three = ''] = pair.trim().split(' ');
    return [three, two] as const;
  }),
]);

/** The country whose code the word is, as it was written: only capital letters are a code, because "it" and "in" are words. */
export const countryOfCode = (word: string): OriginCode | null => codeNames.get(word) ?? null;

/** The country or the EU by each name; null: several have it. */
const countryNames: ReadonlyMap<string, OriginCode | null> = collectNames();

/** The country that has the name, as `plainName` writes it; null: none, or several. */
export const countryOfName = (name: string): OriginCode | null => countryNames.get(name) ?? null;

/** The most words of any name. */
export const mostNameWords = Math.max(...[...countryNames.keys()].map((name) => name.split(' ').length));

function collectNames(): Map<string, OriginCode | null> {
  const found = new Map<string, OriginCode | null>();
  const add = (text: string, code: OriginCode): void => {
    const name = plainName(text);
    if (name === '' || ambiguousNames.has(name)) return;
    const known = found.get(name);
    found.set(name, known === undefined || known === code ? code : null);
  };
  for (const language of ['en', 'de', 'it', 'fr', 'es']) {
    const names = new Intl.DisplayNames(language, {type: 'region', fallback: 'none'});
    for (const code of originCodes) {
      const name = names.of(code) ?? '';
      add(name, code);
      add(name.replaceAll('&', ' and '), code);
      if (language === 'de') add(withoutUmlauts(name), code);
    }
  }
  for (const [code, names] of Object.entries(otherNames)) for (const name of names.split(',')) add(name, code);
  return found;
}

/** "Oesterreich": a German name as it is written without umlauts. */
function withoutUmlauts(name: string): string {
  return name.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}
