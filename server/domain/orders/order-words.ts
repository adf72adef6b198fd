// Decides which colour and size are ordered, and notes the source of each: what the merchant typed, the variant, what the buyer entered,
// the only word there is, a standing answer, or the catalogue's text. The last three are guesses, not made while something that the
// buyer entered is not understood. Without a source the merchant is asked. If the supplier states no words, the merchant's are used.
import {type DefinedOptions, isDefinitionUsed, type OptionName} from '#domain/options/defined-options.ts';
import {exactSize} from '#domain/orders/exact-size.ts';
import type {MerchantOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, toNotSent} from '#domain/orders/not-sent.ts';
import {type ChosenArticle, type OrderRules} from '#domain/orders/plan-dropship.ts';
import {notUnderstoodReason} from '#domain/orders/properties/asked.ts';
import {type LineProperty, readProperties} from '#domain/orders/properties/line-properties.ts';
import {findAnswer} from '#domain/standing-answers.ts';
import {isSameWord} from '#domain/words/same-word.ts';

/** The sources of a word. `only_stated`: the supplier states exactly one; `only_defined`: it states none, and the merchant defined one. */
export const wordSources = [
  'typed',
  'variant',
  'property',
  'standing',
  'catalogue',
  'only_stated',
  'only_defined',
] as const;
export type WordSource = (typeof wordSources)[number];

export type OrderWord = {readonly word: string; readonly from: WordSource};
/** Null: no word was decided on, or `withoutTypedWords` left it out. */
export type OrderWords = {readonly colour: OrderWord | null; readonly size: OrderWord | null};

export type SoldLine = {
  readonly article: ChosenArticle;
  readonly properties: readonly LineProperty[];
};

/** The article's texts in the shop's copy of the catalogue, null if no page had the article; and what the merchant defined for it. */
export type CatalogueTexts = {
  readonly category: string | null;
  /** The free text about sizes, and the unit that the article is sold by. */
  readonly sizes: string | null;
  readonly unit: string | null;
  readonly defined: DefinedOptions | null;
};

/** What `a=stock` states. If a list is empty, a word that the merchant defined, or free text, is ordered. */
export type StatedWords = {readonly colours: readonly string[]; readonly sizes: readonly string[]};

/** For each option the word to order, or why none could be decided on. */
export type PlannedWords = {readonly colour: OrderWord | NotSent; readonly size: OrderWord | NotSent};

/** Decides on both words by all sources. */
export function planWords(
  {article, properties}: SoldLine,
  stated: StatedWords,
  texts: CatalogueTexts,
  rules: OrderRules,
  {details}: Pick<MerchantOverrides, 'details'>,
): PlannedWords {
  const written = exactSize(texts.sizes ?? '', texts.unit ?? '');
  const entered = readProperties(properties, rules.propertyAnswers);
  const unread = {unread: entered.unread, isVariantKnown: article.isByHand !== true};
  const of = {articleId: article.articleId, category: texts.category};
  const colour = findAnswer(rules.standingAnswers, 'colour', of);
  const size = findAnswer(rules.standingAnswers, 'size', of);
  // To be asked for each order counts for the article's text, too: the merchant did not trust it.
  const sizeText = size?.asks?.includes('size') ? null : written;
  return {
    colour: planWord('colour', toWordChoices('colours', stated, texts.defined), {
      typed: details.colour,
      sold: article.colour,
      properties: entered.colour,
      ...unread,
      standing: colour === undefined ? rules.standingColour : colour.colour,
      written: null,
    }),
    size: planWord('size', toWordChoices('sizes', stated, texts.defined), {
      typed: details.size,
      sold: article.size,
      properties: entered.size,
      ...unread,
      // The article's own text is more specific than the shop-wide standing answer.
      standing: size === undefined ? (written === null ? rules.standingSize : null) : size.size,
      written: sizeText,
    }),
  };
}

