// Which colour and size are ordered, and the source of each word: what the merchant typed, the variant, what the buyer entered, the only word
// there is, a standing answer, or the catalogue's text. The last three are guesses: none is made while something that the buyer entered is not
// understood. If no source is certain, the merchant is asked. Where the supplier states no words, those the merchant defined are the choice.
import {type DefinedOptions, definitionCounts, type OptionName} from '#domain/options/defined-options.ts';
import {exactSize} from '#domain/orders/exact-size.ts';
import type {MerchantOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, not} from '#domain/orders/not-sent.ts';
import {type ChosenArticle, type OrderRules} from '#domain/orders/plan-dropship.ts';
import {notUnderstood} from '#domain/orders/properties/asked.ts';
import {type LineProperty, readProperties} from '#domain/orders/properties/line-properties.ts';
import {sameWord} from '#domain/words/same-word.ts';

/** `only_stated`: the supplier states exactly one word; `only_defined`: it states none, and the merchant defined exactly one. */
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
/** Null: no word was decided on, or `withoutTyped` left it out. */
export type OrderWords = {readonly colour: OrderWord | null; readonly size: OrderWord | null};

export type Sold = {
  readonly article: ChosenArticle;
  readonly properties: readonly LineProperty[];
};

/** The article's text in the shop's copy of the catalogue, null if no page contained it; and what the merchant defined for it. */
export type CatalogueTexts = {
  readonly category: string | null;
  /** Free text, and the unit it is sold by. */
  readonly sizes: string | null;
  readonly unit: string | null;
  readonly defined: DefinedOptions | null;
};

/** What `a=stock` states; empty: it states none, and the merchant's defined words or free text are ordered. */
export type Stated = {readonly colours: readonly string[]; readonly sizes: readonly string[]};

export type PlannedWords = {readonly colour: OrderWord | NotSent; readonly size: OrderWord | NotSent};

export function planWords(
  {article, properties}: Sold,
  stated: Stated,
  texts: CatalogueTexts,
  rules: OrderRules,
  {details}: Pick<MerchantOverrides, 'details'>,
): PlannedWords {
  const fitting = standingAnswers(article, texts.category, rules);
  const written = exactSize(texts.sizes ?? '', texts.unit ?? '');
  const entered = readProperties(properties, rules.propertyAnswers);
  const unread = {unread: entered.unread, isVariantKnown: article.isByHand !== true};
  return {
    colour: planWord('colour', choicesOf('colours', stated, texts.defined), {
      typed: details.colour,
      sold: article.colour,
      properties: entered.colour,
      ...unread,
      standing: fitting.find(({colour}) => colour !== null)?.colour ?? rules.standingColour,
      written: null,
    }),
    size: planWord('size', choicesOf('sizes', stated, texts.defined), {
      typed: details.size,
      sold: article.size,
      properties: entered.size,
      ...unread,
      // The article's own text is more specific than the shop-wide standing answer.
      standing: fitting.find(({size}) => size !== null)?.size ?? (written === null ? rules.standingSize : null),
      written,
    }),
  };
}

export const toOrderWords = ({colour, size}: PlannedWords): OrderWords => ({
  colour: 'word' in colour ? colour : null,
  size: 'word' in size ? size : null,
});

/** The words that may be stored unencrypted before the order is sent; what the merchant typed may not. */
export const withoutTyped = ({colour, size}: OrderWords): OrderWords => ({
  colour: colour?.from === 'typed' ? null : colour,
  size: size?.from === 'typed' ? null : size,
});

/** The answers for the article, then those for its category. */
function standingAnswers({articleId}: ChosenArticle, category: string | null, {standingAnswers: all}: OrderRules) {
  const ofCategory = ({category: named}: {readonly category: string | null}): boolean =>
    category !== null && sameWord(named ?? '', category);
  return [
    ...all.filter((answer) => answer.articleId === articleId),
    ...all.filter((answer) => answer.articleId === null && ofCategory(answer)),
  ];
}

type Sources = {
  readonly typed: string | null;
  readonly sold: string | null;
  /** Null: too many or too long to be read. */
  readonly properties: readonly string[] | null;
  /** Names of what the buyer entered and is not understood. */
  readonly unread: readonly string[];
  readonly isVariantKnown: boolean;
  readonly standing: string | null;
  readonly written: string | null;
};

type What = 'colour' | 'size';

/** The words that can be ordered; none: free text. */
type Choices = {readonly words: readonly string[]; readonly by: 'supplier' | 'merchant'};

const choicesOf = (name: OptionName, stated: Stated, defined: DefinedOptions | null): Choices =>
  definitionCounts(name, stated, defined)
    ? {words: defined[name], by: 'merchant'}
    : {words: stated[name], by: 'supplier'};

