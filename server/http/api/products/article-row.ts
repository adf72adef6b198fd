// A row of the list of articles as an answer of the contract: with its price, and what is left of it.
import {worstLeft} from '#domain/margins/left-per-piece.ts';
import {parseMinor} from '#domain/money.ts';
import {toPrice} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {FoundArticle} from '../../../db/catalogue/article-search.ts';
import {toPriceStore} from '../../../db/catalogue/choice.ts';
import type {StoreSales} from '../../../db/shops/shipping-rates.ts';
import type {Shop} from '../../../db/shops/shops.ts';
import type {ArticleRow} from '../../contract/articles.ts';

/** @param settings null: the stored pricing settings cannot be read, so what depends on them is not known. */
export function toArticleRow(
  found: FoundArticle,
  store: Shop | null,
  settings: Settings | null,
  {terms, sold}: StoreSales,
): Omit<ArticleRow, 'proposal'> {
  const {
    editedPrice,
    priceOwner,
    rrp: _rrp,
    shipping,
    sizeText: _sizes,
    unit: _unit,
    colours: _colours,
    ...row
  } = found;
  const price = lowestPriceIn(editedPrice, store?.currency ?? null) ?? row.price;
  const planned =
    settings !== null && store !== null && (price === null || row.ownPrice !== null)
      ? expectedPriceOf(found, store, settings)
      : null;
  const expectedPrice = price === null ? planned : null;
  const either = price ?? expectedPrice;
  const isWritten = settings !== null && row.listed && row.chosen && (priceOwner ?? settings.owned.price) === 'sync';
  const {cost} = row;
  const ownPriceNext = isWritten && row.ownPrice !== null && price !== null && price !== planned ? planned : null;
  const leftAt = (amount: number | null) =>
    terms && settings && amount && cost
      ? worstLeft(amount, sold.zones, {price: cost, shipping: shipping ?? {}}, terms)
      : null;
  return {
    ...row,
    price,
    expectedPrice,
    isOwnPriceShown: row.ownPrice !== null && either !== null && either === planned,
    ownPriceNext,
    left: leftAt(either),
    leftNext: leftAt(ownPriceNext),
  };
}

/** The lowest price in a text such as "9.50, 12.00": the merchant's edits, where those of the variants differ. */
function lowestPriceIn(prices: string | null, currency: string | null): number | null {
  if (prices === null || currency === null) return null;
  const amounts = prices.split(', ').flatMap((text) => parseMinor(text, currency) ?? []);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** The price that a run would set now, in minor units; null if none can be calculated. */
function expectedPriceOf(
  {cost, rrp, brand, category, shipping, ownPrice}: FoundArticle,
  store: Shop,
  settings: Settings,
): number | null {
  if (cost === null || store.currency === null) return null;
  const facts = {brand, category, shipping: shipping ?? {}, ownPrice};
  const priced = toPrice(cost, rrp, facts, settings.pricing, toPriceStore(store));
  return priced.kind === 'price' ? priced.price : null;
}
