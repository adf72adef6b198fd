// An article's margin per price and destination, before any sale: for one piece, and for three of one variant in one parcel.
import {Router} from 'express';
import {statedPrice} from '#domain/catalogue/article.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {noRateNote, paymentFeesNote, rateTo, settingsUnreadableNote} from '#domain/margins/margin.ts';
import {deliveryNotes, type SalesTerms, taxNote, toProductMargins} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import {isSold, toSoldZones} from '#domain/orders/sold-zones.ts';
import {toPrice} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type ArticleMoney, loadArticleMoney} from '../../db/catalogue/article-money.ts';
import {loadShop, loadStoredSettings, type Shop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {fetchProductForListing} from '../../shopify/products/own-products.ts';
import type {ArticleMargins} from '../contract/order-money.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {NamedArticle} from './require-article.ts';

type MarginDeps = Pick<Deps, 'db' | 'admin'>;

export function marginRoutes(deps: MarginDeps): Router {
  const router = Router();
  router.get('/articles/:id/margins', async (req, res) => {
    const shop = shopOf(res);
    const id = NamedArticle.safeParse(req.params.id);
    const [article] = id.success ? await loadArticleMoney(deps.db, shop, [id.data]) : [];
    if (article === undefined) throw new Refusal(404, 'not_found', 'There is no such article.');
    res.json(await toMargins(deps, shop, article));
  });
  return router;
}

async function toMargins(deps: MarginDeps, shop: ShopDomain, article: ArticleMoney): Promise<ArticleMargins> {
  const facts = await loadShop(deps.db, shop);
  const stored = await loadStoredSettings(deps.db, shop);
  const {settings} = stored;
  const terms = facts === null ? null : salesTermsOf(facts, settings);
  const {articleId, name, stock} = article;
  const sold = toSoldZones(facts?.shipsToCountries ?? null);
  const tax = terms === null ? null : taxNote(terms);
  const notes = [shippingNote, piecesNote, paymentFeesNote, ...(tax === null ? [] : [tax])];
  const currency = terms?.currency ?? null;
  const variants = currency === null ? [] : await fetchStoreVariants(deps, shop, article, currency);
  const head = {articleId, name, currency, notes, variants};
  if (terms === null) return {...head, ...nothing('The store’s currency has not been read from Shopify yet.')};
  if (!stored.isReadable) return {...head, ...nothing(settingsUnreadableNote)};
  if (stock === null) return {...head, ...nothing('The supplier’s price of this article has not been read yet.')};
  if (statedPrice(stock) === null) return {...head, ...nothing(noPrice)};
  const inStore = pricesOf(variants);
  const planned = toPrice(stock.price, article.rrp, {...article, shipping: stock.shipping}, settings.pricing, terms);
  const prices = inStore.length > 0 ? inStore : planned.kind === 'price' ? [planned.price] : [];
  if (prices.length === 0) return {...head, ...nothing(planned.kind === 'draft' ? planned.reason : null)};
  return {
    ...head,
    priceFrom: inStore.length > 0 ? 'store' : 'settings',
    reason: whyUnknown(terms),
    prices: prices.map((price) => ({
      price,
      zones: toProductMargins(price, stock, terms).map((zone) => ({
        ...zone,
        sold: isSold(sold, zone.zone),
        notes: [...deliveryNotes(zone.zone)],
      })),
    })),
  };
}

const noPrice = 'The supplier states no price above zero, or none that can be read, so what is left is not known.';

const nothing = (reason: string | null) => ({priceFrom: 'settings' as const, prices: [], reason});

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

/** Each once, the lowest first. */
const pricesOf = (variants: ArticleMargins['variants']): readonly number[] =>
  [...new Set(variants.flatMap(({price}) => price ?? []))].toSorted((one, other) => one - other);

function whyUnknown({currency, perEuro, taxesIncluded, vatPercent}: SalesTerms): string | null {
  if (currency !== 'EUR' && perEuro === null) return noRateNote(currency);
  if (!taxesIncluded || vatPercent !== null) return null;
  return 'The store’s prices contain tax; set the VAT they contain to see what is left of them.';
}

const shippingNote = 'What the shopper pays for shipping is not counted: it is known only with the order.';
const piecesNote =
  'Three pieces of one variant travel as one dropship order with one fee; three different articles are three dropship orders with three fees.';

/** The terms margins are calculated with; null while the store's currency is unknown. */
export function salesTermsOf({currency, taxesIncluded}: Shop, settings: Settings): SalesTerms | null {
  if (currency === null) return null;
  return {...rateTo(currency, settings), vatPercent: settings.pricing.vatPercent, taxesIncluded: taxesIncluded ?? true};
}