/** A word the supplier states or the merchant defined, or free text if there are none. */
function planWord(what: What, choices: Choices, sources: Sources): OrderWord | NotSent {
  const {typed, sold, properties} = sources;
  const {words, by} = choices;
  // The merchant may order another word than those defined: where the supplier states none, the supplier takes any.
  if (typed !== null && by === 'merchant') return {word: typed, from: 'typed'};
  const asked: OrderWord | null =
    typed !== null ? {word: typed, from: 'typed'} : sold !== null ? {word: sold, from: 'variant'} : null;
  if (asked !== null) {
    const word = words.length === 0 ? asked.word : findStated(words, asked.word);
    return word === null ? notOffered(what, asked.word, choices) : {word, from: asked.from};
  }
  if (properties === null) return unreadProperties(what, words);
  if (properties.length > 0) return fromProperties(what, words, properties);
  if (sources.unread.length > 0)
    return not('needs_details', notUnderstood(what, sources.unread, sayWhich(what, words)));
  if (!sources.isVariantKnown) return variantNotKnown(what, words);
  return words.length === 0 ? fromAnswers(what, sources) : fromChoices(what, choices, sources);
}

/** The variant's word, or the one the merchant typed, is not among the choices. */
function notOffered(what: What, word: string, {words, by}: Choices): NotSent {
  if (by === 'supplier') {
    return not('blocked', {
      code: `${what}_gone`,
      text: `The supplier does not state the ${what} "${word}" for this article.`,
    });
  }
  const text = `This was sold as ${what} "${word}", which is not among the ${what}s you defined for this article. ${sayWhich(what, words)}`;
  return not('needs_details', {code: `${what}_missing`, text});
}

/** One of those that are not read may name the colour or size. */
function unreadProperties(what: What, stated: readonly string[]): NotSent {
  const text = `The buyer entered more with the line than Piecewise reads, so it is not known whether that names a ${what}. ${sayWhich(what, stated)}`;
  return not('needs_details', {code: `${what}_missing`, text});
}

function variantNotKnown(what: What, stated: readonly string[]): NotSent {
  const text = `The ordered variant is not one that Piecewise made, so its ${what} is not known. ${sayWhich(what, stated)}`;
  return not('needs_details', {code: `${what}_missing`, text});
}

/** The app stores what the buyer entered only as a word to order, so a reason does not repeat it. */
function fromProperties(what: What, stated: readonly string[], values: readonly string[]): OrderWord | NotSent {
  const [only = '', ...others] = values;
  const word = others.length > 0 ? null : stated.length > 0 ? findStated(stated, only) : freeWord(what, only);
  if (word !== null) return {word, from: 'property'};
  const why =
    others.length > 0
      ? `The buyer entered more than one ${what} with the line.`
      : `What the buyer entered as ${what} with the line is not one ${what} that can be ordered.`;
  return not('needs_details', {code: `${what}_missing`, text: `${why} ${sayWhich(what, stated)}`});
}

function fromAnswers(what: What, {standing, written}: Sources): OrderWord | NotSent {
  if (standing !== null) return {word: standing, from: 'standing'};
  if (written !== null) return {word: written, from: 'catalogue'};
  const text = `The supplier states no ${what}s for this article; say which ${what} to order.`;
  return not('needs_details', {code: `${what}_missing`, text});
}

function fromChoices(what: What, {words, by}: Choices, {standing}: Sources): OrderWord | NotSent {
  const [only] = words;
  if (only !== undefined && words.length === 1) {
    return {word: only, from: by === 'supplier' ? 'only_stated' : 'only_defined'};
  }
  const word = standing === null ? null : findStated(words, standing);
  if (word !== null) return {word, from: 'standing'};
  return not('needs_details', {code: `${what}_missing`, text: sayWhich(what, words)});
}

const findStated = (stated: readonly string[], word: string): string | null =>
  stated.find((value) => value === word) ?? stated.find((value) => sameWord(value, word)) ?? null;

/** Letters, digits, and the punctuation used in colour names. */
const colourName = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’&/()+#-]{0,59}$/u;

/** The buyer's text if it may be sent to the supplier: a colour name, or one size. */
function freeWord(what: What, word: string): string | null {
  if (what === 'size') return exactSize(word, 'pc');
  return colourName.test(word) ? word : null;
}

const sayWhich = (what: What, stated: readonly string[]): string =>
  stated.length === 0
    ? `Say which ${what} to order.`
    : `Say which ${what} to order: ${stated.slice(0, 20).join(', ')}.`;

export type TakenWord = OrderWord & {readonly what: What /** For the merchant. */; readonly text: string};

/** The words that come neither from the variant nor from what the merchant typed for the order, with the source of each. */
export function takenWords(words: OrderWords | null): readonly TakenWord[] {
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
