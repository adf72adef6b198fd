// One shop's state and the few ways it may change. Every change goes through here, so that updatedAt, the indexes and
// the webhooks cannot be forgotten. Time comes from the sandbox's clock.

import {type Bucket, createBucket, type Plan} from '../bucket.ts';
import {type DeliveryProfile, defaultProfile} from './delivery-profiles.ts';
import type {MarketRecord} from './markets.ts';
import {readyAt} from './media.ts';
import {createUniqueValues, type MetafieldDefinition, type OwnerType, type UniqueValues} from './metafields.ts';
import type {Presentment} from './payment-records.ts';
import type {CustomerRecord, LocationRecord, OrderRecord, ProductRecord, VariantRecord} from './records.ts';
import type {CallbackFaults, InventoryLevel, ServiceRecord, ServiceSettings} from './service-records.ts';
import type {ShopEvent} from './shop-event.ts';

export type ShopSettings = ServiceSettings & {
  name: string;
  currency: string;
  taxesIncluded: boolean;
  /** The VAT the shop charges in the EU, per cent; 0: no tax registration is set up. */
  vatPercent: number;
  timezone: string;
  plan: Plan;
  countryCode: string;
  email: string;
  shipsTo: readonly string[];
  partnerDevelopment: boolean;
  maxVariants: number;
  /** Whether the app is approved for name, e-mail and address of customers, or the store is a development store. */
  showsProtectedData: boolean;
  /** Whether an app without that approval sees not even that there is an address: Shopify's pages do not say. */
  withholdsAddresses: boolean;
  /** Decimals the shop keeps of an amount; null: those of its currency. */
  priceDecimals: number | null;
  /** The plan's public name, where it is not the one that belongs to `plan`. */
  planName: string | null;
  /** How the app is distributed: https://shopify.dev/docs/api/admin-graphql/2026-10/enums/AppPublicCategory */
  appCategory: 'CUSTOM' | 'PUBLIC';
  /** What the app's last deployment asks for; what is granted is `ShopStore.scopes`. */
  requestedScopes: readonly string[];
  /** What it may ask for later. */
  optionalScopes: readonly string[];
  /** New variants a day once the shop holds `threshold`; null where the plan has no such limit. */
  variantLimit: {readonly threshold: number; readonly perDay: number} | null;
  /** How long a search does not find an order that was just placed, ms. https://shopify.dev/docs/api/usage/search-syntax */
  searchLagMs: number;
  /** How long the job that removes a delivery profile takes, ms. Shopify names no time. */
  profileRemovalMs: number;
};

/** `handle` is that of the channel's app. */
export type PublicationRecord = {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
  readonly autoPublish: boolean;
};

export type ShopStore = {
  readonly id: number;
  /** The present `myshopify.com` name. */
  domain: string;
  readonly createdAt: number;
  readonly settings: ShopSettings;
  readonly bucket: Bucket;
  readonly now: () => number;
  readonly newId: () => number;
  readonly products: Map<number, ProductRecord>;
  readonly variants: Map<number, {readonly product: ProductRecord; readonly variant: VariantRecord}>;
  /** The variants by their inventory items. */
  readonly items: Map<number, VariantRecord>;
  readonly orders: Map<number, OrderRecord>;
  readonly customers: Map<number, CustomerRecord>;
  readonly handles: Map<string, number>;
  readonly unique: UniqueValues;
  readonly definitions: MetafieldDefinition[];
  readonly publications: PublicationRecord[];
  /** Shopify's fraud analysis follows an order after this time, ms. */
  readonly assessesAfterMs: number;
  /** The first is the shop's own, where everything is stocked at first. Names are unique in a shop. */
  readonly locations: LocationRecord[];
  readonly services: Map<number, ServiceRecord>;
  /** By inventory item and location. An item that is not in it is at the shop's own location, as it was at first; read by `levelsOf`. */
  readonly stock: Map<number, Map<number, InventoryLevel>>;
  callbackFaults: CallbackFaults;
  /** Read them by `profilesNow`. */
  readonly deliveryProfiles: Map<number, DeliveryProfile>;
  marketShipping: Map<number, DeliveryProfile> | null;
  /** Read them by `marketsOf`. */
  markets: readonly MarketRecord[] | null;
  /** When each is done. */
  readonly jobs: Map<string, number>;
  readonly variantsCreated: {day: number; count: number};
  readonly emit: (event: ShopEvent) => void;
  /** Users who may do less than the owner, by id, with the scopes their permissions come to. */
  readonly staff: Map<string, readonly string[]>;
  /** Users without the permission to refund orders. */
  readonly mayNotRefund: Set<string>;
  /** Results by idempotency key. */
  readonly idempotent: Map<string, {print: string; at: number; orderId: number; refundId: number | null}>;
  /** What an idempotency key activated. */
  readonly activations: Map<string, string>;
  /** The currency of the order that is looked at, where it is another one. */
  readonly presentment?: Presentment;
  installed: boolean;
  scopes: string[];
  writes: number;
  nextOrderNumber: number;
};

