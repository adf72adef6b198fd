// A dropship order as it is stored, for tests of what the API tells of it.
import {randomUUID} from 'node:crypto';
import type {Insertable} from 'kysely';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid} from '#domain/ids.ts';
import type {DropshipOrdersTable} from '../../../server/db/tables/order-tables.ts';
import {DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, pageOf, shop} from '../bare-app.ts';

export function anOrder(index: number): Insertable<DropshipOrdersTable> & {readonly id: string} {
  const at = new Date(Date.UTC(2026, 10, 1) + index);
  return {
    id: DropshipOrderId.parse(randomUUID()),
    shop,
    order_gid: OrderGid.parse(`gid://shopify/Order/${index}`),
    order_name: `#${1_000 + index}`,
    line_gid: LineItemGid.parse(`gid://shopify/LineItem/${index}`),
    article_id: ArticleId.parse('A-1'),
    article_name: 'A shoe',
    quantity: 1,
    state: 'waiting',
    reference: `reference-${index}`,
    ordered_at: at,
    created_at: at,
    updated_at: at,
  };
}

/** Stores dropship orders, and asks for them as the page does. */
export function ordersOf(app: () => BareApp) {
  const page = (path: string) => pageOf(app())('GET', path);
  return {
    page,
    orders: async (query = '') => DropshipOrders.parse((await page(`/dropship-orders${query}`)).json),
    save: async (given: readonly Partial<Insertable<DropshipOrdersTable>>[]): Promise<string[]> => {
      const rows = given.map((changes, index) => ({...anOrder(index), ...changes}));
      await app().deps.db.insertInto('dropship_orders').values(rows).execute();
      return rows.map(({id}) => id);
    },
  };
}
