// Recognises the country in a free text about origin, such as "Italia", "Made in Portugal" or "CZ". The whole text must be understood:
// a text with one that is not, such as "Non-EU" or "Tuscany", is not recognised, because a wrong origin costs more than none.
import {euMembers} from '#domain/orders/zone.ts';
import {countryOfCode, countryOfName, mostNameWords, type OriginCode, plainName} from '#domain/origin/country-names.ts';

/** The longest text that is read; the supplier's texts about origin are not longer. */
const mostCharacters = 255;

/**
 * The country of origin that the text states; null: none, several, or not recognised. Of several countries the one counts that is said to
 * be where it was made, if what the others did is said too: "Made in China, designed in Italy" is CN, "China (designed in Italy)" nothing.
 */
export function recogniseOrigin(text: string): OriginCode | null {
  if (text.length > mostCharacters || hasUnusualSigns(text)) return null;
  const mentions = readMentions(splitWords(text));
  return mentions === null ? null : chooseOrigin(mentions);
}

/** The country of origin as an ISO 3166-1 alpha-2 code; null: not recognised, or only the EU as a whole is named. */
export function recogniseCountry(text: string): string | null {
  const origin = recogniseOrigin(text);
  return origin === 'EU' ? null : origin;
}

/**
 * Codes that Shopify has not: it counts the territories of the USA as parts of the USA, and refuses the whole product for such a code.
 * https://shopify.dev/docs/api/admin-graphql/latest/enums/countrycode
 */
const notAtShopify = new Set(['AQ', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

/** The country of origin by a code that Shopify takes; null: not recognised, or Shopify has no code of its own for it. */
export function recogniseStoreCountry(text: string): string | null {
  const country = recogniseCountry(text);
  return country === null || notAtShopify.has(country) ? null : country;
}

/** Whether goods of this origin are from the EU. */
export const isFromEu = (origin: OriginCode): boolean => origin === 'EU' || euMembers.some((code) => code === origin);

/** A country that the text names. `made`: said to be where the article was made; `other`: where something else was done. */
type Mention = {readonly code: OriginCode; readonly role: 'made' | 'other' | 'unsaid'};

/** Whether the text has a figure or sign that may turn its meaning round, as in "50 % Italy" or "Italy?". "100 % Italy" is Italy. */
const hasUnusualSigns = (text: string): boolean =>
  /[^\p{L}\p{M}\s.,;:()[\]/&'’‘"“”*|_+–—-]/u.test(text.replace(/\b100\s?%/, ''));

/** The words as they are written; "P.R.C." is one word. */
function splitWords(text: string): readonly string[] {
  const joined = text.replaceAll(/(?<=(?:^|[^\p{L}\p{M}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{M}]|$))/gu, '');
  return joined.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
}

/** The countries of the text in their order; null: it has a word that is not understood. */
function readMentions(words: readonly string[]): readonly Mention[] | null {
  const plain = words.map(plainName);
  const mentions: Mention[] = [];
  let role: Mention['role'] = 'unsaid';
  for (let at = 0; at < words.length; ) {
    const found = findCountryAt(words, plain, at);
    const word = plain[at] ?? '';
    if (found !== null) {
      mentions.push({code: found.code, role});
      role = 'unsaid';
    } else if (makingWords.has(word)) role = 'made';
    else if (otherWords.has(word)) role = 'other';
    else if (originWords.has(word)) role = role === 'other' ? 'other' : 'made';
    else if (!smallWords.has(word)) return null;
    at += found?.words ?? 1;
  }
  return mentions;
}

/** The longest name of a country that begins at this word, or the code that the word is. */
function findCountryAt(
  words: readonly string[],
  plain: readonly string[],
  at: number,
): {readonly code: OriginCode; readonly words: number} | null {
  for (let length = Math.min(mostNameWords, words.length - at); length > 0; length -= 1) {
    const code = countryOfName(plain.slice(at, at + length).join(' '));
    if (code !== null) return {code, words: length};
  }
  const code = countryOfCode(words[at] ?? '');
  return code === null || (isSmallWord(plain[at]) && !isCodePlace(plain, at)) ? null : {code, words: 1};
}

const isSmallWord = (word: string | undefined): boolean => word !== undefined && smallWords.has(word);

/** Whether a word such as DE or IN can only be a code there: it is the whole text, or the last word, after "made in" or the like. */
const isCodePlace = (plain: readonly string[], at: number): boolean =>
  plain.length === 1 || (at === plain.length - 1 && ['in', 'from', 'en', 'aus'].includes(plain[at - 1] ?? ''));

/** The only country that is named as the origin; of several, the only one that is said to be where it was made, if all others are not. */
function chooseOrigin(mentions: readonly Mention[]): OriginCode | null {
  const named = withoutWholeEu(mentions.map(({code}) => code));
  const possible = withoutWholeEu(mentions.flatMap(({code, role}) => (role === 'other' ? [] : [code])));
  const [origin = null] = possible;
  if (possible.length !== 1 || origin === null) return null;
  return named.length === 1 || mentions.some(({code, role}) => code === origin && role === 'made') ? origin : null;
}

/** "Italy (EU)" is Italy: the EU beside one of its members adds nothing. */
function withoutWholeEu(named: readonly OriginCode[]): readonly OriginCode[] {
  const codes = [...new Set(named)];
  const others = codes.filter((code) => code !== 'EU');
  return others.length > 0 && others.every(isFromEu) ? others : codes;
}

/** Words that say where an article was made. */
const makingWords = new Set(
  `made manufactured manufacture produced hergestellt gefertigt produziert prodotto prodotta fabbricato fabbricata fatto fatta fabrique
    fabriquee produit produite hecho hecha fabricado fabricada producido producida`.split(/\s+/),
);

/** Words that say the same, but not after one of `otherWords`: "Brand origin: Italy" says nothing of the article. */
const originWords = new Set(
  'origin product production herkunft ursprung herkunftsland ursprungsland origine provenance provenienza origen'.split(
    ' ',
  ),
);

/** Words that say what else was done in a country, or what else comes from it. */
const otherWords = new Set(
  `designed design entworfen disegnato disegnata progettato progettata concu concue dessine dessinee disenado disenada diseno developed
    shipped ships sent dispatched versandt spedito spedita expedie expediee enviado enviada packed packaged verpackt warehouse brand marke
    marchio marque marca fabric fabrics material materials yarn stoff stoffe tessuto tessuti tissu tissus tela telas`.split(
    /\s+/,
  ),
);

/** Words that change nothing. */
const smallWords = new Set(
  `in from of the a an is country coo goods preferential preference and but by und aus der die das den dem des von e ed di da dal dalla del
    della dello dell d il lo la i in paese merci en au aux de du le les l pays et y el los las pais con`.split(/\s+/),
);
