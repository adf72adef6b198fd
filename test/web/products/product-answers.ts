// Answers about articles. Each is checked against its contract.
import {ArticleDetail} from '#contract/article.ts';
import {ArticleRow} from '#contract/articles.ts';
import {Proposals} from '#contract/options/unanswered.ts';
import {ArticleMargins} from '#contract/order-money.ts';
import {deliveryNotes, toProductMargins} from '#domain/margins/product-margin.ts';
import {build} from '../answers.ts';
import type {ProductAnswers} from './product-routes.ts';

export const anArticle = build(ArticleRow, {
  id: 'A-100',
  name: 'Fjordline knit jumper',
  brand: 'Fjordline',
  category: 'Knitwear',
  sku: 'FJ-100',
  image: null,
  listed: true,
  chosen: true,
  chosenBy: 'rule-1',
  hand: null,
  onRequest: false,
  cost: 3_683,
  state: 'active',
  reasonCode: null,
  reason: null,
  productGid: 'gid://shopify/Product/100',
  price: 7_189,
  expectedPrice: null,
  left: {zone: 'AU', left: 2_210, marginPercent: 37.49},
  quarantine: null,
  edited: false,
  isOwnDraft: false,
});

/** One in each state, and so many more that they make two pages. */
const articles = [
  anArticle(),
  anArticle({
    id: 'A-101',
    name: 'Wool coat',
    brand: 'Nordwind',
    category: 'Coats',
    state: 'held',
    reasonCode: 'below_floor',
    reason: 'The margin would be below your floor of 20 %.',
    price: 4_000,
    left: {zone: 'AU', left: 305, marginPercent: 9.3},
  }),
  anArticle({
    id: 'A/102 &',
    name: 'فستان حريري طويل',
    chosen: false,
    chosenBy: null,
    state: null,
    productGid: null,
    price: null,
    expectedPrice: 6_120,
    left: {zone: 'AU', left: 1_881, marginPercent: 37.5},
  }),
  anArticle({
    id: 'A-103',
    name: 'Silk scarf',
    hand: 'picked',
    edited: true,
    price: 3_900,
    ownPrice: {kind: 'fixed', amount: 9_990, currency: 'EUR'},
    ownPriceNext: 9_990,
    left: {zone: 'AU', left: 486, marginPercent: 15.2},
    leftNext: {zone: 'AU', left: -486, marginPercent: -15.2},
  }),
  anArticle({id: 'A-104', name: 'Leather belt', state: null, productGid: null, price: null, quarantine: 'No title.'}),
  anArticle({id: 'A-105', name: 'Linen shirt', hand: 'left_out', chosen: false, chosenBy: 'hand'}),
  ...['Cap', 'Gloves', 'Socks'].map((name, at) => anArticle({id: `A-2${at}`, name})),
];

const supplied: ArticleDetail['article'] = {
  sku: 'FJ-100',
  brand: 'Fjordline',
  name: 'Fjordline knit jumper',
  category: 'Knitwear',
  description: 'A warm jumper.',
  unit: 'piece',
  moq: 6,
  sizes: 'S to XL, runs small',
  colours: ['navy', 'ecru'],
  currency: 'EUR',
  pricing: 'fixed',
  tiers: [
    {minQty: 6, price: 3_069},
    {minQty: 24, price: 2_900},
  ],
  priceFrom: 2_900,
  listPrice: null,
  rrp: 7_500,
  origin: 'Portugal',
  seller: 'Fjordline AS',
  images: [],
  droppedImages: [{url: 'http://img.example/1.gif', reason: 'It is not a picture that Shopify takes.'}],
  url: 'https://supplier.example/a/100',
  addedAt: '2026-10-02T00:00:00.000Z',
};

const fields: NonNullable<ArticleDetail['listing']>['fields'] = [
  {field: 'price', owner: 'merchant', own: false, written: {value: '71.89'}, edit: {written: '71.89', live: '69.00'}},
  {field: 'cost', owner: 'sync', own: false, written: {value: '36.83'}, edit: null},
  {field: 'title', owner: 'merchant', own: false, written: {value: 'Fjordline knit jumper'}, edit: null},
  {field: 'compareAt', owner: 'sync', own: false, written: {value: null}, edit: null},
  {field: 'variants', owner: 'sync', own: false, written: null, edit: null},
  {field: 'images', owner: 'merchant', own: false, written: null, edit: null},
  {field: 'tags', owner: 'merchant', own: false, written: null, edit: null},
  {field: 'vendor', owner: 'sync', own: true, written: null, edit: null},
];

const aChange = {
  runId: 'run-1',
  articleId: 'A-100',
  kind: 'update',
  applied: true,
  at: '2026-11-20T03:30:10.000Z',
} as const;