export const toOrderWords = ({colour, size}: PlannedWords): OrderWords => ({
  colour: 'word' in colour ? colour : null,
  size: 'word' in size ? size : null,
});

/** Leaves out words that the merchant typed, because those may not be stored unencrypted before the order is sent. */
export const withoutTypedWords = ({colour, size}: OrderWords): OrderWords => ({
  colour: colour?.from === 'typed' ? null : colour,
  size: size?.from === 'typed' ? null : size,
});

/** What each source says about one option; null: nothing. */
type WordCandidates = {
  readonly typed: string | null;
  /** The variant's word. */
  readonly sold: string | null;
  /** What the buyer entered for the option; null: the properties are too many or too long to be read. */
  readonly properties: readonly string[] | null;
  /** Names of the properties that the app does not understand. */
  readonly unread: readonly string[];
  readonly isVariantKnown: boolean;
  readonly standing: string | null;
  /** The only size that the catalogue's text names. */
  readonly written: string | null;
};

type OptionKind = 'colour' | 'size';

/** The words that can be ordered, and who named them; an empty list means that free text can be ordered. */
type WordChoices = {readonly words: readonly string[]; readonly by: 'supplier' | 'merchant'};

const toWordChoices = (name: OptionName, stated: StatedWords, defined: DefinedOptions | null): WordChoices =>
  isDefinitionUsed(name, stated, defined)
    ? {words: defined[name], by: 'merchant'}
    : {words: stated[name], by: 'supplier'};

/** Decides on the word for one option: one of the choices, or free text if there are none. */
function planWord(what: OptionKind, choices: WordChoices, sources: WordCandidates): OrderWord | NotSent {
  const {typed, sold, properties} = sources;
  const {words, by} = choices;
  // The merchant may order another word than those defined: where the supplier states none, the supplier takes any.
  if (typed !== null && by === 'merchant') return {word: typed, from: 'typed'};
  const asked: OrderWord | null =
    typed !== null ? {word: typed, from: 'typed'} : sold !== null ? {word: sold, from: 'variant'} : null;
  if (asked !== null) {
    const word = words.length === 0 ? asked.word : findStatedWord(words, asked.word);
    return word === null ? planNotOffered(what, asked.word, choices) : {word, from: asked.from};
  }
  if (properties === null) return planUnreadProperties(what, words);
  if (properties.length > 0) return planFromProperties(what, words, properties);
  if (sources.unread.length > 0)
    return toNotSent('needs_details', notUnderstoodReason(what, sources.unread, askWhichText(what, words)));
  if (!sources.isVariantKnown) return planUnknownVariant(what, words);
  return words.length === 0 ? planFromAnswers(what, sources) : planFromChoices(what, choices, sources);
}

/** The decision if the variant's word, or the one that the merchant typed, is not among the choices. */
function planNotOffered(what: OptionKind, word: string, {words, by}: WordChoices): NotSent {
  if (by === 'supplier') {
    return toNotSent('blocked', {
      code: `${what}_gone`,
      text: `The supplier does not state the ${what} "${word}" for this article.`,
    });
  }
  const text = `This was sold as ${what} "${word}", which is not among the ${what}s you defined for this article. ${askWhichText(what, words)}`;
  return toNotSent('needs_details', {code: `${what}_missing`, text});
}

/** The decision if the properties are too many or too long to be read: one of them may name the colour or size. */
function planUnreadProperties(what: OptionKind, stated: readonly string[]): NotSent {
  const text = `The buyer entered more with the line than Piecewise reads, so it is not known whether that names a ${what}. ${askWhichText(what, stated)}`;
  return toNotSent('needs_details', {code: `${what}_missing`, text});
}

/** The decision if the variant is not one that the app made. */
function planUnknownVariant(what: OptionKind, stated: readonly string[]): NotSent {
  const text = `The ordered variant is not one that Piecewise made, so its ${what} is not known. ${askWhichText(what, stated)}`;
  return toNotSent('needs_details', {code: `${what}_missing`, text});
}

