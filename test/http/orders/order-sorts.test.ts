// The list of dropship orders in each of its sort orders: each order once, by the figure that is shown.
import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {keepsOrdersTogether, type OrderSort, orderSortNames, orderSorts} from '#domain/order-sorts.ts';
import {type DropshipOrder, DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';
import {randomOrder, randomTerms, saveRandomSales} from './random-orders.ts';
import {anOrder} from './stored-order.ts';

describe.each(engines.databases)('the list of dropship orders in a sort order, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const shipping = {DE: {label: '', fee: 5, transit: ''}, EU: {label: '', fee: 1_234, transit: ''}};
    await stock(app, {
      priced: {stock: {price: 1_111, shipping}},
      priceless: {stock: {price: 0}},
      unread: {},
    });
  });
  beforeEach(async () => {
    await app.db.deleteFrom('dropship_orders').execute();
    await app.db.deleteFrom('store_orders').execute();
  });
  afterAll(() => app.close());

  const pageAt = (query: string) => app.merchant.get(`/dropship-orders?${query}`, DropshipOrders);

  async function walk(sort: OrderSort, filter = ''): Promise<readonly DropshipOrder[]> {
    const seen: DropshipOrder[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: DropshipOrders = await pageAt(`sort=${sort}${filter}${next}`);
      expect(page.orders.length).toBeLessThanOrEqual(50);
      seen.push(...page.orders);
      next = page.nextCursor === null ? null : `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    return seen;
  }

  it('a time is that of the present state, an amount that of goods and fee; what is not known comes last in both directions', async () => {
    const rows = [
      {price: 2_000, fee: 100, quantity: 2, state: 'paid', paid_at: new Date('2026-11-20T10:00:00Z')},
      {price: 3_000, fee: 100, quantity: 1, state: 'awaiting_payment', placed_at: new Date('2026-11-10T10:00:00Z')},
      {price: null, fee: 100},
      {price: 3_000, fee: 1_600, quantity: 1},
    ] as const;
    const saved = rows.map((row, at) => ({...anOrder(at), ...row}));
    await app.db.insertInto('dropship_orders').values(saved).execute();
    const places = async (sort: OrderSort) => (await walk(sort)).map(({id}) => saved.findIndex((one) => one.id === id));
    expect(await places('amount_high')).toEqual([3, 0, 1, 2]);
    expect(await places('amount_low')).toEqual([1, 0, 3, 2]);
    expect(await places('longest')).toEqual([2, 3, 1, 0]);
    expect(await places('shortest')).toEqual([0, 1, 3, 2]);
    expect(await places('oldest')).toEqual([0, 1, 2, 3]);
  });

  it('an order that it does not know, and the cursor of another one, are refused', async () => {
    await app.db
      .insertInto('dropship_orders')
      .values(Array.from({length: 51}, (_, at) => anOrder(at)))
      .execute();
    const cursors = await Promise.all(orderSortNames.map(async (sort) => (await pageAt(`sort=${sort}`)).nextCursor));
    expect(new Set(cursors).size).toBe(orderSortNames.length);
    for (const [at, sort] of orderSortNames.entries()) {
      const cursor = cursors.at(at - 1);
      const refusal = await app.merchant.refusal('GET', `/dropship-orders?sort=${sort}&cursor=${cursor}`);
      expect(refusal).toMatchObject({status: 422, field: 'cursor'});
    }
    expect(await app.merchant.refusal('GET', '/dropship-orders?sort=price')).toMatchObject({
      status: 422,
      field: 'sort',
    });
  });

  /** The figure that the list shows; null: none. */
  const shownFigure = (order: DropshipOrder, sort: OrderSort): number | null => {
    const {price, fee, quantity, since, orderedAt, storeOrder} = order;
    switch (orderSorts[sort].by) {
      case 'date':
        return Date.parse(orderedAt);
      case 'since':
        return Date.parse(since);
      case 'amount':
        return price === null || fee === null ? null : price * quantity + fee;
      case 'margin':
        return storeOrder === null || storeOrder.losesMoney === null ? null : storeOrder.margin;
    }
  };

  it('random orders are walked through once, by the figure that is shown; the lines of a store order stand together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomOrder, {minLength: 15, maxLength: 40}), randomTerms, async (orders, terms) => {
        await app.db.deleteFrom('dropship_orders').execute();
        await app.db.deleteFrom('store_orders').execute();
        await saveRandomSales(app.db, shop, orders, terms);
        const stored = await app.db.selectFrom('dropship_orders').select('id').execute();
        const all = stored.map(({id}) => id as string).toSorted();
        for (const sort of orderSortNames) {
          const seen = await walk(sort);
          expect(seen.map(({id}) => id).toSorted()).toEqual(all);
          const figures = seen.map((order) =>
            order.storeOrder?.currency === 'NOK' && sort.startsWith('margin') ? null : shownFigure(order, sort),
          );
          const known = figures.filter((figure) => figure !== null);
          expect(
            figures.slice(known.length).every((figure) => figure === null),
            sort,
          ).toBe(true);
          expect(known, sort).toEqual(known.toSorted((a, b) => (orderSorts[sort].descending ? b - a : a - b)));
          const runs = seen.filter(({orderGid}, at) => seen[at - 1]?.orderGid !== orderGid);
          if (keepsOrdersTogether(sort)) expect(runs.length, sort).toBe(orders.length);
        }
      }),
      {numRuns: engine === 'postgres' ? 12 : 3},
    );
  });
});
