// orderUpdate, tagsAdd, tagsRemove.

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {idOf, typeOf} from '../store/gid.ts';
import {draftOf, type ShopStore, saveProduct, touchOrder} from '../store/shop-store.ts';
import {orderView} from '../views/order.ts';
import {productView} from '../views/product.ts';
import {toTags} from './product-fields.ts';

type Args = Readonly<Record<string, unknown>>;

const OrderInput = z.strictObject({
  id: z.string(),
  note: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  customAttributes: z.array(z.strictObject({key: z.string(), value: z.string()})).nullish(),
});

export function orderUpdate(store: ShopStore, args: Args): View {
  const input = parseInput('OrderInput', OrderInput, args['input']);
  const order = store.orders.get(idOf('Order', input.id) ?? -1);
  if (order === undefined) return {order: null, userErrors: [{field: ['id'], message: 'Order does not exist'}]};
  if (input.note !== undefined) order.note = input.note;
  if (input.email !== undefined) order.email = input.email;
  if (input.phone !== undefined) order.phone = input.phone;
  if (input.tags != null) order.tags = toTags(input.tags);
  if (input.customAttributes != null) order.customAttributes = input.customAttributes;
  touchOrder(store, order);
  return {order: orderView(store, order), userErrors: []};
}

export function changeTags(store: ShopStore, args: Args, change: 'add' | 'remove'): View {
  const id = String(args['id']);
  const tags = toTags(z.array(z.string()).parse(args['tags']));
  const changed = (before: readonly string[]) =>
    change === 'add'
      ? toTags([...before, ...tags])
      : before.filter((tag) => !tags.some((removed) => removed.toLowerCase() === tag.toLowerCase()));
  const order = store.orders.get(idOf('Order', id) ?? -1);
  if (order !== undefined) {
    order.tags = changed(order.tags);
    touchOrder(store, order);
    return {node: orderView(store, order), userErrors: []};
  }
  const product = store.products.get(idOf('Product', id) ?? -1);
  if (product !== undefined) {
    const draft = draftOf(product);
    draft.tags = changed(draft.tags);
    saveProduct(store, draft);
    return {node: productView(store, draft), userErrors: []};
  }
  const type = typeOf(id);
  if (type !== 'Order' && type !== 'Product') throw notImplemented(`tags of a ${type ?? id}`);
  return {node: null, userErrors: [{field: ['id'], message: `${type} does not exist`}]};
}
