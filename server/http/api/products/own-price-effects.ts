// What own prices would do to their articles, loaded and calculated for one request.
import type {ShopDomain} from '#domain/ids.ts';
import {worstLeft} from '#domain/margins/left-per-piece.ts';
import {createRrpConverter} from '#domain/pricing/conversion-rate.ts';
import {toOwnPriceOutcome} from '#domain/pricing/own-prices/effect.ts';
import {isSameOwnPrice, type OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {requireReadable, type Settings} from '#domain/settings/settings.ts';
import {isPriceOfMerchant} from '../../../actions/own-prices/set-own-prices.ts';
import {type FoundArticle, loadFoundArticles} from '../../../db/catalogue/article-search.ts';
import {toPriceStore} from '../../../db/catalogue/choice.ts';
import {loadListings} from '../../../db/listings/listings.ts';
import type {OwnPriceChange} from '../../../db/own-prices/own-prices.ts';
import {loadStoreSales, type StoreSales} from '../../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings, type Shop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {OwnPriceEffect} from '../../contract/products/own-prices.ts';
import {Refusal} from '../../refusal.ts';
import {toArticleRow} from './article-row.ts';

/** The effect of each change, in their sequence. Throws where no price can be set: without a currency, or in another one. */
export async function loadEffects(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  changes: readonly OwnPriceChange[],
): Promise<{readonly currency: string; readonly effects: readonly OwnPriceEffect[]}> {
  const facts = await loadShop(db, shop);
  const currency = facts?.currency ?? null;
  if (facts === null || currency === null) {
    throw new Refusal(409, 'no_currency', 'The store’s currency has not been read from Shopify yet.');
  }
  refuseOtherCurrency(changes, currency);
  const settings = requireReadable(await loadStoredSettings(db, shop));
  const sales = await loadStoreSales(db, facts, settings);
  const ids = changes.map(({articleId}) => articleId);
  const found = new Map((await loadFoundArticles(db, shop, ids)).map((article) => [article.id, article]));
  const listings = await loadListings(db, shop, ids);
  const terms: EffectTerms = {
    store: facts,
    settings,
    sales,
    toStoreRrp: createRrpConverter(settings.pricing, currency),
  };
  const effects = changes.map(({articleId, own}) => {
    const article = found.get(articleId);
    if (article === undefined) return {...unknownArticle, articleId};
    const listing = listings.get(articleId);
    return toEffect(own, article, listing !== undefined && isPriceOfMerchant(listing, settings), terms);
  });
  return {currency, effects};
}

/** A price in another currency is refused as a whole: it was entered before the store's currency changed. */
function refuseOtherCurrency(changes: readonly OwnPriceChange[], currency: string): void {
  const at = changes.findIndex(({own}) => own?.kind === 'fixed' && own.currency !== currency);
  if (at === -1) return;
  throw new Refusal(422, 'other_currency', `Your store sells in ${currency}: enter the price again.`, `changes.${at}`);
}

type EffectTerms = {
  readonly store: Shop;
  readonly settings: Settings;
  readonly sales: StoreSales;
  readonly toStoreRrp: (rrp: number | null) => number | null;
};

function toEffect(
  own: OwnPrice | null,
  found: FoundArticle,
  isOfMerchant: boolean,
  {store, settings, sales, toStoreRrp}: EffectTerms,
): OwnPriceEffect {
  const {id, name, image, cost, brand, category, listed, chosen, shipping, ownPrice: saved} = found;
  const {price: inStore, expectedPrice} = toArticleRow(found, store, settings, sales);
  const rrp = toStoreRrp(found.rrp);
  const leftOf = (price: number) =>
    sales.terms && cost !== null
      ? worstLeft(price, sales.sold.zones, {price: cost, shipping: shipping ?? {}}, sales.terms)
      : null;
  const outcome = toOwnPriceOutcome(
    own,
    {
      cost,
      rrp: found.rrp,
      article: {brand, category, shipping: shipping ?? {}},
      listed,
      chosen,
      isPriceOfMerchant: isOfMerchant,
    },
    {pricing: settings.pricing, store: toPriceStore(store), rrp},
    (price) => leftOf(price)?.left ?? null,
  );
  const isSame = isSameOwnPrice(own, saved) && (own === null || !isOfMerchant);
  return {
    articleId: id,
    state: isSame ? 'same' : 'changes',
    name,
    image,
    saved,
    cost,
    before: inStore ?? expectedPrice,
    price: outcome.price,
    reason: outcome.reason,
    rrp,
    left: outcome.price === null ? null : leftOf(outcome.price),
    warnings: [...outcome.warnings],
  };
}

const unknownArticle: Omit<OwnPriceEffect, 'articleId'> = {
  state: 'unknown',
  name: '',
  image: null,
  saved: null,
  cost: null,
  before: null,
  price: null,
  reason: null,
  rrp: null,
  left: null,
  warnings: [],
};
