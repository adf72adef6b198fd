// Whose a product's field is. What the sync does not own it writes once, when it makes the product, and never again.
import {z} from 'zod';

export const ownableFields = [
  'price',
  'compareAt',
  'cost',
  'variants',
  'title',
  'description',
  'images',
  'tags',
  'vendor',
  'type',
] as const;
export type OwnableField = (typeof ownableFields)[number];

const Owner = z.enum(['sync', 'merchant']);
export type Owner = z.infer<typeof Owner>;

export const OwnedFields = z.object({
  price: Owner.default('sync'),
  compareAt: Owner.default('sync'),
  cost: Owner.default('sync'),
  variants: Owner.default('sync'),
  title: Owner.default('merchant'),
  description: Owner.default('merchant'),
  images: Owner.default('merchant'),
  tags: Owner.default('merchant'),
  vendor: Owner.default('merchant'),
  type: Owner.default('merchant'),
});
export type OwnedFields = z.infer<typeof OwnedFields>;

/** The shop's setting, overruled by the product's own, overruled by an edit the merchant made: edits survive. */
export function ownerOf(
  field: OwnableField,
  shop: OwnedFields,
  product: Readonly<Record<string, Owner>>,
  edits: Readonly<Record<string, unknown>>,
): Owner {
  if (Object.hasOwn(edits, field)) return 'merchant';
  return Object.hasOwn(product, field) ? (product[field] ?? shop[field]) : shop[field];
}
