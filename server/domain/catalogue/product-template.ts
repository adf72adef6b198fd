// How an article's words become a product's: title and tags by template, vendor and type as mapped, weight by category.
import {z} from 'zod';

const Line = z.string().min(1).max(255);

export const ProductTemplate = z.object({
  /** `{name}`, `{brand}`, `{category}`, `{sku}` and `{id}` are replaced; what is unknown stays as written. */
  title: Line.default('{name}'),
  tags: z.array(Line).max(50).default([]),
  /** Brand to vendor and category to product type where the store calls them otherwise; keys whatever the case. */
  vendors: z.record(z.string().max(500), Line).default({}),
  types: z.record(z.string().max(500), Line).default({}),
  /** Grams by category; null: none is sent. */
  defaultWeight: z.number().int().min(1).max(100_000).nullable().default(null),
  weights: z.record(z.string().max(500), z.number().int().min(1).max(100_000)).default({}),
  /** What to order where a listing states no colour or no size, by category, e.g. "one size", "as pictured". */
  standing: z
    .record(z.string().max(500), z.object({colour: Line.nullable().default(null), size: Line.nullable().default(null)}))
    .default({}),
});
export type ProductTemplate = z.infer<typeof ProductTemplate>;
