// What a merchant does to products in the admin, besides the app.

import {applyProductFields, newProduct, type ProductFields} from '../mutations/product-fields.ts';
import {applyVariantFields, newVariant, productSetCodes, type VariantFields} from '../mutations/variant-fields.ts';
import {gid, idOf} from '../store/gid.ts';
import type {ProductRecord} from '../store/records.ts';
import {draftOf, removeProduct, type ShopStore, saveProduct} from '../store/shop-store.ts';

export type MerchantEdit = ProductFields & {
  /** Renames options and values without touching the variants' ids. */
  readonly renameOption?: {readonly from: string; readonly to: string};
  readonly renameValue?: {readonly from: string; readonly to: string};
  readonly removeMedia?: readonly string[];
  readonly addMedia?: readonly {readonly source: string; readonly alt?: string | null}[];
  readonly removeMetafields?: true;
};

export type ProductControl = {
  /** A product the merchant made by hand; returns its gid. */
  readonly create: (fields: ProductFields & {readonly title: string}, variant?: VariantFields) => string;
  readonly edit: (id: string, edit: MerchantEdit) => void;
  readonly editVariant: (id: string, fields: VariantFields) => void;
  readonly remove: (id: string) => void;
  readonly removeVariant: (id: string) => void;
};

export function createProductControl(store: ShopStore): ProductControl {
  const draft = (id: string): ProductRecord => {
    const product = store.products.get(idOf('Product', id) ?? -1);
    if (product === undefined) throw new Error(`${store.domain} has no product ${id}.`);
    return draftOf(product);
  };
  const draftOfVariant = (id: string): ProductRecord => {
    const found = store.variants.get(idOf('ProductVariant', id) ?? -1);
    if (found === undefined) throw new Error(`${store.domain} has no variant ${id}.`);
    return draftOf(found.product);
  };
  const words = {title: {at: ['title'], words: 'Title '}, at: (field: string) => [field]};
  return {
    create(fields, variant = {}) {
      const product = newProduct(store);
      applyProductFields(store, product, fields, words);
      const first = newVariant(
        store,
        product.options.flatMap((option) => option.values.map(({id}) => id)),
      );
      applyVariantFields(store, first, variant, [], productSetCodes);
      product.variants = [first];
      for (const {id, autoPublish} of store.publications) if (autoPublish) product.publications.set(id, store.now());
      saveProduct(store, product);
      return gid('Product', product.id);
    },
    edit(id, edit) {
      const product = draft(id);
      applyProductFields(store, product, edit, words);
      editNames(product, edit);
      editMedia(store, product, edit);
      if (edit.removeMetafields) product.metafields.clear();
      saveProduct(store, product);
    },
    editVariant(id, fields) {
      const product = draftOfVariant(id);
      const variant = product.variants.find((candidate) => gid('ProductVariant', candidate.id) === id);
      if (variant !== undefined) applyVariantFields(store, variant, fields, [], productSetCodes);
      saveProduct(store, product);
    },
    remove: (id) => removeProduct(store, draft(id)),
    removeVariant(id) {
      const product = draftOfVariant(id);
      if (product.variants.length === 1) throw new Error('The last variant of a product cannot be deleted.');
      product.variants = product.variants.filter((variant) => gid('ProductVariant', variant.id) !== id);
      saveProduct(store, product);
    },
  };
}

function editNames(product: ProductRecord, {renameOption, renameValue}: MerchantEdit): void {
  for (const option of product.options) {
    if (option.name === renameOption?.from) option.name = renameOption.to;
    for (const value of option.values) if (value.name === renameValue?.from) value.name = renameValue.to;
  }
}

function editMedia(store: ShopStore, product: ProductRecord, {removeMedia = [], addMedia = []}: MerchantEdit): void {
  product.media = [
    ...product.media.filter(({id}) => !removeMedia.includes(gid('MediaImage', id))),
    ...addMedia.map(({source, alt = null}) => ({
      id: store.newId(),
      createdAt: store.now(),
      source,
      refused: false,
      alt,
    })),
  ];
}
