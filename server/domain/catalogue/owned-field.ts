// Who owns a product's field. The sync writes a field it does not own once, when it creates the product or a variant.
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

/** The product's own setting overrules the shop's, and the merchant's edit overrules both, so edits survive. */
export function ownerOf(
  field: OwnableField,
  shop: OwnedFields,
  product: Readonly<Record<string, Owner>>,
  edits: Readonly<Record<string, unknown>>,
): Owner {
  if (Object.hasOwn(edits, field)) return 'merchant';
  return Object.hasOwn(product, field) ? (product[field] ?? shop[field]) : shop[field];
}
