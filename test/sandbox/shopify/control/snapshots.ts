// What a shop holds, as plain values for a test or a person to look at: gids, decimals as text, names instead of ids.

import {fulfillmentStatusOf} from '../store/fulfilment.ts';
import {gid} from '../store/gid.ts';
import {mediaStatus} from '../store/media.ts';
import {appId, metafieldKey, toNamespace} from '../store/metafields.ts';
import {toMoney} from '../store/money.ts';
import type {OrderRecord, ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from '../views/date-time.ts';
import {currentTotal} from '../views/order-totals.ts';
import {selectedOptions} from '../views/variant.ts';

export type ProductSnapshot = ReturnType<typeof productSnapshot>;
export type OrderSnapshot = ReturnType<typeof orderSnapshot>;

export function productSnapshot(store: ShopStore, product: ProductRecord) {
  const {currency} = store.settings;
  return {
    id: gid('Product', product.id),
    /** The value of `$app:article_id`, by which the app ties the product to what the supplier lists. */
    articleId: product.metafields.get(metafieldKey(toNamespace('$app'), 'article_id'))?.value ?? null,
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: [...product.tags],
    createdAt: toDateTime(product.createdAt),
    updatedAt: toDateTime(product.updatedAt),
    options: product.options.map(({name, values}) => ({name, values: values.map((value) => value.name)})),
    /** By key; the app's own namespace is written `$app`. */
    metafields: Object.fromEntries(
      [...product.metafields.values()].map(({namespace, key, type, value}) => [
        `${namespace === `app--${appId}` ? '$app' : namespace}.${key}`,
        {type, value},
      ]),
    ),
    publications: store.publications.filter(({id}) => product.publications.has(id)).map(({name}) => name),
    media: product.media.map((media) => ({
      id: gid('MediaImage', media.id),
      source: media.source,
      alt: media.alt,
      status: mediaStatus(media, store.now()),
    })),
    variants: product.variants.map((variant) => ({
      id: gid('ProductVariant', variant.id),
      inventoryItemId: gid('InventoryItem', variant.inventoryItemId),
      options: Object.fromEntries(selectedOptions(product, variant).map(({name, value}) => [name, value])),
      sku: variant.sku,
      barcode: variant.barcode,
      price: toMoney(variant.price, currency),
      compareAtPrice: variant.compareAt === null ? null : toMoney(variant.compareAt, currency),
      cost: variant.cost === null ? null : toMoney(variant.cost, currency),
      tracked: variant.tracked,
      requiresShipping: variant.requiresShipping,
      weight: variant.weight,
      countryOfOrigin: variant.countryOfOrigin,
      taxable: variant.taxable,
      inventoryPolicy: variant.inventoryPolicy,
      /** Quantities are not modelled: an input that names them is refused, so no variant ever has any. */
      inventoryQuantity: null,
    })),
  };
}

export function orderSnapshot(store: ShopStore, order: OrderRecord) {
  return {
    id: gid('Order', order.id),
    name: order.name,
    test: order.test,
    createdAt: toDateTime(order.createdAt),
    updatedAt: toDateTime(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : toDateTime(order.cancelledAt),
    financialStatus: order.financialStatus,
    fulfillmentStatus: fulfillmentStatusOf(order),
    edited: order.edited,
    email: order.email,
    note: order.note,
    tags: [...order.tags],
    customAttributes: [...order.customAttributes],
    shippingAddress: order.shippingAddress,
    /** What the buyer paid, less what was given back. */
    kept: toMoney(order.received - order.refunds.reduce((sum, {amount}) => sum + amount, 0), store.settings.currency),
    refunds: order.refunds.map(({id, note, amount, transactions = [], notified = false, key = null}) => ({
      id: gid('Refund', id),
      note,
      amount: toMoney(amount, store.settings.currency),
      notified,
      key,
      parts: transactions.map(({payment, amount: part, status}) => ({
        gateway: payment.gateway,
        amount: toMoney(part, store.settings.currency),
        status,
      })),
    })),
    total: toMoney(currentTotal(store, order), store.settings.currency),
    countryCode: order.shippingAddress?.countryCode ?? null,
    provinceCode: order.shippingAddress?.provinceCode ?? null,
    lines: order.lines.map((line) => ({
      id: gid('LineItem', line.id),
      productId: line.productId === null ? null : gid('Product', line.productId),
      variantId: line.variantId === null ? null : gid('ProductVariant', line.variantId),
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      currentQuantity: line.currentQuantity,
      fulfilled: line.fulfilled,
      variantTitle: line.variantTitle,
      unfulfilledQuantity: Math.max(0, line.currentQuantity - line.fulfilled),
      price: toMoney(line.price, store.settings.currency),
    })),
    fulfillmentOrders: order.fulfillmentOrders.map(({id, status}) => ({id: gid('FulfillmentOrder', id), status})),
    fulfillments: order.fulfillments.map(({id, status, totalQuantity, tracking, notifications}) => ({
      id: gid('Fulfillment', id),
      status,
      totalQuantity,
      tracking: [...tracking],
      notifications: notifications.map((sent) => ({at: toDateTime(sent.at), tracking: [...sent.tracking]})),
    })),
    metafields: Object.fromEntries([...order.metafields.values()].map(({key, type, value}) => [key, {type, value}])),
  };
}
