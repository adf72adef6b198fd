// Tries prices on one article: the calculation a run uses, step by step, and what is left in each zone.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {dutyNote} from '#domain/margins/duty-note.ts';
import {leastPrice} from '#domain/margins/least-price.ts';
import {rateTo} from '#domain/margins/margin.ts';
import {type SalesTerms, toProductMargins} from '#domain/margins/product-margin.ts';
import {toSoldZones} from '#domain/orders/sold-zones.ts';
import {type PricedArticle, type PriceStore, toPrice} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {toPriceStore} from '../../db/catalogue/choice.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {type PriceTry, PriceTryInput} from '../contract/pricing.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {NamedArticle} from './require-article.ts';

export function pricingRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.post('/pricing/try', async (req, res) => {
    const shop = shopOf(res);
    const {pricing, articleId, cost} = parseInput(PriceTryInput, req.body);
    const facts = await loadShop(db, shop);
    const tried = articleId === undefined ? {...anyArticle, cost: cost ?? null} : await loadTried(db, shop, articleId);
    const {zones} = toSoldZones(facts?.shipsToCountries ?? null);
    const store = toPriceStore(facts ?? {currency: null, taxesIncluded: null});
    res.json(toAnswer(tried, pricing, store, zones) satisfies PriceTry);
  });
  return router;
}

type Tried = {
  readonly shown: PriceTry['article'];
  readonly cost: number | null;
  readonly isListCost: boolean;
  readonly rrp: number | null;
  /** Null: not stated; undefined: no article was named. */
  readonly origin: string | null | undefined;
  readonly facts: PricedArticle;
};

const anyArticle = {
  shown: null,
  isListCost: false,
  rrp: null,
  origin: undefined,
  facts: {brand: '', category: '', shipping: {}},
};

async function loadTried(db: Deps['db'], shop: ShopDomain, id: string): Promise<Tried> {
  const named = NamedArticle.safeParse(id);
  const [article] = named.success ? await loadArticleMoney(db, shop, [named.data]) : [];
  if (article === undefined) throw new Refusal(404, 'not_found', 'There is no such article.', 'articleId');
  const {articleId, name, brand, category, rrp, origin, stock, listPrice} = article;
  return {
    shown: {id: articleId, name, brand, category},
    cost: stock?.price ?? listPrice,
    isListCost: stock === null && listPrice !== null,
    rrp,
    origin,
    facts: {brand, category, shipping: stock?.shipping ?? {}},
  };
}

function toAnswer(
  {shown, cost, isListCost, rrp, origin, facts}: Tried,
  pricing: PricingSettings,
  store: PriceStore,
  sold: Parameters<typeof leastPrice>[1],
): PriceTry {
  const currency = store.currency === unknownCurrency ? null : store.currency;
  const head = {article: shown, cost, isListCost, currency};
  if (cost === null) return {...head, ...nothing('The supplier’s price of this article has not been read yet.')};
  if (currency === null) return {...head, ...nothing('The store’s currency has not been read from Shopify yet.')};
  const priced = toPrice(cost, rrp, facts, pricing, store);
  const trace = priced.trace.map((step) => ({...step}));
  const terms: SalesTerms = {...store, ...rateTo(currency, {pricing}), vatPercent: pricing.vatPercent};
  const stock = {price: cost, shipping: facts.shipping ?? {}};
  const least = leastPrice(stock, sold, terms);
  if (priced.kind === 'draft') return {...head, ...nothing(priced.reason), trace, leastPrice: least};
  const {price, compareAt, marginPercent} = priced;
  const zones = toProductMargins(price, stock, terms).map(({zone, fee, transit, one, three}) => ({
    zone,
    fee,
    transit,
    one,
    three,
    duty: dutyNote(zone, origin),
  }));
  return {...head, price, compareAt, marginPercent, reason: null, trace, leastPrice: least, zones};
}

/** Stands for a currency that was not read yet: `toPriceStore`. */
const unknownCurrency = 'unknown';

const nothing = (reason: string) => ({
  price: null,
  compareAt: null,
  marginPercent: null,
  reason,
  trace: [],
  leastPrice: null,
  zones: [],
});
