// productUpdate and productDelete.

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {Identifier, productByGid, productByIdentifier} from '../store/find-product.ts';
import {gid} from '../store/gid.ts';
import type {ProductRecord} from '../store/records.ts';
import {draftOf, removeProduct, type ShopStore, saveProduct} from '../store/shop-store.ts';
import {productView} from '../views/product.ts';
import {shopView} from '../views/shop.ts';
import {applyProductFields, ProductFields} from './product-fields.ts';
import {asUserErrors, refuse, type UserError} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const UpdateInput = z.strictObject({...ProductFields.shape, id: z.string().nullish()});
const DeleteInput = z.strictObject({id: z.string()});

export function productUpdate(store: ShopStore, args: Args): View {
  const input = parseInput('ProductUpdateInput', UpdateInput, args['product']);
  return asUserErrors<View>(
    () => {
      const found = toUpdate(store, args);
      if (found === null) throw refuse(null, ['id'], 'Product does not exist');
      const draft = draftOf(found);
      applyProductFields(store, draft, input, words);
      saveProduct(store, draft);
      return {product: productView(store, draft), userErrors: []};
    },
    (userErrors) => ({...refusedUpdate(store, args), userErrors: withoutCodes(userErrors)}),
  );
}

/** Recorded: the product as it still is. */
export function refusedUpdate(store: ShopStore, args: Args): View {
  const found = toUpdate(store, args);
  return {product: found === null ? null : productView(store, found)};
}

function toUpdate(store: ShopStore, args: Args): ProductRecord | null {
  const {id} = parseInput('ProductUpdateInput', UpdateInput, args['product']);
  const identifier =
    args['identifier'] == null ? null : parseInput('ProductUpdateIdentifiers', Identifier, args['identifier']);
  return productByIdentifier(store, identifier ?? {id: id ?? ''});
}

const words = {title: {at: ['title'], words: 'Title '}, at: (field: string) => [field]};

export function productDelete(store: ShopStore, args: Args): View {
  if (args['synchronous'] === false) throw notImplemented('productDelete(synchronous: false)');
  const {id} = parseInput('ProductDeleteInput', DeleteInput, args['input']);
  const product = productByGid(store, id);
  if (product === null) {
    return {
      deletedProductId: null,
      shop: shopView(store),
      userErrors: [{field: ['id'], message: 'Product does not exist'}],
    };
  }
  removeProduct(store, product);
  return {deletedProductId: gid('Product', product.id), shop: shopView(store), userErrors: []};
}

/** `UserError` of these mutations has no code. */
function withoutCodes(userErrors: readonly UserError[]): readonly UserError[] {
  return userErrors.map(({field, message}) => ({field, message}));
}
