// Answers about articles. Each is checked against its contract.
import {ArticleRow} from '#contract/articles.ts';
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
  marginPercent: 37.49,
  quarantine: null,
  edited: false,
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
    marginPercent: 9.3,
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
    marginPercent: 37.5,
  }),
  anArticle({id: 'A-103', name: 'Silk scarf', hand: 'picked', edited: true, price: 3_900, marginPercent: -15.2}),
  anArticle({id: 'A-104', name: 'Leather belt', state: null, productGid: null, price: null, quarantine: 'No title.'}),
  anArticle({id: 'A-105', name: 'Linen shirt', hand: 'left_out', chosen: false, chosenBy: 'hand'}),
  ...['Cap', 'Gloves', 'Socks'].map((name, at) => anArticle({id: `A-2${at}`, name})),
];

export const theProducts = (): ProductAnswers => ({articles});
