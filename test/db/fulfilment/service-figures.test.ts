// What the figures of the fulfilment service are counted from, as the database has it, and which orders the merchant is warned of.
import {randomUUID} from 'node:crypto';
import {beforeEach, expect, it} from 'vitest';
import {warningTimes} from '#domain/fulfilment-service/service-figures.ts';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {countWarned, loadFigureFacts, loadWarnedOrders} from '../../../server/db/fulfilment-services/figures.ts';
import {
  loadRequestsOfOrder,
  saveAnswered,
  saveAsked,
  saveLook,
} from '../../../server/db/fulfilment-services/requests.ts';
import {purgeFigureFacts, saveCalls} from '../../../server/db/fulfilment-services/service-calls.ts';
import {saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {saveFulfilments} from '../../../server/db/orders/made-fulfilments.ts';
import {saveNewDropshipOrders} from '../../../server/db/orders/order-lines.ts';
import {deleteClosedOrders, deleteOldRequests} from '../../../server/db/shops/retention.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {onEachDatabase} from '../../support/database.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date('2026-11-21T10:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const shop = ShopDomain.parse('a.myshopify.com');
const stranger = ShopDomain.parse('b.myshopify.com');
const inOrder = (one: string, other: string) => one.localeCompare(other);
const orderGid = (number: number) => OrderGid.parse(`gid://shopify/Order/${number}`);
const lineGid = (number: number) => LineItemGid.parse(`gid://shopify/LineItem/${number}`);

onEachDatabase('the figures of the fulfilment service', (current) => {
  const db = () => current().kysely;
  beforeEach(async () => {
    for (const each of [shop, stranger]) await saveInstalledShop(db(), each, {scopes: ''}, now);
    await saveServiceWish(db(), shop, {want: 'on', trial: [], actor: 'user:1', seen: 0}, now);
    await db().updateTable('shops').set({time_zone: 'Asia/Tokyo'}).where('shop', '=', shop).execute();
  });
  const facts = () => loadFigureFacts(db(), shop, ago(29 * day));
  const warnings = async () =>
    (await loadWarnedOrders(db(), shop, warningTimes(now), 20)).map(({kind, orderName, dropshipOrderId, total}) => ({
      kind,
      orderName,
      isOurs: dropshipOrderId !== null,
      total,
    }));
  const the = async (number: number) => {
    const [only] = await loadRequestsOfOrder(db(), shop, orderGid(number));
    if (only === undefined) throw new Error(`order ${number} is not requested`);
    return only;
  };

  /** A dropship order for the line of the same number. */
  const order = async (number: number) => {
    const id = DropshipOrderId.parse(randomUUID());
    const names = {order_gid: orderGid(number), order_name: `#${number}`, line_gid: lineGid(number)};
    const article = {article_id: ArticleId.parse('1'), article_name: 'One', colour: null, size: null};
    const rest = {quantity: 1, country: 'DE', reference: `a-${number}`, ordered_at: ago(20 * day)};
    await saveNewDropshipOrders(db(), [{id, shop, ...names, ...article, ...rest}], now);
    return id;
  };
  const request = async (number: number, at: Date, status: 'requested' | 'cancel_requested' = 'requested') => {
    await saveAsked(db(), shop, {gid: `f-${number}`, orderGid: orderGid(number), status}, at);
    await saveLook(db(), await the(number), {lines: [lineGid(number)], sentAt: at}, at);
  };
  const answer = async (number: number, status: 'accepted' | 'rejected' | 'cancelled' | 'closed', at: Date) =>
    saveAnswered(db(), await the(number), {status, answer: null}, at);
  const set = (id: DropshipOrderId, values: object) =>
    db().updateTable('dropship_orders').set(values).where('id', '=', id).execute();
  const withNumber = {company: 'DHL', number: '00340', url: null};
  const fulfil = (id: DropshipOrderId, gid: string, tracking: typeof withNumber | null, at: Date) =>
    saveFulfilments(db(), {shop, id}, [{gid, pieces: 1, tracking}], at);

  it('each answer counts, also of a request that was rejected and made once more', async () => {
    await request(1, ago(9 * day));
    await answer(1, 'rejected', ago(8 * day));
    await request(1, ago(7 * day));
    await answer(1, 'accepted', ago(7 * day - hour));
    await request(1, ago(3 * hour), 'cancel_requested');
    expect((await facts()).answers.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())).toEqual([
      {kind: 'request', askedAt: ago(9 * day), answeredAt: ago(8 * day)},
      {kind: 'request', askedAt: ago(7 * day), answeredAt: ago(7 * day - hour)},
      {kind: 'cancellation', askedAt: ago(3 * hour), answeredAt: null},
    ]);
  });

  it('a request that the merchant took back was not answered, and is not assigned', async () => {
    await request(1, ago(9 * day));
    await answer(1, 'cancelled', ago(8 * day));
    await request(2, ago(9 * day));
    await answer(2, 'closed', ago(8 * day));
    const {answers, orders} = await facts();
    expect(answers).toEqual([]);
    expect(orders.map(({isAssigned}) => isAssigned)).toEqual([false, false]);
  });

  it('an order is completed once its line is fulfilled in the store; one given up after it was accepted is not', async () => {
    const shipped = await order(1);
    await order(2);
    for (const number of [1, 2, 3]) {
      await request(number, ago(9 * day));
      await answer(number, 'accepted', ago(8 * day));
    }
    await set(shipped, {state: 'shipped', fulfil: 'done'});
    await db()
      .updateTable('fulfilment_requests')
      .set({status: 'closed'})
      .where('order_gid', '=', orderGid(3))
      .execute();
    const {orders} = await facts();
    expect(orders.map(({isAssigned, isCompleted}) => `${isAssigned} ${isCompleted}`).toSorted(inOrder)).toEqual([
      'true false',
      'true false',
      'true true',
    ]);
    expect(await warnings()).toEqual([{kind: 'uncompleted', orderName: '#2', isOurs: true, total: 1}]);
  });

  it('an order that was cancelled in the store is not assigned; of one that lost a line the rest is enough', async () => {
    const [gone, lost, rest] = [await order(1), await order(2), await order(3)];
    await request(1, ago(9 * day));
    await answer(1, 'accepted', ago(8 * day));
    await request(2, ago(9 * day));
    await answer(2, 'accepted', ago(8 * day));
    await set(rest, {order_gid: orderGid(2), state: 'shipped', fulfil: 'done'});
    await db()
      .updateTable('fulfilment_requests')
      .set({lines: [lineGid(2), lineGid(3)]})
      .where('order_gid', '=', orderGid(2))
      .execute();
    await set(gone, {flags: JSON.stringify([{code: 'order_cancelled', at: now.toISOString()}])});
    await set(lost, {flags: JSON.stringify([{code: 'line_removed', at: now.toISOString()}])});
    const {orders} = await facts();
    expect(orders.map(({isAssigned, isCompleted}) => `${isAssigned} ${isCompleted}`).toSorted(inOrder)).toEqual([
      'false true',
      'true true',
    ]);
    expect(await warnings()).toEqual([]);
  });

  it('a fulfilment counts from when it was made until it has a number, only for a requested line, and not if it was cancelled', async () => {
    const [requested, other] = [await order(1), await order(2)];
    await request(1, ago(9 * day));
    await set(requested, {state: 'shipped', fulfil: 'done'});
    await fulfil(requested, 'g-1', null, ago(5 * hour));
    await fulfil(other, 'g-2', withNumber, ago(5 * hour));
    expect((await facts()).fulfilments).toEqual([{madeAt: ago(5 * hour), trackedAt: null}]);
    expect(await countWarned(db(), shop, warningTimes(now))).toMatchObject({untracked: 1});
    await fulfil(requested, 'g-1', withNumber, ago(4 * hour));
    await fulfil(requested, 'g-1', null, ago(3 * hour));
    expect((await facts()).fulfilments).toEqual([{madeAt: ago(5 * hour), trackedAt: ago(4 * hour)}]);
    expect(await countWarned(db(), shop, warningTimes(now))).toMatchObject({untracked: 0});
    await fulfil(requested, 'g-3', withNumber, ago(2 * hour));
    expect((await facts()).fulfilments).toEqual([{madeAt: ago(2 * hour), trackedAt: ago(2 * hour)}]);
  });

  it('the merchant is warned of what lasts too long, the oldest first, and not of what no longer counts', async () => {
    const shipped = await order(5);
    await request(1, ago(15 * hour));
    await request(2, ago(15 * hour - 1));
    await order(3);
    await request(3, ago(6 * day));
    await request(4, ago(29 * day));
    await request(5, ago(4 * day));
    await answer(5, 'accepted', ago(4 * day));
    await set(shipped, {state: 'shipped', fulfil: 'done'});
    await fulfil(shipped, 'g-5', null, ago(hour));
    expect(await warnings()).toEqual([
      {kind: 'unanswered', orderName: '#3', isOurs: true, total: 2},
      {kind: 'unanswered', orderName: null, isOurs: false, total: 2},
      {kind: 'uncompleted', orderName: '#3', isOurs: true, total: 1},
      {kind: 'untracked', orderName: '#5', isOurs: true, total: 1},
    ]);
    expect(await loadWarnedOrders(db(), shop, warningTimes(now), 1)).toHaveLength(3);
    expect(await countWarned(db(), shop, warningTimes(now))).toEqual({unanswered: 2, uncompleted: 1, untracked: 1});
    expect(await countWarned(db(), stranger, warningTimes(now))).toEqual({unanswered: 0, uncompleted: 0, untracked: 0});
  });

  it('calls are added to those of the store’s day; those of a store without a service, or not known, are left out', async () => {
    const at = new Date('2026-11-20T15:00:00Z');
    const unknown = ShopDomain.parse('c.myshopify.com');
    const once = {at, answered: 1, failed: 0};
    await saveCalls(db(), [
      {shop, ...once},
      {shop, at: new Date('2026-11-20T14:45:00Z'), answered: 2, failed: 1},
      {shop: stranger, ...once},
      {shop: unknown, ...once},
    ]);
    await saveCalls(db(), [{shop, at, answered: 0, failed: 2}]);
    await saveCalls(db(), [{shop: unknown, ...once}]);
    expect((await facts()).calls.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual([
      {day: '2026-11-20', answered: 2, failed: 1},
      {day: '2026-11-21', answered: 1, failed: 2},
    ]);
    expect(await db().selectFrom('service_calls').select('shop').distinct().execute()).toEqual([{shop}]);
  });

  it('what was counted is deleted by age, and a request goes with its order', async () => {
    const id = await order(1);
    await request(1, ago(9 * day));
    await answer(1, 'accepted', ago(9 * day));
    await fulfil(id, 'g-1', withNumber, ago(9 * day));
    await request(2, ago(9 * day));
    await answer(2, 'rejected', ago(9 * day));
    await request(3, ago(9 * day));
    await saveCalls(db(), [{shop, at: ago(9 * day), answered: 1, failed: 0}]);
    await purgeFigureFacts(db(), shop, ago(9 * day));
    expect(await facts()).toMatchObject({calls: [expect.anything()], fulfilments: [expect.anything()]});
    await purgeFigureFacts(db(), shop, ago(8 * day));
    expect(await facts()).toMatchObject({calls: [], fulfilments: [], answers: [{answeredAt: null}]});
    await deleteOldRequests(db(), shop, ago(8 * day));
    expect((await facts()).orders).toHaveLength(2);
    await set(id, {state: 'shipped', closed_at: ago(9 * day)});
    expect(await deleteClosedOrders(db(), shop, ago(8 * day))).toBe(1);
    expect(await loadRequestsOfOrder(db(), shop, orderGid(1))).toEqual([]);
    expect(await loadRequestsOfOrder(db(), shop, orderGid(3))).toHaveLength(1);
  });
});
