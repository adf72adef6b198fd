import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {LineItemGid, OrderGid} from '#domain/ids.ts';
import {DropshipOrderDetail} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {ordersOf} from './stored-order.ts';

describe('the list of dropship orders', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  beforeEach(() => app.deps.db.deleteFrom('dropship_orders').execute());
  afterAll(() => app.close());

  const {page, orders, save} = ordersOf(() => app);

  it('are found by order, reference, number at the supplier, article and country; signs mean themselves', async () => {
    const [jumper, scarf] = await save([
      {order_name: '#1042', article_name: 'Fjordline jumper', country: 'JP', reference: 'pw-aa-1', ref: 'DS-77'},
      {order_name: '#1043', article_name: 'Perrin scarf 50%', country: 'DE', reference: 'pw-bb-1', ref: null},
    ]);
    const found = async (search: string) =>
      (await orders(`?search=${encodeURIComponent(search)}`)).orders.map(({id}) => id);
    for (const search of ['1042', 'FJORD', 'ds-77', 'pw-aa', 'japan', 'jp', ' Fjordline ']) {
      expect(await found(search), search).toEqual([jumper]);
    }
    expect(await found('50%')).toEqual([scarf]);
    expect(await found('%')).toEqual([scarf]);
    expect(await found('_')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  it('of one store order come in the order of its lines, whatever their ids', async () => {
    const gid = OrderGid.parse(`gid://shopify/Order/${Date.now()}`);
    const ordered_at = new Date('2026-11-01T12:00:00Z');
    const line = (number: number) => ({
      ordered_at,
      order_gid: gid,
      line_gid: LineItemGid.parse(`gid://shopify/LineItem/10${number}`),
    });
    const saved = await save([line(3), line(1), line(4), line(2), {}]);
    const {orders: found} = await orders(`?store=${encodeURIComponent(gid)}`);
    expect(found.map(({id}) => id)).toEqual([saved[1], saved[3], saved[0], saved[2]]);
    expect(refusalOf(await page('/dropship-orders?store=7'))).toMatchObject({status: 422, field: 'store'});
  });

  it('of a store order with many lines keep the order of its lines across pages: the tenth after the ninth', async () => {
    const whole = {order_gid: OrderGid.parse('gid://shopify/Order/12'), ordered_at: new Date('2026-11-01T12:00:00Z')};
    const saved = await save(Array.from({length: 120}, () => whole));
    const first = await orders();
    const second = await orders(`?cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    const third = await orders(`?cursor=${encodeURIComponent(second.nextCursor ?? '')}`);
    expect([first, second, third].flatMap(({orders: some}) => some.map(({id}) => id))).toEqual(saved);
    const {siblings} = DropshipOrderDetail.parse((await page(`/dropship-orders/${saved[0]}`)).json);
    expect(siblings.map(({id}) => id)).toEqual(saved.slice(1));
  });

  it('come the oldest first where that is asked for, page after page, the lines of an order in their order', async () => {
    const two = {order_gid: OrderGid.parse('gid://shopify/Order/777'), ordered_at: new Date('2026-10-01T12:00:00Z')};
    const line = (number: number) => ({...two, line_gid: LineItemGid.parse(`gid://shopify/LineItem/9${number}`)});
    const [second, first, ...rest] = await save([line(2), line(1), ...Array.from({length: 110}, () => ({}))]);
    const one = await orders('?sort=oldest');
    const more = await orders(`?sort=oldest&cursor=${encodeURIComponent(one.nextCursor ?? '')}`);
    const last = await orders(`?sort=oldest&cursor=${encodeURIComponent(more.nextCursor ?? '')}`);
    const found = [one, more, last].flatMap(({orders: some}) => some.map(({id}) => id));
    expect(found).toEqual([first, second, ...rest]);
    expect(last.nextCursor).toBeNull();
    // The order that the cursor names may be gone by then.
    await app.deps.db.deleteFrom('dropship_orders').where('order_name', '=', '#1049').execute();
    const after = await orders(`?sort=oldest&cursor=${encodeURIComponent(one.nextCursor ?? '')}`);
    expect(after.orders.map(({id}) => id)).toEqual(more.orders.map(({id}) => id));
  });

  it('say what is to be paid and how long the oldest has waited, without those that are not to be paid', async () => {
    const unpaid = (day: string) => ({
      state: 'awaiting_payment' as const,
      placed_at: new Date(`2026-11-${day}T10:00:00Z`),
    });
    await save([
      {...unpaid('18'), quantity: 2, price: 2350, fee: 990},
      {...unpaid('17'), quantity: 1, price: 100, fee: 10},
      {...unpaid('16'), price: null, fee: null},
      {
        ...unpaid('15'),
        price: 5,
        fee: 5,
        flags: JSON.stringify([{code: 'order_cancelled', at: '2026-11-19T10:00:00.000Z'}]),
      },
      {state: 'paid', price: 7, fee: 7},
    ]);
    const listed = await orders('?toPay=true');
    expect(new Set(listed.orders.map(({placedAt}) => placedAt?.slice(8, 10)))).toEqual(new Set(['16', '17', '18']));
    expect(refusalOf(await page('/dropship-orders?toPay=maybe'))).toMatchObject({status: 422, field: 'toPay'});
    expect((await orders('')).toPay).toEqual({
      count: 3,
      cents: 5690 + 110,
      unpriced: 1,
      oldestPlacedAt: '2026-11-16T10:00:00.000Z',
    });
  });
});
