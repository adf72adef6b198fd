import {Router} from 'express';
import {z} from 'zod';
import {DropshipOrderId, LineItemGid, OrderGid, type ShopDomain} from '#domain/ids.ts';
import {storedRateFor} from '#domain/margins/margin.ts';
import {type OrderSort, orderSortNames} from '#domain/order-sorts.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {findCountries} from '#domain/orders/find-countries.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import {loadOrderedArticles} from '../../../db/catalogue/ordered-articles.ts';
import {loadDropshipOrder, type StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {countFlaggedOrders, countNeedingMerchant, loadPayableOrders} from '../../../db/orders/flagged-orders.ts';
import {loadDropshipOrders, type OrderPosition} from '../../../db/orders/list-orders.ts';
import {loadStateAges} from '../../../db/orders/order-ages.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {DropshipOrderDetail, DropshipOrders} from '../../contract/dropship-orders.ts';
import {noSuchSort} from '../../contract/error.ts';
import {isStorableText} from '../../plain-text.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {noSuchPage, readCursor, writeCursor} from '../cursor.ts';
import {loadOrderDetail} from './order-detail.ts';
import {loadOrderMargins} from './order-margins.ts';
import {recentlyShippedSince} from './sales.ts';
import {toDropshipOrder, toToPay} from './to-dropship-order.ts';

const pageSize = 50;

const StateFilter = z.enum(dropshipStates, 'There is no such state.');
/** A query parameter with the text `true` or `false`, read as a boolean; false if it is left out. */
const YesOrNo = z
  .enum(['true', 'false'], 'Say true or false.')
  .default('false')
  .transform((word) => word === 'true');
const OrdersQuery = z.object({
  state: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(StateFilter)),
  flagged: YesOrNo,
  needsYou: YesOrNo,
  toPay: YesOrNo,
  recentlyShipped: YesOrNo,
  sort: z.enum(orderSortNames, noSuchSort).default('newest'),
  search: z
    .string('Type a text.')
    .trim()
    .max(100, 'Type at most 100 characters.')
    .refine(isStorableText, 'This holds characters that cannot be looked for.')
    .transform((text) => (text === '' ? null : {text, countries: findCountries(text)}))
    .nullable()
    .default(null),
  store: OrderGid.nullable().default(null),
  cursor: z.string(noSuchPage).max(5_000, noSuchPage).optional(),
});

/**
 * The parts of a cursor: the sort order, and where in it the page before ended. Another order's cursor is refused, since it would begin at a
 * wrong place.
 */
const toCursorParts = (sort: OrderSort) =>
  z.tuple([
    z.literal(sort),
    z.number().nullable(),
    // Years that the database can hold.
    z.iso.datetime().startsWith('2'),
    OrderGid,
    LineItemGid,
    z.int32(),
  ]);

function readPosition(sort: OrderSort, cursor: string | undefined): OrderPosition | null {
  const parts = readCursor(toCursorParts(sort), cursor);
  if (parts === null) return null;
  const [, key, orderedAt, orderGid, lineGid, generation] = parts;
  return {key, orderedAt: new Date(orderedAt), orderGid, lineGid, generation};
}

const toCursor = (sort: OrderSort, {key, orderedAt, orderGid, lineGid, generation}: OrderPosition): string =>
  writeCursor([sort, key, orderedAt.toISOString(), orderGid, lineGid, generation]);

export function dropshipOrderRoutes(deps: Pick<Deps, 'db' | 'now' | 'sealer'>): Router {
  const {db} = deps;
  const router = Router();
  router.get('/dropship-orders', async (req, res) => {
    const asked = parseInput(OrdersQuery, req.query);
    const {state, flagged, needsYou, toPay, recentlyShipped, sort, search, store, cursor} = asked;
    const after = readPosition(sort, cursor);
    const shippedSince = recentlyShipped ? recentlyShippedSince(deps.now()) : null;
    const filter = {states: state, flagged, needsYou, toPay, shippedSince, search, orderGid: store};
    const stored = await loadStoredSettings(db, shopOf(res));
    const {currency = null} = (await loadShop(db, shopOf(res))) ?? {};
    const terms = {rate: storedRateFor(currency, stored), payment: paymentTermsOf(stored.settings.pricing)};
    const page = await loadDropshipOrders(db, shopOf(res), filter, {sort, terms, after, limit: pageSize});
    const gids = page.orders.map(({order_gid}) => order_gid);
    const margins = await loadOrderMargins(db, shopOf(res), stored, gids);
    const ids = page.orders.map(({article_id}) => article_id);
    const articles = await loadOrderedArticles(db, shopOf(res), ids);
    const ages = await loadStateAges(db, shopOf(res));
    const answer: DropshipOrders = {
      orders: page.orders.map((order) => toDropshipOrder(order, margins, articles)),
      nextCursor: page.next && toCursor(sort, page.next),
      states: ages.map(({oldestSince, ...age}) => ({...age, oldestSince: oldestSince.toISOString()})),
      flagged: await countFlaggedOrders(db, shopOf(res)),
      needsYou: await countNeedingMerchant(db, shopOf(res)),
      toPay: toToPay(await loadPayableOrders(db, shopOf(res))),
      settingsUnreadable: stored.isReadable ? null : 'settings',
    };
    res.json(answer);
  });
  router.get('/dropship-orders/:id', async (req, res) => {
    const shop = shopOf(res);
    const detail: DropshipOrderDetail = await loadOrderDetail(
      deps,
      shop,
      await requireOrder(deps, shop, req.params.id),
    );
    res.json(detail);
  });
  return router;
}

/** The shop's order with that id, or a 404. */
export async function requireOrder(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  id: string | undefined,
): Promise<StoredDropshipOrder> {
  const known = DropshipOrderId.safeParse(id);
  const order = known.success ? await loadDropshipOrder(db, shop, known.data) : null;
  if (order === null) throw new Refusal(404, 'not_found', 'There is no such dropship order.');
  return order;
}
