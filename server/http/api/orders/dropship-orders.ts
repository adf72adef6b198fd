import {Router} from 'express';
import {z} from 'zod';
import {DropshipOrderId, OrderGid, type ShopDomain} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {findCountries} from '#domain/orders/find-countries.ts';
import {loadPictures} from '../../../db/catalogue/pictures.ts';
import {loadDropshipOrder, type StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {countFlagged, loadToPay} from '../../../db/orders/flagged-orders.ts';
import {loadDropshipOrders} from '../../../db/orders/list-orders.ts';
import {loadStateAges} from '../../../db/orders/order-ages.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {DropshipOrderDetail, DropshipOrders} from '../../contract/dropship-orders.ts';
import {isPlain} from '../../plain-text.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadDetail} from './order-detail.ts';
import {loadOrderMargins} from './order-margins.ts';
import {recentlyShippedSince} from './sales.ts';
import {toDropshipOrder, toPayOf} from './to-dropship-order.ts';

const pageSize = 50;

const State = z.enum(dropshipStates, 'There is no such state.');
const noPage = 'There is no such page. Begin with the first one.';
/** The cursor of the previous page: a time and an id. Other text could return a wrong page or fail in the database. */
const Cursor = z.string(noPage).refine(isCursor, noPage);
const YesOrNo = z
  .enum(['true', 'false'], 'Say true or false.')
  .default('false')
  .transform((word) => word === 'true');
const Query = z.object({
  state: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(State)),
  flagged: YesOrNo,
  toPay: YesOrNo,
  recentlyShipped: YesOrNo,
  search: z
    .string('Type a text.')
    .trim()
    .max(100, 'Type at most 100 characters.')
    .refine(isPlain, 'This holds characters that cannot be looked for.')
    .transform((text) => (text === '' ? null : {text, countries: findCountries(text)}))
    .nullable()
    .default(null),
  store: OrderGid.nullable().default(null),
  cursor: Cursor.nullable().default(null),
});

function isCursor(text: string): boolean {
  const [time = '', id = '', ...rest] = text.split('~');
  const at = /^2\d{3}-/.test(time) ? new Date(time) : new Date(Number.NaN);
  const isTime = !Number.isNaN(at.getTime()) && at.toISOString() === time;
  return isTime && DropshipOrderId.safeParse(id).success && rest.length === 0;
}

export function dropshipOrderRoutes(deps: Pick<Deps, 'db' | 'now' | 'sealer'>): Router {
  const {db} = deps;
  const router = Router();
  router.get('/dropship-orders', async (req, res) => {
    const {state, flagged, toPay, recentlyShipped, search, store, cursor} = parseInput(Query, req.query);
    const shippedSince = recentlyShipped ? recentlyShippedSince(deps.now()) : null;
    const filter = {states: state, flagged, toPay, shippedSince, search, orderGid: store};
    const page = await loadDropshipOrders(db, shopOf(res), {...filter, cursor, limit: pageSize});
    const gids = page.orders.map(({order_gid}) => order_gid);
    const {settings, isReadable} = await loadStoredSettings(db, shopOf(res));
    const margins = await loadOrderMargins(db, shopOf(res), settings, gids);
    const articles = page.orders.map(({article_id}) => article_id);
    const pictures = await loadPictures(db, shopOf(res), articles);
    const ages = await loadStateAges(db, shopOf(res));
    const answer: DropshipOrders = {
      orders: page.orders.map((order) => toDropshipOrder(order, margins, pictures)),
      nextCursor: page.nextCursor,
      states: ages.map(({oldestSince, ...age}) => ({...age, oldestSince: oldestSince.toISOString()})),
      flagged: await countFlagged(db, shopOf(res)),
      toPay: toPayOf(await loadToPay(db, shopOf(res))),
      settingsUnreadable: isReadable ? null : 'settings',
    };
    res.json(answer);
  });
  router.get('/dropship-orders/:id', async (req, res) => {
    const shop = shopOf(res);
    const detail: DropshipOrderDetail = await loadDetail(deps, shop, await orderOf(deps, shop, req.params.id));
    res.json(detail);
  });
  return router;
}

/** The shop's order with that id, or a 404. */
export async function orderOf(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  id: string | undefined,
): Promise<StoredDropshipOrder> {
  const known = DropshipOrderId.safeParse(id);
  const order = known.success ? await loadDropshipOrder(db, shop, known.data) : null;
  if (order === null) throw new Refusal(404, 'not_found', 'There is no such dropship order.');
  return order;
}
