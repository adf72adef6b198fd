// Who owns a product's field. The sync writes a field it does not own once, when it creates the product or a variant.
import {z} from 'zod';
import {
  byField,
  type OwnableField,
  type Owner,
  ownableFields,
  productFields,
} from '#domain/catalogue/product-fields.ts';

export const OwnedFields = z.object(
  byField(ownableFields, (field) => z.enum(['sync', 'merchant']).default(productFields[field].owner)),
);
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
