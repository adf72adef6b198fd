// What the server may say of what waits for a decision, each checked against the contract it belongs to.
import {Approvals, type BrakeArticles, type FailedImages, type Quarantine} from '#contract/approvals.ts';
import {ArticleRow} from '#contract/articles.ts';
import type {OverruledOptions} from '#contract/defined-options.ts';
import {build} from '../answers.ts';
import {aBrake} from '../catalogue-answers.ts';
import type {DecisionAnswers} from './decision-routes.ts';

export const theApprovals = build(Approvals, {
  brakes: [aBrake({articles: 52})],
  costs: [
    {articleId: 'A-1', name: 'Silk scarf', from: 3_000, to: 6_100},
    {articleId: 'A-2', name: 'Wool coat', from: 9_000, to: 14_000},
    {articleId: 'A-3', name: '', from: 1_000, to: null},
  ],
  nextCursor: null,
  held: [
    {code: 'below_cost', count: 2},
    {code: 'cost_moved', count: 3},
    {code: 'maybe_in_store', count: 1},
  ],
  quarantined: 2,
  failedImages: 3,
  overruledOptions: 2,
});

export const nothingToDecide = () =>
  theApprovals({brakes: [], costs: [], held: [], quarantined: 0, failedImages: 0, overruledOptions: 0});

const brakeArticles: BrakeArticles['articles'] = Array.from({length: 7}, (_, index) => ({
  articleId: `B-${index + 1}`,
  name: `Bag ${index + 1}`,
  from: 3_000 + index,
  to: 6_000 + index,
  image: null,
  offSale: null,
  price: {from: 5_900, to: 11_800 + index},
  loses: [],
}));

const aHeldArticle = build(ArticleRow, {
  id: 'H-1',
  name: 'Linen shirt',
  brand: 'Nordwind',
  category: 'Shirts',
  sku: null,
  image: null,
  listed: true,
  chosen: true,
  chosenBy: 'rule',
  hand: null,
  onRequest: false,
  cost: 1_800,
  state: 'held',
  reasonCode: 'below_cost',
  reason: 'The price of €10.00 is below the cost.',
  productGid: null,
  price: null,
  ownPrice: null,
  expectedPrice: null,
  left: null,
  quarantine: null,
  edited: false,
  isOwnDraft: false,
});

const quarantine: Quarantine['entries'] = [
  {
    articleId: 'Q-1',
    name: 'Velvet dress',
    reason: 'Shopify refused it: Title is too long',
    failures: 3,
    resting: true,
    runId: 'run-1',
    since: '2026-11-18T03:30:00.000Z',
  },
  {
    articleId: 'Q-2',
    name: '',
    reason: 'The catalogue entry cannot be read.',
    failures: 1,
    resting: false,
    runId: 'run-1',
    since: '2026-11-20T03:30:00.000Z',
  },
];

const failedImages: FailedImages['images'] = [
  {articleId: 'I-1', name: 'Linen shirt', url: 'https://img.example/1.jpg', reason: 'The file is too large.'},
  {articleId: 'I-2', name: 'Wool scarf', url: 'https://img.example/2.jpg', reason: 'The file is too large.'},
  {articleId: 'I-3', name: '', url: 'https://img.example/3.jpg', reason: null},
];

const overruled: OverruledOptions['articles'] = [
  {
    articleId: 'O-1',
    name: 'Wrap skirt',
    stated: {colours: ['navy'], sizes: ['36', '38']},
    defined: {colours: ['Blue'], sizes: ['S', 'M'], version: 'one'},
    overruled: {colours: true, sizes: true},
  },
  {
    articleId: 'O-2',
    name: 'فستان حريري طويل',
    stated: {colours: [], sizes: ['S']},
    defined: {colours: ['Rot'], sizes: ['one size'], version: 'two'},
    overruled: {colours: false, sizes: true},
  },
];

export const theDecisions = (): DecisionAnswers => ({
  approvals: theApprovals(),
  brakeArticles,
  draftArticles: [aHeldArticle(), aHeldArticle({id: 'H-2', name: ''})],
  quarantine,
  failedImages,
  overruled,
  decidedRun: null,
});
