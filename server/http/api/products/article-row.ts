// A row of the list of articles as an answer of the contract: with its price, and what is left of it.
import {marginPercentOf} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import {toPrice} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {FoundArticle} from '../../../db/catalogue/article-search.ts';
import {toPriceStore} from '../../../db/catalogue/choice.ts';
import type {Shop} from '../../../db/shops/shops.ts';
import type {ArticleRow} from '../../contract/articles.ts';
import {salesTermsOf} from '../margins.ts';

/** @param settings null: the stored pricing settings cannot be read, so what depends on them is not known. */
export function toArticleRow(found: FoundArticle, store: Shop | null, settings: Settings | null): ArticleRow {
  const {ownPrice, rrp: _rrp, shipping: _shipping, ...row} = found;
  const price = lowestOf(ownPrice, store?.currency ?? null) ?? row.price;
  const expectedPrice = price === null && settings !== null && store !== null ? expect(found, store, settings) : null;
  const terms = store === null || settings === null ? null : salesTermsOf(store, settings);
  const either = price ?? expectedPrice;
  const {cost} = row;
  return {
    ...row,
    price,
    expectedPrice,
    marginPercent: terms && either && cost ? marginPercentOf(either, cost, terms) : null,
  };
}

/** The lowest of the merchant's own prices: "9.50, 12.00" where the variants differ. */
function lowestOf(prices: string | null, currency: string | null): number | null {
  if (prices === null || currency === null) return null;
  const amounts = prices.split(', ').flatMap((text) => parseMinor(text, currency) ?? []);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

function expect({cost, rrp, brand, category, shipping}: FoundArticle, store: Shop, settings: Settings): number | null {
  if (cost === null || store.currency === null) return null;
  const facts = {brand, category, shipping: shipping ?? {}};
  const priced = toPrice(cost, rrp, facts, settings.pricing, toPriceStore(store));
  return priced.kind === 'price' ? priced.price : null;
}
