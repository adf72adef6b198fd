// The merchant's hand on dropship orders: rows in any state, and clicks with and without a key of their own.

import {randomUUID} from 'node:crypto';
import type {Insertable} from 'kysely';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid} from '#domain/ids.ts';
import type {DropshipOrdersTable} from '../../../server/db/tables/order-tables.ts';
import {type ActionName, DropshipOrderDetail} from '../../../server/http/contract/dropship-orders.ts';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {type Answer, ask} from '../asking.ts';
import {type BareApp, keys, pageOf, shop} from '../bare-app.ts';

type Row = Insertable<DropshipOrdersTable>;

/** One dropship order of its own store order, but for what is said; its id. */
export async function saveOrder({deps}: Pick<BareApp, 'deps'>, changes: Partial<Row> = {}): Promise<string> {
  const id = randomUUID();
  const number = BigInt(`0x${id.slice(0, 13).replace('-', '')}`);
  const at = new Date('2026-11-01T10:00:00Z');
  await deps.db
    .insertInto('dropship_orders')
    .values({
      id: DropshipOrderId.parse(id),
      shop,
      order_gid: OrderGid.parse(`gid://shopify/Order/${number}`),
      order_name: '#1001',
      line_gid: LineItemGid.parse(`gid://shopify/LineItem/${number}`),
      article_id: ArticleId.parse('A-1'),
      article_name: 'A shoe',
      quantity: 1,
      state: 'waiting',
      reference: `bare-1001-${id}-1`,
      ordered_at: at,
      created_at: at,
      updated_at: at,
      ...changes,
    })
    .execute();
  return id;
}

/** POSTs one action; null sends no key. */
export function click(
  {url}: Pick<BareApp, 'url'>,
  id: string,
  action: ActionName,
  {
    body = {},
    key = randomUUID(),
    domain = shop,
  }: {readonly body?: object; readonly key?: string | null; readonly domain?: string} = {},
): Promise<Answer> {
  return ask(`${url}/api/dropship-orders/${id}/${action}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${signSessionToken(keys, domain, Date.now())}`,
      'content-type': 'application/json',
      ...(key === null ? {} : {'idempotency-key': key}),
    },
    body: JSON.stringify(body),
  });
}

export const detailOf = ({json}: Answer): DropshipOrderDetail => DropshipOrderDetail.parse(json);

/** Looks at a dropship order in three ways: its row, its lines of the audit trail, and its answer of the API. */
export const lookingAt = (app: () => BareApp) => ({
  row: (id: string) =>
    app()
      .deps.db.selectFrom('dropship_orders')
      .selectAll()
      .where('id', '=', DropshipOrderId.parse(id))
      .executeTakeFirstOrThrow(),
  deeds: (id: string) => app().deps.db.selectFrom('audit').selectAll().where('subject', '=', id).execute(),
  look: async (id: string) => detailOf(await pageOf(app())('GET', `/dropship-orders/${id}`)),
});
