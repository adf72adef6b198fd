// Products that were in the store before and may be the same goods as an article. The merchant decides.
import {z} from 'zod';

/** A product that was in the store before and may be the same goods as an article of the supplier. */
export const ProductMatch = z.object({
  articleId: z.string(),
  /** The name of the article. */
  name: z.string(),
  productGid: z.string(),
  /** The title of the product. */
  title: z.string(),
  /** sku: the product has the article's SKU and vendor; tag: the product has a tag that only this article gets. */
  foundBy: z.enum(['sku', 'tag']),
});
export type ProductMatch = z.infer<typeof ProductMatch>;

/**
 * POST /api/matches/decide. same: the product becomes the article's product; other: a new product is made. `all`: every product that
 * waits.
 */
export const DecideMatches = z.object({
  decision: z.enum(['same', 'other']),
  articleIds: z.union([z.array(z.string().min(1).max(500)).min(1).max(100), z.literal('all')]),
});
export type DecideMatches = z.infer<typeof DecideMatches>;