export type NewShop = {
  readonly domain: string;
  readonly settings: ShopSettings;
  readonly scopes: readonly string[];
  readonly installed: boolean;
  readonly assessesAfterMs: number;
  readonly marketDrivenShipping: boolean;
  readonly now: () => number;
  readonly newId: () => number;
  readonly emit: (event: ShopEvent) => void;
};

export function createShopStore(shop: NewShop): ShopStore {
  const {newId} = shop;
  const general = defaultProfile(newId());
  return {
    id: newId(),
    domain: shop.domain,
    createdAt: shop.now(),
    settings: shop.settings,
    bucket: createBucket(shop.settings.plan, shop.now),
    now: shop.now,
    newId,
    products: new Map(),
    variants: new Map(),
    items: new Map(),
    orders: new Map(),
    customers: new Map(),
    handles: new Map(),
    unique: createUniqueValues(),
    definitions: [],
    publications: [
      {id: newId(), name: 'Online Store', handle: 'online_store', autoPublish: true},
      {id: newId(), name: 'Point of Sale', handle: 'pos', autoPublish: false},
    ],
    locations: [{id: newId(), name: 'Shop location', manager: 'merchant', isActive: true, address: null}],
    services: new Map(),
    stock: new Map(),
    callbackFaults: {},
    assessesAfterMs: shop.assessesAfterMs,
    deliveryProfiles: new Map([[general.id, general]]),
    marketShipping: shop.marketDrivenShipping ? new Map([[general.id, {...general}]]) : null,
    markets: null,
    jobs: new Map(),
    variantsCreated: {day: 0, count: 0},
    emit: shop.emit,
    staff: new Map(),
    mayNotRefund: new Set(),
    idempotent: new Map(),
    activations: new Map(),
    installed: shop.installed,
    scopes: [...shop.scopes],
    writes: 0,
    nextOrderNumber: 1001,
  };
}

/** Puts a product, new or changed, in place of what was there, keeps the indexes and tells the subscribers. */
export function saveProduct(store: ShopStore, product: ProductRecord): void {
  const before = store.products.get(product.id);
  for (const {id, inventoryItemId} of before?.variants ?? []) {
    store.variants.delete(id);
    store.items.delete(inventoryItemId);
    const isGone = store.stock.has(inventoryItemId) && !product.variants.some((variant) => variant.id === id);
    if (isGone) store.stock.delete(inventoryItemId);
  }
  if (before !== undefined) store.handles.delete(before.handle);
  product.updatedAt = store.now();
  store.products.set(product.id, product);
  store.handles.set(product.handle, product.id);
  for (const variant of product.variants) {
    store.variants.set(variant.id, {product, variant});
    store.items.set(variant.inventoryItemId, variant);
  }
  store.unique.replace('PRODUCT', product.id, before?.metafields ?? new Map(), product.metafields);
  store.emit({kind: before === undefined ? 'products/create' : 'products/update', product});
  for (const at of new Set(product.media.map(readyAt))) {
    if (at > store.now()) store.emit({kind: 'products/update', product, at});
  }
}

/**
 * "Occurs whenever a product is updated, ordered" (schema description of PRODUCTS_UPDATE). The schema says that a sale of tracked
 * inventory moves `updatedAt`; of other products it says nothing, so theirs moves too: that is harder for the app.
 */
export function noteSale(store: ShopStore, product: ProductRecord): void {
  product.updatedAt = store.now();
  store.emit({kind: 'products/update', product});
}

export function removeProduct(store: ShopStore, product: ProductRecord): void {
  for (const {id, inventoryItemId} of product.variants) {
    store.variants.delete(id);
    store.items.delete(inventoryItemId);
    store.stock.delete(inventoryItemId);
  }
  store.products.delete(product.id);
  store.handles.delete(product.handle);
  store.unique.replace('PRODUCT', product.id, product.metafields, new Map());
  store.emit({kind: 'products/delete', product});
}

/** Draft of a product that may be changed and thrown away: nothing of it is shared with what the shop holds. */
export function draftOf(product: ProductRecord): ProductRecord {
  return {
    ...product,
    tags: [...product.tags],
    seo: {...product.seo},
    options: product.options.map((option) => ({...option, values: option.values.map((value) => ({...value}))})),
    variants: product.variants.map((variant) => ({
      ...variant,
      valueIds: [...variant.valueIds],
      metafields: new Map(variant.metafields),
    })),
    media: product.media.map((media) => ({...media})),
    metafields: new Map(product.metafields),
    publications: new Map(product.publications),
  };
}

/** Notes that an order changed. `kinds` are the topics sent besides `orders/updated`. */
export function touchOrder(store: ShopStore, order: OrderRecord, events: readonly ShopEvent[] = []): void {
  order.updatedAt = store.now();
  for (const event of events) store.emit(event);
  store.emit({kind: 'orders/updated', order});
}

export function findDefinition(
  store: ShopStore,
  ownerType: OwnerType,
  namespace: string,
  key: string,
): MetafieldDefinition | undefined {
  return store.definitions.find(
    (definition) => definition.ownerType === ownerType && definition.namespace === namespace && definition.key === key,
  );
}
