// Finds the orders of a buyer: Shopify is asked by name or e-mail, and the answer has those orders that are known here. What was typed is
// not stored, logged or written to the audit trail.
import {Router} from 'express';
import {loadOrderedArticles} from '../../../db/catalogue/ordered-articles.ts';
import {loadDropshipOrdersOfStoreOrders} from '../../../db/orders/dropship-orders.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {findOrdersOfBuyer} from '../../../shopify/orders/find-orders.ts';
import {FindBuyersInput, type FoundBuyers} from '../../contract/buyers/find-buyers.ts';
import {parseInput} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadOrderMargins} from './order-margins.ts';
import {toDropshipOrder} from './to-dropship-order.ts';

export function findBuyersRoutes({db, admin}: Pick<Deps, 'db' | 'admin'>): Router {
  const router = Router();
  router.post('/dropship-orders/find-buyers', async (req, res) => {
    const shop = shopOf(res);
    const {text} = parseInput(FindBuyersInput, req.body ?? {});
    const {gids, hasMore} = await findOrdersOfBuyer(admin, shop, text);
    const found = await loadDropshipOrdersOfStoreOrders(db, shop, gids);
    const orders = found.toSorted((one, other) => other.ordered_at.getTime() - one.ordered_at.getTime());
    const margins = await loadOrderMargins(db, shop, await loadStoredSettings(db, shop), gids);
    const ids = orders.map(({article_id}) => article_id);
    const articles = await loadOrderedArticles(db, shop, ids);
    const facts = await loadShop(db, shop);
    const answer: FoundBuyers = {
      orders: orders.map((order) => toDropshipOrder(order, margins, articles)),
      hasMore,
      isWithheld: facts?.buyerData != null,
    };
    res.set('cache-control', 'no-store, no-transform');
    res.json(answer);
  });
  return router;
}
