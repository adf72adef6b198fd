// What the buyer entered with a line and its order, such as a size or an engraving: read from Shopify for this one answer, never stored,
// and never cached by a browser.
import {Router} from 'express';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {collectEnteredProperties} from '#domain/orders/properties/entered.ts';
import {listProperties} from '#domain/orders/properties/line-properties.ts';
import {shorten} from '#domain/text.ts';
import {loadVariantArticle} from '../../../db/listings/listing-variants.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {fetchEnteredTexts} from '../../../shopify/orders/entered.ts';
import type {Entered} from '../../contract/dropship-orders.ts';
import {shopOf} from '../../session.ts';
import {requireOrder} from './dropship-orders.ts';

/** The longest name of a property that is shown, in characters. */
const longestNameShown = 80;
/** The longest value of a property that is shown, in characters. */
const longestValueShown = 200;
const mostPropertiesShown = 100;

export function buyerEntryRoutes({db, admin}: Pick<Deps, 'db' | 'admin'>): Router {
  const router = Router();
  router.get('/dropship-orders/:id/entered', async (req, res) => {
    const shop = shopOf(res);
    const order = await requireOrder({db}, shop, req.params.id);
    const found = await fetchEnteredTexts(admin, shop, order.order_gid, order.line_gid);
    const variant = found?.variantGid ?? order.variant_gid;
    const article = variant === null ? null : ((await loadVariantArticle(db, shop, variant))?.article ?? null);
    const {settings} = await loadStoredSettings(db, shop);
    const entered = found === null ? [] : collectEnteredProperties(found, found, article);
    res.set('cache-control', 'no-store, no-transform');
    res.json(toBuyerEntries(listProperties(entered, settings.orders.propertyAnswers)));
  });
  return router;
}

const toBuyerEntries = (all: ReturnType<typeof listProperties>): Entered => ({
  properties: all.slice(0, mostPropertiesShown).map(({key, value, meaning}) => ({
    key,
    name: cleanAndShorten(key, longestNameShown),
    value: cleanAndShorten(value, longestValueShown),
    meaning,
  })),
});

/** The text without what cannot be shown, cut to at most `most` characters and an ellipsis. */
const cleanAndShorten = (text: string, most: number): string => {
  const line = cleanBuyerText(text);
  return line.length <= most ? line : `${shorten(line, most)}…`;
};
