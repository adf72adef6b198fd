// What the buyer entered with a line and its order, such as a size or an engraving: read from Shopify for this one answer, never stored, and
// never cached by a browser.
import {Router} from 'express';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {enteredWith} from '#domain/orders/properties/entered.ts';
import {listProperties} from '#domain/orders/properties/line-properties.ts';
import {shorten} from '#domain/text.ts';
import {loadVariantArticle} from '../../../db/listings/listing-variants.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {fetchEntered} from '../../../shopify/orders/entered.ts';
import type {Entered} from '../../contract/dropship-orders.ts';
import {shopOf} from '../../session.ts';
import {orderOf} from './dropship-orders.ts';

const longestName = 80;
const longestValue = 200;
const mostShown = 100;

export function enteredRoutes({db, admin}: Pick<Deps, 'db' | 'admin'>): Router {
  const router = Router();
  router.get('/dropship-orders/:id/entered', async (req, res) => {
    const shop = shopOf(res);
    const order = await orderOf({db}, shop, req.params.id);
    const found = await fetchEntered(admin, shop, order.order_gid, order.line_gid);
    const variant = found?.variantGid ?? order.variant_gid;
    const article = variant === null ? null : ((await loadVariantArticle(db, shop, variant))?.article ?? null);
    const {settings} = await loadStoredSettings(db, shop);
    const entered = found === null ? [] : enteredWith(found, found, article);
    res.set('cache-control', 'no-store, no-transform');
    res.json(toEntered(listProperties(entered, settings.orders.propertyAnswers)));
  });
  return router;
}

const toEntered = (all: ReturnType<typeof listProperties>): Entered => ({
  properties: all.slice(0, mostShown).map(({key, value, meaning}) => ({
    key,
    name: cut(key, longestName),
    value: cut(value, longestValue),
    meaning,
  })),
});

const cut = (text: string, most: number): string => {
  const line = cleanBuyerText(text);
  return line.length <= most ? line : `${shorten(line, most)}…`;
};
