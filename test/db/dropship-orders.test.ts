// A line of a store order is recorded once, however often webhooks announce it, and no two orders share a reference. Orders that wait
// for the supplier are postponed together. What the merchant approved ends where more pieces, or an order wanted again, ask for another yes.
import {randomUUID} from 'node:crypto';
import {beforeEach, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {postponeWaitingOrders} from '../../server/db/orders/due-orders.ts';
import {
  type NewDropshipOrder,
  reopenCancelledLines,
  saveMorePieces,
  saveNewDropshipOrders,
} from '../../server/db/orders/order-lines.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const shop = ShopDomain.parse('a.myshopify.com');
const neighbour = ShopDomain.parse('b.myshopify.com');
const shops = [shop, neighbour];

onEachDatabase('a dropship order', (current) => {
  const db = () => current().kysely;
  beforeEach(async () => {
    for (const each of shops) await saveInstalledShop(db(), each, {scopes: ''}, now);
  });
  const order = (changes: Partial<NewDropshipOrder> = {}): NewDropshipOrder => ({
    id: DropshipOrderId.parse(randomUUID()),
    shop,
    order_gid: OrderGid.parse('gid://shopify/Order/1'),
    order_name: '#1',
    line_gid: LineItemGid.parse('gid://shopify/LineItem/1'),
    article_id: ArticleId.parse('1'),
    article_name: 'One',
    colour: null,
    size: null,
    quantity: 1,
    country: 'DE',
    reference: 'a-1-1-1',
    ordered_at: now,
    ...changes,
  });
  const save = async (changes?: Partial<NewDropshipOrder>) =>
    (await saveNewDropshipOrders(db(), [order(changes)], now)).size === 1;
  const count = async () => (await db().selectFrom('dropship_orders').select('id').execute()).length;

  it('is one of its line, though fifty tell of the line at once', async () => {
    const saved = await Promise.all(Array.from({length: 50}, () => save()));
    expect(saved.filter((isNew) => isNew)).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('is another for another line, store order or shop', async () => {
    expect(await save()).toBe(true);
    expect(await save({line_gid: LineItemGid.parse('gid://shopify/LineItem/2'), reference: 'a-1-2-1'})).toBe(true);
    expect(await save({order_gid: OrderGid.parse('gid://shopify/Order/2'), reference: 'a-2-1-1'})).toBe(true);
    expect(await save({shop: neighbour, reference: 'b-1-1-1'})).toBe(true);
    expect(await count()).toBe(4);
  });

  it('never goes by the reference of another, which is all the supplier would know it by', async () => {
    await save();
    const twin = save({shop: neighbour, order_gid: OrderGid.parse('gid://shopify/Order/2')}).then(
      () => 'recorded',
      String,
    );
    expect(await twin).toMatch(/reference/);
    expect(await count()).toBe(1);
  });

  it('that is due while the supplier is away is postponed with the others of its shop, and keeps since when', async () => {
    await save();
    await save({line_gid: LineItemGid.parse('gid://shopify/LineItem/2'), reference: 'a-1-2-1'});
    await save({shop: neighbour, reference: 'b-1-1-1'});
    const unpaid = db()
      .updateTable('dropship_orders')
      .set({reason_code: 'not_paid'})
      .where('reference', '=', 'a-1-2-1');
    await unpaid.execute();
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const away = {code: 'supplier_unreachable', text: 'The supplier does not answer.'} as const;
    await postponeWaitingOrders(db(), shop, away, at(5), at(1));
    await postponeWaitingOrders(db(), shop, away, at(30), at(6));
    const rows = await db()
      .selectFrom('dropship_orders')
      .select(['reference', 'next_attempt_at', 'reason_code', 'unreachable_since'])
      .orderBy('reference')
      .execute();
    expect(rows).toEqual([
      {reference: 'a-1-1-1', next_attempt_at: at(30), reason_code: away.code, unreachable_since: at(1)},
      {reference: 'a-1-2-1', next_attempt_at: now, reason_code: 'not_paid', unreachable_since: null},
      {reference: 'b-1-1-1', next_attempt_at: now, reason_code: null, unreachable_since: null},
    ]);
  });

  const amounts = [
    'many_pieces',
    'cost_above_limit',
    'approval_asked',
    'margin_below_floor',
    'margin_unknown',
  ] as const;
  const change = (changes: object) => db().updateTable('dropship_orders').set(changes).execute();
  const present = () =>
    db().selectFrom('dropship_orders').select(['state', 'quantity', 'approved']).executeTakeFirstOrThrow();

  it('that is wanted again keeps a yes to the destination, and none to what it costs', async () => {
    const {shop: of, order_gid: orderGid, line_gid: line} = order();
    await save();
    await change({state: 'cancelled', approved: JSON.stringify(['destination_held', ...amounts])});
    await change({store_updated_at: now});
    const earlier = new Date(now.getTime() - 1_000);
    await reopenCancelledLines(db(), {shop: of, orderGid, readAs: earlier}, [line], now);
    expect(await present()).toMatchObject({state: 'cancelled'});
    await reopenCancelledLines(db(), {shop: of, orderGid, readAs: now}, [line], now);
    expect(await present()).toMatchObject({state: 'waiting', approved: ['destination_held']});
  });

  it('gets more pieces only from the newest reading, and loses a yes to what fewer of them cost', async () => {
    const saved = order();
    await saveNewDropshipOrders(db(), [saved], now);
    const approved = ['destination_held', ...amounts];
    await change({approved: JSON.stringify(approved), store_updated_at: now});
    await saveMorePieces(db(), saved, 3, new Date(now.getTime() - 1_000));
    expect(await present()).toMatchObject({quantity: 1, approved});
    await saveMorePieces(db(), saved, 1, now);
    expect(await present()).toMatchObject({quantity: 1, approved});
    await saveMorePieces(db(), saved, 3, now);
    expect(await present()).toMatchObject({quantity: 3, approved: ['destination_held']});
  });
});
