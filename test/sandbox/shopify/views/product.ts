// Products, variants, options and media as the API shows them. What is not here is not modelled.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {type DeliveryProfile, profileOf} from '../store/delivery-profiles.ts';
import {gid, idOf} from '../store/gid.ts';
import {productUpdatedAt} from '../store/media.ts';
import {toDecimal, toMoney} from '../store/money.ts';
import type {ProductRecord, VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';
import {profileView} from './delivery-profile.ts';
import {inventoryItemView, quantityOf} from './inventory.ts';
import {mediaView} from './media.ts';
import {metafieldFields} from './metafield.ts';
import {publicationView} from './shop.ts';
import {optionView, selectedOptions, variantTitle} from './variant.ts';

export function productView(store: ShopStore, product: ProductRecord): View {
  return {
    ...productOwnFields(store, product),
    ...productLists(store, product),
    ...publishableFields(store, product),
    ...metafieldFields(product.metafields, 'PRODUCT'),
  };
}

function productOwnFields(store: ShopStore, product: ProductRecord): View {
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    description: product.descriptionHtml
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: product.tags,
    templateSuffix: product.templateSuffix,
    category: product.categoryId === null ? null : {id: product.categoryId},
    seo: product.seo,
    isGiftCard: false,
    createdAt: toDateTime(product.createdAt),
    updatedAt: toDateTime(productUpdatedAt(product, store.now())),
    hasOnlyDefaultVariant:
      product.variants.length === 1 && variantTitle(product, product.variants[0]) === 'Default Title',
    tracksInventory: product.variants.some((variant) => variant.tracked),
    // Recorded: only of what is tracked.
    totalInventory: product.variants
      .filter(({tracked}) => tracked)
      .reduce((sum, variant) => sum + quantityOf(store, variant), 0),
    variantsCount: {count: product.variants.length, precision: 'EXACT'},
    mediaCount: {count: product.media.length, precision: 'EXACT'},
  };
}

function productLists(store: ShopStore, product: ProductRecord): View {
  const {currency} = store.settings;
  const prices = product.variants.map((variant) => variant.price);
  return {
    options: withArgs(['first'], ({first}) =>
      product.options
        .slice(0, typeof first === 'number' ? first : undefined)
        .map((option, index) => optionView(product, option, index)),
    ),
    variants: withArgs([...pageArgs, 'sortKey'], (args) =>
      connection(
        {
          items: product.variants,
          position: ({id}, index) => [args['sortKey'] === 'ID' ? id : index, id],
          view: (variant) => variantView(store, product, variant),
        },
        args,
      ),
    ),
    media: withArgs([...pageArgs, 'sortKey'], (args) =>
      connection(
        {
          items: product.media,
          position: ({id}, index) => [args['sortKey'] === 'ID' ? id : index, id],
          view: (media) => mediaView(store, media),
        },
        args,
      ),
    ),
    get featuredMedia() {
      const [first] = product.media;
      return first === undefined ? null : mediaView(store, first);
    },
    priceRangeV2: {
      minVariantPrice: {amount: toDecimal(Math.min(...prices), currency), currencyCode: currency},
      maxVariantPrice: {amount: toDecimal(Math.max(...prices), currency), currencyCode: currency},
    },
  };
}

function publishableFields(store: ShopStore, product: ProductRecord): View {
  const publishedOn = (id: unknown) => {
    const publication = idOf('Publication', String(id));
    // "Unavailable to customers on sales channels and apps" (schema descriptions of DRAFT and ARCHIVED).
    const isOnSale = product.status === 'ACTIVE' || product.status === 'UNLISTED';
    return isOnSale && publication !== null && product.publications.has(publication);
  };
  return {
    publishedOnPublication: withArgs(['publicationId'], ({publicationId}) => publishedOn(publicationId)),
    resourcePublicationsV2: withArgs(pageArgs, (args) =>
      connection(
        {
          items: store.publications.filter((publication) => product.publications.has(publication.id)),
          position: ({id}) => [id, id],
          view: (publication) => ({
            isPublished: product.status === 'ACTIVE' || product.status === 'UNLISTED',
            publishDate: toDateTime(product.publications.get(publication.id) ?? product.createdAt),
            publication: publicationView(publication),
          }),
        },
        args,
      ),
    ),
    resourcePublicationsCount: withArgs(['onlyPublished'], () => ({
      count: product.publications.size,
      precision: 'EXACT',
    })),
  };
}

export function variantView(store: ShopStore, product: ProductRecord, variant: VariantRecord): View {
  const {currency} = store.settings;
  const title = variantTitle(product, variant);
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title,
    displayName: `${product.title} - ${title}`,
    // A variant without a SKU shows an empty text or null; null is what current API versions answer.
    sku: variant.sku === '' ? null : variant.sku,
    barcode: variant.barcode,
    price: toMoney(variant.price, currency),
    compareAtPrice: variant.compareAt === null ? null : toMoney(variant.compareAt, currency),
    position: product.variants.findIndex(({id}) => id === variant.id) + 1,
    taxable: variant.taxable,
    inventoryPolicy: variant.inventoryPolicy,
    availableForSale: !variant.tracked || variant.inventoryPolicy === 'CONTINUE' || quantityOf(store, variant) > 0,
    inventoryQuantity: quantityOf(store, variant),
    createdAt: toDateTime(variant.createdAt),
    updatedAt: toDateTime(variant.updatedAt),
    ...metafieldFields(variant.metafields, 'PRODUCTVARIANT'),
    get selectedOptions() {
      return selectedOptions(product, variant);
    },
    get inventoryItem() {
      return inventoryItemView(store, variant);
    },
    get product() {
      return productView(store, product);
    },
    get deliveryProfile() {
      return deliveryProfileView(store, profileOf(store, variant.id));
    },
  };
}

export const deliveryProfileView = (store: ShopStore, profile: DeliveryProfile): View =>
  profileView(store, profile, {product: productView, variant: variantView});