export const anArticleDetail = build(ArticleDetail, {
  id: 'A-100',
  name: 'Fjordline knit jumper',
  article: supplied,
  stock: {
    price: 3_683,
    colours: ['navy', 'ecru'],
    sizes: ['S', 'M'],
    shipping: [],
    readAt: '2026-11-20T03:30:00.000Z',
    notes: ['The supplier asks €36.83 for one piece, and that counts. Its list says €35.00.'],
  },
  listed: true,
  listPrice: 3_500,
  chosen: true,
  chosenBy: 'rule-1',
  hand: null,
  listing: {
    state: 'active',
    reasonCode: null,
    reason: null,
    productGid: 'gid://shopify/Product/100',
    lowered: false,
    cost: 3_683,
    price: 7_189,
    approvedCost: null,
    refusedCost: null,
    trace: [
      {step: 'supplier', amount: 3_683},
      {step: 'rule', rule: null, amount: 3_683},
      {step: 'markup', percent: 60, amount: 5_893},
      {step: 'tax', percent: 22, amount: 7_189},
    ],
    variants: [
      {gid: 'gid://shopify/ProductVariant/1', colour: 'navy', size: 'S', state: 'live'},
      // Taken off sale since the last run.
      {gid: 'gid://shopify/ProductVariant/2', colour: 'navy', size: 'M', state: 'live'},
      {gid: 'gid://shopify/ProductVariant/2', colour: 'navy', size: 'M', state: 'off_sale'},
      {gid: 'gid://shopify/ProductVariant/3', colour: 'ecru', size: 'S', state: 'suppressed'},
    ],
    fields,
    media: [
      {url: 'https://img.example/1.jpg', state: 'ready', reason: null},
      {url: 'https://img.example/2.jpg', state: 'failed', reason: 'The picture is too large.'},
    ],
    seenAt: null,
    createdAt: '2026-11-01T03:30:00.000Z',
    updatedAt: '2026-11-20T03:30:00.000Z',
  },
  options: {
    stated: {colours: ['navy', 'ecru'], sizes: ['S', 'M']},
    defined: {colours: [], sizes: [], version: 'none'},
    definedAt: null,
    overruled: {colours: false, sizes: false},
    proposed: null,
  },
  quarantine: null,
  next: {
    kind: 'unchanged',
    reason: null,
    price: 7_189,
    left: {zone: 'AU', left: 2_210, marginPercent: 37.49},
    changes: [],
  },
  settingsUnreadable: null,
  history: Array.from({length: 12}, (_, at) => ({
    ...aChange,
    id: 12 - at,
    field: 'price',
    before: `${70 + at}.00`,
    after: `${69 + at}.00`,
    why: 'The cost changed.',
  })),
});

/** Not chosen, so neither read by a run nor in the store. */
export const anUnreadArticle = () =>
  anArticleDetail({stock: null, chosen: false, chosenBy: null, listing: null, next: null, history: []});

const nothingElse = {payment: {percent: 0, fixed: 0}, shipping: null};
const terms = {currency: 'EUR', perEuro: null, vatPercent: 22, taxesIncluded: true, ...nothingElse};
const theRrp = 7_500;
const atPrice = (price: number) => ({
  price,
  aboveRrp: price > theRrp,
  zones: toProductMargins(price, {price: 3_683, shipping: {}}, terms).map((zone) => ({
    ...zone,
    sold: ['EU', 'GB', 'US', 'AU'].includes(zone.zone),
    notes: [...deliveryNotes(zone.zone)],
  })),
});

export const theMargins = build(ArticleMargins, {
  articleId: 'A-100',
  name: 'Fjordline knit jumper',
  currency: 'EUR',
  priceFrom: 'store',
  rrp: theRrp,
  prices: [atPrice(6_900), atPrice(7_900)],
  variants: [
    {gid: 'gid://shopify/ProductVariant/1', sku: 'FJ-100-S', price: 6_900},
    {gid: 'gid://shopify/ProductVariant/2', sku: 'FJ-100-M', price: 7_900},
  ],
  reason: null,
  shippingCounted: 'not_permitted',
  notes: ['Payment fees are not counted: none are set under Pricing.'],
});

export const aProposals = build(Proposals, {
  previewId: 'preview-1',
  runId: null,
  accepted: 1,
  variantsNow: 1,
  variants: 12,
  unclear: 0,
  without: 0,
  isMore: false,
  sample: [{articleId: 'A-1', name: 'Wool coat', text: 'S–L', words: ['S', 'M', 'L']}],
});

export const theProducts = (): ProductAnswers => ({
  articles,
  article: anArticleDetail(),
  articleMargins: theMargins(),
  unanswered: {chosen: 9, unread: 0, count: 0, categories: []},
  answerOptions: () => ({left: 0}),
  propose: () => aProposals(),
  readArticle: () => anArticleDetail({chosen: false, listing: null, next: null, history: []}),
});
