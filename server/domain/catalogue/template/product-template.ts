// How an article's texts become a product's: title and tags by template, vendor and product type by map, weight by category.
import {z} from 'zod';
import {
  maxLineLength,
  maxTags,
  shownNameError,
  tagLineError,
  titleLineError,
} from '#domain/catalogue/template/template-lines.ts';
import {wordKey} from '#domain/words/same-word.ts';

const TemplateLine = z.string().min(1).max(maxLineLength);
/** The maps take brands and categories of at most this many characters. */
const maxKeyLength = 500;

/** The weight of one piece in grams: up to 100 kg. */
const Weight = z
  .number('Enter whole grams, such as 350.')
  .int('Enter whole grams, such as 350.')
  .min(1, 'Enter 1 g or more.')
  .max(100_000, 'Enter at most 100,000 g.');

/** The schema of the merchant's template. */
export const ProductTemplate = z.object({
  /** `{name}`, `{brand}`, `{category}`, `{sku}` and `{id}` are replaced; unknown placeholders stay as written. */
  title: TemplateLine.default('{name}'),
  tags: z.array(TemplateLine).max(maxTags, `Enter at most ${maxTags} tags.`).default([]),
  /** Maps brand to vendor if the store uses other names; keys are compared as words (`wordKey`). */
  vendors: z.record(z.string().max(maxKeyLength), TemplateLine).default({}),
  /** Maps category to product type if the store uses other names; keys are compared as words (`wordKey`). */
  types: z.record(z.string().max(maxKeyLength), TemplateLine).default({}),
  /** Grams, for categories that `weights` does not name; null: no weight is sent for them. */
  defaultWeight: Weight.nullable().default(null),
  /** Maps category to the weight of a new variant in grams. */
  weights: z.record(z.string().max(maxKeyLength), Weight).default({}),
  /** Whether a new variant gets its country of origin, where the supplier's text names one. Left out: no. */
  origin: z.boolean().optional(),
});
export type ProductTemplate = z.infer<typeof ProductTemplate>;

/** The most entries a map may have, so that looking up a word takes less than a millisecond. No supplier has so many brands. */
export const maxTemplateKeys = 2_000;

/** A schema of typed lines, with the sentence of a rule for a wrong one. */
const typedLine = (errorOf: (line: string) => string | null) =>
  z.string().check(({value, issues}) => {
    const message = errorOf(value);
    if (message !== null) issues.push({code: 'custom', message, input: value});
  });

const {weights} = ProductTemplate.shape;
const shownNames = z.record(z.string().max(maxKeyLength), typedLine(shownNameError)).default({});

/** The schema for what a merchant enters. `ProductTemplate` also reads what was saved before these limits existed. */
export const ProductTemplateInput = ProductTemplate.extend({
  title: typedLine(titleLineError).default('{name}'),
  tags: z.array(typedLine(tagLineError)).max(maxTags, `Enter at most ${maxTags} tags.`).default([]),
  vendors: withKeyLimit(shownNames),
  types: withKeyLimit(shownNames),
  weights: withKeyLimit(weights),
});

/** Adds the limit to a map's schema. It counts the keys before parsing them, so refusing a huge map costs no more than counting. */
function withKeyLimit<T extends z.ZodType>(map: T) {
  const counted = z.unknown().superRefine((given, context) => {
    if (typeof given !== 'object' || given === null) return;
    const count = Object.keys(given).length;
    if (count <= maxTemplateKeys) return;
    const message = `This may have at most ${maxTemplateKeys.toLocaleString('en')} entries; it has ${count.toLocaleString('en')}.`;
    context.addIssue({code: 'custom', message});
  });
  return counted.optional().pipe(map);
}

/** Finds a word's entry in a map: the exact spelling first, then the same word in another spelling. Too long a word has none. */
export function lookUpWord<T>(record: Readonly<Record<string, T>>, word: string): T | null {
  if (word.length > maxKeyLength) return null;
  if (Object.hasOwn(record, word)) return record[word] ?? null;
  return (entriesByKey(record).get(wordKey(word)) as T | undefined) ?? null;
}

/** Each map's entries by `wordKey`. Made once per map, because making them for every article would block the event loop for minutes. */
const entriesCache = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The map's entries by `wordKey`. If several spellings of a word have entries, the first one counts. */
function entriesByKey(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const known = entriesCache.get(record);
  if (known !== undefined) return known;
  const entries = new Map(
    Object.entries(record)
      .toReversed()
      .map(([key, value]) => [wordKey(key), value]),
  );
  entriesCache.set(record, entries);
  return entries;
}
