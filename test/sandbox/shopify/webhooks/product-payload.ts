// The body of products/create and products/update.

import {gid} from '../store/gid.ts';
import {productUpdatedAt} from '../store/media.ts';
import {toMoney} from '../store/money.ts';
import type {ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from '../views/date-time.ts';
import {selectedOptions, variantTitle} from '../views/variant.ts';

export function productPayload(
  store: ShopStore,
  product: ProductRecord,
  at = store.now(),
): Readonly<Record<string, unknown>> {
  const {currency} = store.settings;
  return {
    id: product.id,
    admin_graphql_api_id: gid('Product', product.id),
    title: product.title,
    handle: product.handle,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status.toLowerCase(),
    tags: product.tags.join(', '),
    created_at: toDateTime(product.createdAt),
    updated_at: toDateTime(productUpdatedAt(product, at)),
    variants: product.variants.map((variant, index) => ({
      id: variant.id,
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      product_id: product.id,
      title: variantTitle(product, variant),
      position: index + 1,
      price: toMoney(variant.price, currency),
      compare_at_price: variant.compareAt === null ? null : toMoney(variant.compareAt, currency),
      sku: variant.sku,
      barcode: variant.barcode,
      options: selectedOptions(product, variant).map(({value}) => value),
      updated_at: toDateTime(variant.updatedAt),
    })),
    options: product.options.map((option) => ({
      id: option.id,
      name: option.name,
      values: option.values.map(({name}) => name),
    })),
  };
}
