// A line of an order as the API shows it.

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {LineRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {lineMoney} from './order-totals.ts';
import {productView, variantView} from './product.ts';

export function lineView(store: ShopStore, line: LineRecord): View {
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.title,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unfulfilledQuantity: Math.max(0, line.currentQuantity - line.fulfilled),
    refundableQuantity: line.currentQuantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.giftCard,
    customAttributes: line.customAttributes,
    ...lineMoney(store, line),
    get product() {
      const product = line.productId === null ? undefined : store.products.get(line.productId);
      return product === undefined ? null : productView(store, product);
    },
    // Null once the product or the variant was deleted (schema description: "The Variant object associated with the line item").
    get variant() {
      const found = line.variantId === null ? undefined : store.variants.get(line.variantId);
      return found === undefined ? null : variantView(store, found.product, found.variant);
    },
  };
}
