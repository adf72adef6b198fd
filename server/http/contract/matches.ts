// Products that were in the store before and may be the same goods as an article. The merchant decides.
import {z} from 'zod';

export const ProductMatch = z.object({
  articleId: z.string(),
  /** The article's. */
  name: z.string(),
  productGid: z.string(),
  /** The product's. */
  title: z.string(),
  /** sku: it has the article's SKU and vendor; tag: it has a tag that only this article gets. */
  foundBy: z.enum(['sku', 'tag']),
});
export type ProductMatch = z.infer<typeof ProductMatch>;

/** POST /api/matches/decide. same: the product becomes the article's; other: a new product is made. */
export const DecideMatches = z.object({
  decision: z.enum(['same', 'other']),
  articleIds: z.union([z.array(z.string().min(1).max(500)).min(1).max(100), z.literal('all')]),
});
export type DecideMatches = z.infer<typeof DecideMatches>;
