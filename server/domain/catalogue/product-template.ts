// How an article's text becomes a product's: title and tags by template, vendor and type by map, weight by category.
import {z} from 'zod';
import {wordKey} from '#domain/words/same-word.ts';

const Line = z.string().min(1).max(255);
/** Longest brand or category that can be mapped. */
const maxKey = 500;

export const ProductTemplate = z.object({
  /** `{name}`, `{brand}`, `{category}`, `{sku}` and `{id}` are replaced; unknown placeholders stay as written. */
  title: Line.default('{name}'),
  tags: z.array(Line).max(50).default([]),
  /** Maps brand to vendor and category to product type if the store uses other names; keys are compared as words (`wordKey`). */
  vendors: z.record(z.string().max(maxKey), Line).default({}),
  types: z.record(z.string().max(maxKey), Line).default({}),
  /** Grams, for categories that `weights` does not name; null: no weight is sent for them. */
  defaultWeight: z.number().int().min(1).max(100_000).nullable().default(null),
  weights: z.record(z.string().max(maxKey), z.number().int().min(1).max(100_000)).default({}),
});
export type ProductTemplate = z.infer<typeof ProductTemplate>;

/** Most entries of one map. Looking up a word in a map of this size takes less than a millisecond, and no supplier has so many brands. */
export const maxTemplateKeys = 2_000;

const {vendors, types, weights} = ProductTemplate.shape;

/** What a merchant may enter. `ProductTemplate` still reads values saved before the limit existed. */
export const ProductTemplateInput = ProductTemplate.extend({
  vendors: limited(vendors),
  types: limited(types),
  weights: limited(weights),
});

/** Counts the keys before parsing any of them, so that refusing a huge map costs no more than counting. */
function limited<T extends z.ZodType>(map: T) {
  const counted = z.unknown().superRefine((given, context) => {
    if (typeof given !== 'object' || given === null) return;
    const count = Object.keys(given).length;
    if (count <= maxTemplateKeys) return;
    const message = `This may have at most ${maxTemplateKeys.toLocaleString('en')} entries; it has ${count.toLocaleString('en')}.`;
    context.addIssue({code: 'custom', message});
  });
  return counted.optional().pipe(map);
}

/** Placeholders are replaced once: braces in the supplier's own text are never treated as placeholders. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(words));
  return template.replaceAll(/\{([a-z]+)\}/g, (written, word: string) => known.get(word) ?? written);
}

/** A word's entry; an exact match first, then the same word in another spelling. Words that are too long have none. */
export function lookUp<T>(record: Readonly<Record<string, T>>, word: string): T | null {
  if (word.length > maxKey) return null;
  if (Object.hasOwn(record, word)) return record[word] ?? null;
  return (entriesByKey(record).get(wordKey(word)) as T | undefined) ?? null;
}

/** Made once per map: making thousands of keys once per article would block the event loop for minutes. */
const byKey = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Of several spellings of the same word the first one counts. */
function entriesByKey(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const known = byKey.get(record);
  if (known !== undefined) return known;
  const entries = new Map(
    Object.entries(record)
      .toReversed()
      .map(([key, value]) => [wordKey(key), value]),
  );
  byKey.set(record, entries);
  return entries;
}
