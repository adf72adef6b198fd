// The usual article, stock answer and store order of these tests; each test names only what it is about.
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {ArticleId, LineItemGid, OrderGid, ProductGid, VariantGid} from '#domain/ids.ts';
import type {ChosenArticle, OrderRules} from '#domain/orders/plan-dropship.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {Settings} from '#domain/settings/settings.ts';

const shirt = ArticleId.parse('A-100');

export const anArticle = (facts: Partial<Article> = {}): Article => ({
  id: shirt,
  sku: 'LH-7',
  brand: 'Nordwind',
  name: 'Linen shirt',
  category: 'Shirts',
  description: 'A linen shirt.',
  unit: 'pc',
  moq: 6,
  sizes: 'S–XXL',
  colours: ['Blue'],
  currency: 'EUR',
  pricing: 'fixed',
  tiers: [{minQty: 6, price: 1_500}],
  priceFrom: 1_500,
  listPrice: null,
  rrp: 4_990,
  origin: 'EU',
  seller: 'via the service',
  images: ['https://img.example/1.jpg'],
  url: 'https://supplier.example/a/100',
  addedAt: null,
  ...facts,
});

export const aStockReading = (facts: Partial<StockReading> = {}): StockReading => ({
  price: 1_800,
  colours: ['Blue', 'Red'],
  sizes: ['S', 'M'],
  shipping: {},
  ...facts,
});

/** Sixty per cent on top of cost, nineteen per cent VAT. */
export const usualPricing = (facts: Partial<PricingSettings> = {}): PricingSettings => ({
  ...PricingSettings.parse({markupPercent: 60, vatPercent: 19}),
  ...facts,
});

/** Sells in euro, tax included. */
export const euroStore = {currency: 'EUR', taxesIncluded: true};

export const usualSettings = (facts: Partial<Settings> = {}): Settings => ({
  ...Settings.parse({}),
  pricing: usualPricing(),
  ...facts,
});

/** A listing that waited before it ever had a product. */
export const aListing = (facts: Partial<KnownListing> = {}): KnownListing => ({
  state: 'held',
  productGid: null,
  fingerprint: null,
  variants: [],
  takenOffSale: false,
  takenFrom: null,
  isToPublish: false,
  departedAs: null,
  ownedHere: {},
  edits: {},
  written: {},
  media: [],
  previousCost: null,
  approvedCost: null,
  refusedCost: null,
  ...facts,
});

/** Monday noon; the usual store order was placed an hour before. */
export const now = new Date('2026-03-02T12:00:00Z');
const minutes = 60_000;
export const minutesAgo = (count: number) => new Date(now.getTime() - count * minutes);
export const daysAgo = (count: number) => minutesAgo(count * 24 * 60);

export const orderRules: OrderRules = Settings.parse({}).orders;
const orderGid = OrderGid.parse('gid://shopify/Order/1');
export const lineGid = LineItemGid.parse('gid://shopify/LineItem/11');

export const aLine = (facts: Partial<StoreOrderLine> = {}): StoreOrderLine => ({
  gid: lineGid,
  title: 'Linen shirt',
  variantGid: VariantGid.parse('gid://shopify/ProductVariant/5'),
  productGid: ProductGid.parse('gid://shopify/Product/4'),
  articleId: shirt,
  quantity: 1,
  currentQuantity: 1,
  unfulfilledQuantity: 1,
  requiresShipping: true,
  giftCard: false,
  properties: [],
  sku: null,
  ...facts,
});

export const anOrder = (facts: Partial<StoreOrder> = {}): StoreOrder => ({
  gid: orderGid,
  name: '#1042',
  createdAt: minutesAgo(60),
  processedAt: facts.createdAt ?? minutesAgo(60),
  updatedAt: minutesAgo(60),
  cancelledAt: null,
  test: false,
  financialStatus: 'PAID',
  risk: {pending: false, recommendation: 'NONE'},
  customer: {name: 'Ada Beispiel', email: 'ada@shopper.example'},
  destination: {country: 'DE', province: null},
  lines: [],
  destinationWithheld: false,
  fulfilmentOrders: null,
  voidFulfilments: [],
  ...facts,
});

export const blueShirt: ChosenArticle = {articleId: shirt, colour: 'Blue', size: 'M'};
