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

/** Placeholders are replaced once: what stands in the feed's own words is never taken for one. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(words));
  return template.replaceAll(/\{([a-z]+)\}/g, (written, word: string) => known.get(word) ?? written);
}

/** A word's entry, whatever the word's case; an exact one first. Longer words have none. */
export function lookUp<T>(record: Readonly<Record<string, T>>, word: string): T | null {
  if (word.length > maxKey) return null;
  if (Object.hasOwn(record, word)) return record[word] ?? null;
  const folded = word.toLowerCase();
  return Object.entries(record).find(([key]) => key.toLowerCase() === folded)?.[1] ?? null;
}
