// Matches the store's variants to the draft's. A variant is recognised by the supplier's colour and size; the option names and values in
// the store belong to the merchant, who may have renamed or translated them.

import type {LiveVariant} from '#domain/catalogue/operation.ts';
import {oneVariantPerKey, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {type ProductDraft, toPrintedLine, type VariantDraft} from '#domain/catalogue/to-product.ts';
import type {VariantGid} from '#domain/ids.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** A variant as the store has it, with the names and values of its options. */
export type StoredVariant = {
  readonly gid: VariantGid;
  readonly options: readonly {readonly name: string; readonly value: string}[];
};

/** Which variants a product is to have. */
export type VariantPlan = {
  /** Option names, in the product's order. */
  readonly optionNames: readonly string[];
  /** One entry per variant of the draft; `gid` if the product already has it, `texts` in the order of `optionNames`. */
  readonly wanted: readonly {
    readonly variant: VariantDraft;
    readonly gid: VariantGid | null;
    readonly texts: readonly string[];
  }[];
  /** Variants the merchant added. They stay, unless the article's own options change: then all variants are replaced. */
  readonly foreign: readonly {readonly gid: VariantGid; readonly texts: readonly string[]}[];
};

/** An option of our products: its name in the store, and the text of a variant's colour or size in it. */
type OptionAxis = {readonly name: string; readonly word: (words: Pick<VariantDraft, 'colour' | 'size'>) => string};

/** Shopify's name for the only variant of a product without options. */
const defaultAxis: OptionAxis = {name: 'Title', word: () => 'Default Title'};
/** The option Colour. */
const colourAxis: OptionAxis = {
  name: 'Colour',
  word: (words) => (words.colour === null ? defaultAxis.word(words) : toPrintedLine(words.colour)),
};
/** The option Size. */
const sizeAxis: OptionAxis = {
  name: 'Size',
  word: (words) => (words.size === null ? defaultAxis.word(words) : toPrintedLine(words.size)),
};

/** All variants of the draft, for a product without variants. */
export function planNewVariants(draft: ProductDraft): VariantPlan {
  const axes = axesOf(draft);
  const wanted = draft.variants.map((variant) => ({variant, gid: null, texts: axes.map(({word}) => word(variant))}));
  return {optionNames: axes.map(({name}) => name), wanted, foreign: []};
}

/**
 * The draft's variants matched to those of the product. @param live the variants known to be ours. @param stored the product's current
 * variants.
 */
export function planChangedVariants(
  draft: ProductDraft,
  live: readonly LiveVariant[],
  stored: readonly StoredVariant[],
): VariantPlan {
  const axes = axesOf(draft);
  const names = stored[0]?.options.map(({name}) => name) ?? [];
  const ordered = orderAxes(names, axes);
  // Options were added or removed, so no existing variant can stay, not even one that the merchant added.
  if (ordered === null) return planNewVariants(draft);
  const byGid = new Map<string, StoredVariant>(stored.map((variant) => [variant.gid, variant]));
  const kept = live.flatMap((words) => {
    const variant = byGid.get(words.gid);
    return variant ? [{words, texts: optionTextsOf(variant)}] : [];
  });
  const renamed = ordered.map(
    ({word}, index) => new Map(kept.map(({words, texts}) => [wordKey(word(words)), texts[index] ?? ''])),
  );
  const keptByWords = oneVariantPerKey(
    kept.map(({words, texts}) => ({...words, texts})),
    draft.variants,
  );
  const ours = new Set(live.map(({gid}) => gid));
  const strangers = stored.filter(({gid}) => !ours.has(gid));
  const strangersByTexts = new Map(strangers.map((variant) => [textKey(optionTextsOf(variant)), variant.gid]));
  const wanted = draft.variants.map((variant) => {
    const known = keptByWords.get(variantKey(variant));
    if (known) return {variant, gid: known.gid, texts: known.texts};
    const texts = ordered.map(({word}, index) => renamed[index]?.get(wordKey(word(variant))) ?? word(variant));
    // A variant with these texts is ours too: a process died before it could store the variant it had made.
    return {variant, gid: strangersByTexts.get(textKey(texts)) ?? null, texts};
  });
  const adopted = new Set(wanted.map(({gid}) => gid));
  const foreign = strangers
    .filter(({gid}) => !adopted.has(gid))
    .map((variant) => ({gid: variant.gid, texts: optionTextsOf(variant)}));
  // A value of the merchant's variants keeps its spelling: an option has each word once.
  const spelled = names.map(
    (_, index) => new Map(foreign.map(({texts}) => [wordKey(texts[index] ?? ''), texts[index] ?? ''])),
  );
  const isKept = new Set<string | null>([...keptByWords.values()].map(({gid}) => gid));
  const inSpelling = wanted.map((entry) => {
    if (isKept.has(entry.gid)) return entry;
    return {...entry, texts: entry.texts.map((text, index) => spelled[index]?.get(wordKey(text)) ?? text)};
  });
  return {optionNames: names, wanted: inSpelling, foreign};
}

/**
 * Whether the merchant changed the product's options, for example by adding one. An article that newly states colours or sizes, or no
 * longer does, changes the options itself and does not count.
 */
export function hasRestructuredOptions(
  draft: ProductDraft,
  live: readonly LiveVariant[],
  stored: readonly StoredVariant[],
): boolean {
  const byGid = new Map<string, StoredVariant>(stored.map((variant) => [variant.gid, variant]));
  const ours = live.filter(({gid}) => byGid.has(gid));
  const [first] = ours;
  if (first === undefined) return false;
  const before = {...draft, options: {colours: first.colour !== null, sizes: first.size !== null}};
  const names = byGid.get(first.gid)?.options.map(({name}) => name) ?? [];
  return orderAxes(names, axesOf(before)) === null;
}

/**
 * The supplier's colour and size for a variant whose row was lost: each from the option that still has our name, else from an option whose
 * value the article states only as a colour, or only as a size. Null where no option matches.
 */
export function readVariantWords(
  {options}: Pick<StoredVariant, 'options'>,
  stated: {readonly colours: readonly string[]; readonly sizes: readonly string[]},
): VariantWords {
  const among = (words: readonly string[], text: string) => mapByWordKey(words).get(wordKey(text)) ?? null;
  const read = (axis: OptionAxis, words: readonly string[], others: readonly string[]) => {
    const own = options.find(({name}) => name === axis.name);
    if (own !== undefined) return among(words, own.value) ?? own.value;
    const found = options.find(({value}) => among(words, value) !== null && among(others, value) === null);
    return found === undefined ? null : among(words, found.value);
  };
  return {colour: read(colourAxis, stated.colours, stated.sizes), size: read(sizeAxis, stated.sizes, stated.colours)};
}

/** Finds, after the write, which variant of the product has which of the supplier's colours and sizes. */
export function matchVariants({wanted}: VariantPlan, stored: readonly StoredVariant[]): LiveVariant[] {
  const byTexts = new Map(stored.map((variant) => [textKey(optionTextsOf(variant)), variant.gid]));
  const present = new Set<string>(stored.map(({gid}) => gid));
  return wanted.flatMap(({variant, gid, texts}) => {
    const found = gid !== null && present.has(gid) ? gid : byTexts.get(textKey(texts));
    return found ? [{gid: found, colour: variant.colour, size: variant.size}] : [];
  });
}

/** The options that the draft's variants differ by; without any, Shopify's single default option. */
function axesOf({options}: ProductDraft): readonly OptionAxis[] {
  const axes = [...(options.colours ? [colourAxis] : []), ...(options.sizes ? [sizeAxis] : [])];
  return axes.length > 0 ? axes : [defaultAxis];
}

/** The axes in the order of the product's options: by name if the names are ours, else by position. Null: they do not match. */
function orderAxes(names: readonly string[], axes: readonly OptionAxis[]): readonly OptionAxis[] | null {
  if (names.length !== axes.length) return null;
  if (names.includes(defaultAxis.name) !== axes.includes(defaultAxis)) return null;
  const byName = names.flatMap((name) => axes.find((axis) => axis.name === name) ?? []);
  if (byName.length === axes.length) return byName;
  // If one of our names belongs to another axis, the option was exchanged, not renamed.
  const ours = [colourAxis, sizeAxis].filter((axis) => !axes.includes(axis)).map(({name}) => name);
  return names.some((name) => ours.includes(name)) ? null : axes;
}

/** The values of a variant's options, in the product's order. */
const optionTextsOf = ({options}: StoredVariant) => options.map(({value}) => value);

/** A key that is equal for the same words: an earlier version, or the merchant, may have spelled them in another way. */
const textKey = (texts: readonly string[]) => JSON.stringify(texts.map(wordKey));

/**
 * The words by their comparison key; of equal words the first counts. Computed once for a list, because a product may have 2,048 variants.
 */
function mapByWordKey(words: readonly string[]): ReadonlyMap<string, string> {
  const known = wordMaps.get(words) ?? new Map(words.toReversed().map((word) => [wordKey(word), word]));
  wordMaps.set(words, known);
  return known;
}

/** The results of `mapByWordKey`, by its list. */
const wordMaps = new WeakMap<readonly string[], ReadonlyMap<string, string>>();
