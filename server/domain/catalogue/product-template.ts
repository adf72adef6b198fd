// How an article's texts become a product's: title and tags by template, vendor and product type by map, weight by category.
import {z} from 'zod';
import {wordKey} from '#domain/words/same-word.ts';

const TemplateLine = z.string().min(1).max(255);
/** The maps take brands and categories of at most this many characters. */
const maxKeyLength = 500;

/** The schema of the merchant's template. */
export const ProductTemplate = z.object({
  /** `{name}`, `{brand}`, `{category}`, `{sku}` and `{id}` are replaced; unknown placeholders stay as written. */
  title: TemplateLine.default('{name}'),
  tags: z.array(TemplateLine).max(50).default([]),
  /** Maps brand to vendor if the store uses other names; keys are compared as words (`wordKey`). */
  vendors: z.record(z.string().max(maxKeyLength), TemplateLine).default({}),
  /** Maps category to product type if the store uses other names; keys are compared as words (`wordKey`). */
  types: z.record(z.string().max(maxKeyLength), TemplateLine).default({}),
  /** Grams, for categories that `weights` does not name; null: no weight is sent for them. */
  defaultWeight: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Maps category to the weight of a new variant in grams. */
  weights: z.record(z.string().max(maxKeyLength), z.number().int().min(1).max(100_000)).default({}),
});
export type ProductTemplate = z.infer<typeof ProductTemplate>;

/** The most entries a map may have, so that looking up a word takes less than a millisecond. No supplier has so many brands. */
export const maxTemplateKeys = 2_000;

const {vendors, types, weights} = ProductTemplate.shape;

/** The schema for what a merchant enters. `ProductTemplate` also reads maps saved before the limit existed. */
export const ProductTemplateInput = ProductTemplate.extend({
  vendors: withKeyLimit(vendors),
  types: withKeyLimit(types),
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

/** Replaces `{name}` and the like once, so braces in the supplier's own text are never treated as placeholders. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(words));
  return template.replaceAll(/\{([a-z]+)\}/g, (written, word: string) => known.get(word) ?? written);
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
