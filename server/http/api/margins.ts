// An article's margin per price and destination, before any sale: for one piece, and for three of one variant in one parcel.
import {Router} from 'express';
import {statedPrice} from '#domain/catalogue/article.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {SalesTerms} from '#domain/margins/left-per-piece.ts';
import {noRateNote, settingsUnreadableNote} from '#domain/margins/margin.ts';
import {deliveryNotes, paymentNote, taxNote, toProductMargins} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import {isZoneSold} from '#domain/orders/sold-zones.ts';
import {createRrpConverter, isAboveRrp} from '#domain/pricing/conversion-rate.ts';
import {toPrice} from '#domain/pricing/price.ts';
import {type ArticleMoney, loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {fetchProductForListing} from '../../shopify/products/own-products.ts';
import type {ArticleMargins} from '../contract/order-money.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {RequestedArticleId} from './require-article.ts';

type MarginDeps = Pick<Deps, 'db' | 'admin'>;

export function marginRoutes(deps: MarginDeps): Router {
  const router = Router();
  router.get('/articles/:id/margins', async (req, res) => {
    const shop = shopOf(res);
    const id = RequestedArticleId.safeParse(req.params.id);
    const [article] = id.success ? await loadArticleMoney(deps.db, shop, [id.data]) : [];
    if (article === undefined) throw new Refusal(404, 'not_found', 'There is no such article.');
    res.json(await toMargins(deps, shop, article));
  });
  return router;
}

/** What is left of the article's prices in each zone: of those in the store, else of the one that a run would calculate. */
async function toMargins(deps: MarginDeps, shop: ShopDomain, article: ArticleMoney): Promise<ArticleMargins> {
  const facts = await loadShop(deps.db, shop);
  const stored = await loadStoredSettings(deps.db, shop);
  const {settings} = stored;
  const {terms, sold, shipping} = await loadStoreSales(deps.db, facts, settings);
  const {articleId, name, stock} = article;
  const currency = terms?.currency ?? null;
  const variants = currency === null ? [] : await fetchStoreVariants(deps, shop, article, currency);
  const rrp = currency === null ? null : createRrpConverter(settings.pricing, currency)(article.rrp);
  const head = {articleId, name, currency, rrp, notes: toNotes(terms), shippingCounted: shipping, variants};
  if (terms === null) return {...head, ...withoutPrices('The store’s currency has not been read from Shopify yet.')};
  if (!stored.isReadable) return {...head, ...withoutPrices(settingsUnreadableNote)};
  if (stock === null) return {...head, ...withoutPrices('The supplier’s price of this article has not been read yet.')};
  if (statedPrice(stock) === null) return {...head, ...withoutPrices(noPriceNote)};
  const inStore = distinctPricesOf(variants);
  const planned = toPrice(stock.price, article.rrp, {...article, shipping: stock.shipping}, settings.pricing, terms);
  const prices = inStore.length > 0 ? inStore : planned.kind === 'price' ? [planned.price] : [];
  if (prices.length === 0) return {...head, ...withoutPrices(planned.kind === 'draft' ? planned.reason : null)};
  return {
    ...head,
    priceFrom: inStore.length > 0 ? 'store' : 'settings',
    reason: whyMarginsUnknown(terms),
    prices: prices.map((price) => ({
      price,
      aboveRrp: isAboveRrp(price, rrp),
      zones: toProductMargins(price, stock, terms).map((zone) => ({
        ...zone,
        sold: isZoneSold(sold, zone.zone),
        notes: [...deliveryNotes(zone.zone)],
      })),
    })),
  };
}

const noPriceNote = 'The supplier states no price above zero, or none that can be read, so what is left is not known.';

/** The part of the answer about prices when there are none, with the reason. */
const withoutPrices = (reason: string | null) => ({priceFrom: 'settings' as const, prices: [], reason});

/** The product's variants as the store has them now; empty if the article has no product there. */
async function fetchStoreVariants(
  {admin}: MarginDeps,
  shop: ShopDomain,
  {productGid}: ArticleMoney,
  currency: string,
): Promise<ArticleMargins['variants']> {
  const product = productGid === null ? null : await fetchProductForListing(admin, shop, productGid);
  return (product?.variants ?? []).map(({gid, sku, price}) => ({gid, sku, price: parseMinor(price, currency)}));
}

/** The prices of the variants, each once, the lowest first. */
const distinctPricesOf = (variants: ArticleMargins['variants']): readonly number[] =>
  [...new Set(variants.flatMap(({price}) => price ?? []))].toSorted((one, other) => one - other);

/** Why margins cannot be calculated, as a sentence; null: they can. */
function whyMarginsUnknown({currency, perEuro, taxesIncluded, vatPercent}: SalesTerms): string | null {
  if (currency !== 'EUR' && perEuro === null) return noRateNote(currency);
  if (!taxesIncluded || vatPercent !== null) return null;
  return 'The store’s prices contain tax; set the VAT they contain to see what is left of them.';
}

const piecesNote =
  'Three pieces of one variant travel as one dropship order with one fee; three different articles are three dropship orders with three fees.';

/**
 * The notes on the figures, as sentences. @param terms null: the store's currency is not known, and no note about fees and tax is given.
 */
function toNotes(terms: SalesTerms | null): string[] {
  const [payment, tax] = terms === null ? [null, null] : [paymentNote(terms.payment), taxNote(terms)];
  return [piecesNote, ...(payment === null ? [] : [payment]), ...(tax === null ? [] : [tax])];
}
