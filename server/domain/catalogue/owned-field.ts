// Who owns a product's field, the sync or the merchant. The sync writes a merchant's field only when it creates the product or a variant.
import {z} from 'zod';
import {
  mapFields,
  type OwnableField,
  type Owner,
  ownableFields,
  productFields,
} from '#domain/catalogue/product-fields.ts';

/** The owner of each field for the whole shop. Single products may have others (`ownerOf`). */
export const FieldOwners = z.object(
  mapFields(ownableFields, (field) => z.enum(['sync', 'merchant']).default(productFields[field].owner)),
);
export type FieldOwners = z.infer<typeof FieldOwners>;

/** A field's owner: the merchant if the field has an edit, else by the product's own setting, else by the shop's. */
export function ownerOf(
  field: OwnableField,
  shop: FieldOwners,
  product: Readonly<Record<string, Owner>>,
  edits: Readonly<Record<string, unknown>>,
): Owner {
  if (Object.hasOwn(edits, field)) return 'merchant';
  return Object.hasOwn(product, field) ? (product[field] ?? shop[field]) : shop[field];
}
