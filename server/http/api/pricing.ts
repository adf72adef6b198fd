// Tries prices on one article: the calculation a run uses, step by step, and what is left in each zone.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {dutyNote} from '#domain/margins/duty-note.ts';
import {leastPrice} from '#domain/margins/least-price.ts';
import {toProductMargins} from '#domain/margins/product-margin.ts';
import {type PricedArticle, toPrice} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {loadPriceExamples} from '../../db/set-up/price-examples.ts';
import {loadStoreSales, type StoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {type PriceExamples, type PriceTry, PriceTryInput} from '../contract/pricing.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {RequestedArticleId} from './require-article.ts';

export function pricingRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.post('/pricing/try', async (req, res) => {
    const shop = shopOf(res);
    const {pricing, articleId, cost} = parseInput(PriceTryInput, req.body);
    const facts = await loadShop(db, shop);
    const tried =
      articleId === undefined ? {...noArticle, cost: cost ?? null} : await loadTriedArticle(db, shop, articleId);
    const sales = await loadStoreSales(db, facts, {pricing});
    res.json(toPriceTry(tried, pricing, sales) satisfies PriceTry);
  });
  router.get('/pricing/examples', async (_req, res) => {
    const examples = await loadPriceExamples(db, shopOf(res));
    res.json({examples: [...examples]} satisfies PriceExamples);
  });
  return router;
}

/** What a price is calculated from. `cost` (the supplier's) and `rrp` (the recommended retail price) are in euro cents; null: not known. */
type TriedArticle = {
  readonly shownArticle: PriceTry['article'];
  readonly cost: number | null;
  /** Whether `cost` is the one of the supplier's list, because `a=stock` was not read. */
  readonly isListCost: boolean;
  readonly rrp: number | null;
  /** The article's stated origin; null: not stated; undefined: a cost was tried, not an article. */
  readonly origin: string | null | undefined;
  /** What the pricing rules look at: brand, category, and the shipping fees by zone. */
  readonly pricedArticle: PricedArticle;
};

/** What is filled in when a cost is tried, not an article. */
const noArticle = {
  shownArticle: null,
  isListCost: false,
  rrp: null,
  origin: undefined,
  pricedArticle: {brand: '', category: '', shipping: {}, ownPrice: null},
};

/** The article to try prices on; throws a 404 if the shop has no such article. */
async function loadTriedArticle(db: Deps['db'], shop: ShopDomain, id: string): Promise<TriedArticle> {
  const named = RequestedArticleId.safeParse(id);
  const [article] = named.success ? await loadArticleMoney(db, shop, [named.data]) : [];
  if (article === undefined) throw new Refusal(404, 'not_found', 'There is no such article.', 'articleId');
  const {articleId, name, brand, category, rrp, origin, stock, listPrice, ownPrice} = article;
  return {
    shownArticle: {id: articleId, name, brand, category},
    cost: stock?.price ?? listPrice,
    isListCost: stock === null && listPrice !== null,
    rrp,
    origin,
    pricedArticle: {brand, category, shipping: stock?.shipping ?? {}, ownPrice},
  };
}

/** The price with the steps of its calculation and what is left in each zone; without a price, the reason. */
function toPriceTry(
  {shownArticle, cost, isListCost, rrp, origin, pricedArticle}: TriedArticle,
  pricing: PricingSettings,
  {terms, sold, shipping}: StoreSales,
): PriceTry {
  const head = {article: shownArticle, cost, isListCost, currency: terms?.currency ?? null, shipping};
  if (cost === null) return {...head, ...withoutPrice('The supplier’s price of this article has not been read yet.')};
  if (terms === null) return {...head, ...withoutPrice('The store’s currency has not been read from Shopify yet.')};
  const priced = toPrice(cost, rrp, pricedArticle, pricing, terms);
  const trace = priced.trace.map((step) => ({...step}));
  const stock = {price: cost, shipping: pricedArticle.shipping ?? {}};
  const least = leastPrice(stock, sold.zones, terms);
  if (priced.kind === 'draft') return {...head, ...withoutPrice(priced.reason), trace, leastPrice: least};
  const {price, compareAt} = priced;
  const zones = toProductMargins(price, stock, terms).map(({zone, fee, transit, one, three}) => ({
    zone,
    fee,
    transit,
    one,
    three,
    duty: dutyNote(zone, origin),
  }));
  return {...head, price, compareAt, reason: null, trace, leastPrice: least, zones};
}

/** The part of the answer about prices when none can be calculated, with the reason. */
const withoutPrice = (reason: string) => ({
  price: null,
  compareAt: null,
  reason,
  trace: [],
  leastPrice: null,
  zones: [],
});