/** Decides by what the buyer entered. A reason does not repeat it, because the app may store it only as a word to order. */
function planFromProperties(
  what: OptionKind,
  stated: readonly string[],
  values: readonly string[],
): OrderWord | NotSent {
  const [only = '', ...others] = values;
  const word = others.length > 0 ? null : stated.length > 0 ? findStatedWord(stated, only) : toFreeWord(what, only);
  if (word !== null) return {word, from: 'property'};
  const why =
    others.length > 0
      ? `The buyer entered more than one ${what} with the line.`
      : `What the buyer entered as ${what} with the line is not one ${what} that can be ordered.`;
  return toNotSent('needs_details', {code: `${what}_missing`, text: `${why} ${askWhichText(what, stated)}`});
}

/** Decides if the supplier states no word: the standing answer, else the catalogue's text. */
function planFromAnswers(what: OptionKind, {standing, written}: WordCandidates): OrderWord | NotSent {
  if (standing !== null) return {word: standing, from: 'standing'};
  if (written !== null) return {word: written, from: 'catalogue'};
  const text = `The supplier states no ${what}s for this article; say which ${what} to order.`;
  return toNotSent('needs_details', {code: `${what}_missing`, text});
}

/** Decides among the words that can be ordered: the only one, else the standing answer. */
function planFromChoices(what: OptionKind, {words, by}: WordChoices, {standing}: WordCandidates): OrderWord | NotSent {
  const [only] = words;
  if (only !== undefined && words.length === 1) {
    return {word: only, from: by === 'supplier' ? 'only_stated' : 'only_defined'};
  }
  const word = standing === null ? null : findStatedWord(words, standing);
  if (word !== null) return {word, from: 'standing'};
  return toNotSent('needs_details', {code: `${what}_missing`, text: askWhichText(what, words)});
}

/** The word as the supplier or the merchant's definition spells it; null: it is not among these. */
const findStatedWord = (stated: readonly string[], word: string): string | null =>
  stated.find((value) => value === word) ?? stated.find((value) => isSameWord(value, word)) ?? null;

/** Matches a colour name: letters, digits and usual punctuation, at most 60 characters. */
const colourNamePattern = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’&/()+#-]{0,59}$/u;

/** The buyer's text if it may be sent to the supplier as a colour name or as one size; else null. */
function toFreeWord(what: OptionKind, word: string): string | null {
  if (what === 'size') return exactSize(word, 'pc');
  return colourNamePattern.test(word) ? word : null;
}

const askWhichText = (what: OptionKind, stated: readonly string[]): string =>
  stated.length === 0
    ? `Say which ${what} to order.`
    : `Say which ${what} to order: ${stated.slice(0, 20).join(', ')}.`;

/** A word, the option that it is for, and a text for the merchant about its source. */
export type DerivedWord = OrderWord & {readonly what: OptionKind; readonly text: string};

/** The words that neither the variant nor the merchant's typing for this order gave, each with a text about its source. */
export function derivedWords(words: OrderWords | null): readonly DerivedWord[] {
  return (['colour', 'size'] as const).flatMap((what) => {
    const chosen = words?.[what] ?? null;
    const source = chosen === null ? null : sourceTexts[chosen.from];
    if (chosen === null || source === null) return [];
    return [{...chosen, what, text: `${what === 'colour' ? 'Colour' : 'Size'} “${chosen.word}”: ${source}`}];
  });
}

const sourceTexts: Readonly<Record<WordSource, string | null>> = {
  typed: null,
  variant: null,
  property: 'entered by the buyer.',
  standing: 'your standing answer, because the supplier states none.',
  catalogue: 'taken from the size text in the supplier’s catalogue.',
  only_stated: 'the only one the supplier states.',
  only_defined: 'the only one you defined for the article.',
};
