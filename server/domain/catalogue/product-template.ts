// How an article's words become a product's: title and tags by template, vendor and type as mapped, weight by category.
import {z} from 'zod';

const Line = z.string().min(1).max(255);
/** Longest brand or category that can be mapped. */
const maxKey = 500;

export const ProductTemplate = z.object({
  /** `{name}`, `{brand}`, `{category}`, `{sku}` and `{id}` are replaced; what is unknown stays as written. */
  title: Line.default('{name}'),
  tags: z.array(Line).max(50).default([]),
  /** Brand to vendor and category to product type where the store calls them otherwise; keys whatever the case. */
  vendors: z.record(z.string().max(maxKey), Line).default({}),
  types: z.record(z.string().max(maxKey), Line).default({}),
  /** Grams by category; null: none is sent. */
  defaultWeight: z.number().int().min(1).max(100_000).nullable().default(null),
  weights: z.record(z.string().max(maxKey), z.number().int().min(1).max(100_000)).default({}),
});
export type ProductTemplate = z.infer<typeof ProductTemplate>;

/** Entries of one map. A map of this size is folded in less than a millisecond and is larger than any supplier's list of brands. */
export const maxTemplateKeys = 2_000;

const {vendors, types, weights} = ProductTemplate.shape;

/** What a merchant may enter. What was saved before the limit existed is still read by `ProductTemplate`. */
export const ProductTemplateInput = ProductTemplate.extend({
  vendors: limited(vendors),
  types: limited(types),
  weights: limited(weights),
});

/** The keys are counted before any of them is parsed, so that a map of any size is refused at the cost of counting. */
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

/** Placeholders are replaced once: what stands in the feed's own words is never taken for one. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(words));
  return template.replaceAll(/\{([a-z]+)\}/g, (written, word: string) => known.get(word) ?? written);
}

/** A word's entry, whatever the word's case; an exact one first. Longer words have none. */
export function lookUp<T>(record: Readonly<Record<string, T>>, word: string): T | null {
  if (word.length > maxKey) return null;
  if (Object.hasOwn(record, word)) return record[word] ?? null;
  return (foldedEntries(record).get(word.toLowerCase()) as T | undefined) ?? null;
}

/** Folded once per map: folding 4,500 keys once per article blocks the event loop for minutes. */
const folded = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Of keys that differ in case alone the first one counts. */
function foldedEntries(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const known = folded.get(record);
  if (known !== undefined) return known;
  const entries = new Map(
    Object.entries(record)
      .toReversed()
      .map(([key, value]) => [key.toLowerCase(), value]),
  );
  folded.set(record, entries);
  return entries;
}
